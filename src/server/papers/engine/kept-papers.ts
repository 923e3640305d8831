/** A cache of papers for a day. The key is the content of the order, so the same paper is not made twice. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../config.ts';
import type { Deps, PaperOrder } from '../../deps.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';

/** The templates are part of the key, because other templates make other papers. */
const templates = ['letters.typ', 'voucher.typ', 'receipt.typ'].map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
);

export const papersIn = (dataDir: string): string => join(dataDir, 'papers');

const hashOf = (order: PaperOrder): string => {
  const hash = createHash('sha256').update(JSON.stringify([version, templates, { ...order, logo: null }]));
  if (order.logo) hash.update(order.logo);
  return hash.digest('hex');
};

/**
 * Writes the file completely or not at all, readable only by this user. `part`: a temporary name that no other writer
 * uses.
 */
async function keep(path: string, part: string, bytes: Buffer): Promise<void> {
  makeFolder(dirname(path));
  try {
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** The bytes of the paper. A paper that cannot be cached is still made. */
export async function drawKept(
  { config, papers, log, runtime }: Pick<Deps, 'config' | 'papers' | 'log' | 'runtime'>,
  order: PaperOrder,
): Promise<Buffer> {
  const name = `${order.campusID}-${hashOf(order)}.${order.as}`;
  const path = join(papersIn(config.dataDir), name);
  const kept = await readFile(path).catch(() => undefined);
  if (kept) return kept;
  const bytes = await papers.draw(order);
  await keep(path, `${path}.${runtime.randomUUID()}.part`, bytes).catch((error: unknown) =>
    log.warn({ err: error }, 'a paper could not be cached'),
  );
  return bytes;
}

/** Milliseconds for which a file of vouchers can be fetched, and for which a paper is cached. */
export const longestKept = { job: 3_600_000, paper: 24 * 3_600_000 };
/** Bytes of all cached papers. Beyond the limit the oldest are removed first. */
const mostKept = 500 * 1024 * 1024;

/** `job-7.pdf` is a file of vouchers, and `job-7.pdf.part` while it is being written. */
const isOfJob = (name: string): boolean => name.startsWith('job-');

/** Removes old papers, and the oldest ones beyond the size limit. */
export async function removeOldPapers(dataDir: string, now: Date): Promise<void> {
  const folder = papersIn(dataDir);
  const names = await readdir(folder).catch((): string[] => []);
  const found: { path: string; at: number; bytes: number; isOld: boolean }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const seen = await stat(path).catch(() => undefined);
    if (!seen?.isFile()) continue;
    const age = now.getTime() - seen.mtimeMs;
    const isOld = age > (isOfJob(name) ? longestKept.job : longestKept.paper);
    found.push({ path, at: seen.mtimeMs, bytes: seen.size, isOld });
  }
  let left = mostKept;
  for (const { path, bytes, isOld } of found.toSorted((one, other) => other.at - one.at)) {
    left -= bytes;
    if (isOld || left < 0) await rm(path, { force: true });
  }
}
