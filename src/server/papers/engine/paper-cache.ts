/**
 * A cache that keeps papers for a day. The key is the content of the order, so that the same paper is not made twice.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../config.ts';
import type { Deps, PaperOrder } from '../../deps.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';

/** The templates are part of the key, because a changed template makes a different paper. */
const templates = ['letters.typ', 'voucher.typ', 'receipt.typ'].map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
);

export const papersIn = (dataDir: string): string => join(dataDir, 'papers');

const hashOf = (order: PaperOrder): string => {
  const hash = createHash('sha256').update(JSON.stringify([version, templates, { ...order, logo: null }]));
  if (order.logo) hash.update(order.logo);
  return hash.digest('hex');
};

/** Writes a complete file or none. Only this user can read it. `part`: a temporary name that no other writer uses. */
async function keep(path: string, part: string, bytes: Buffer): Promise<void> {
  makeFolder(dirname(path));
  try {
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** Returns the bytes of the paper. If the paper cannot be cached, it is made anyway. */
export async function drawCached(
  { config, papers, log, runtime }: Pick<Deps, 'config' | 'papers' | 'log' | 'runtime'>,
  order: PaperOrder,
): Promise<Buffer> {
  const name = `${order.campusID}-${hashOf(order)}.${order.as}`;
  const path = join(papersIn(config.dataDir), name);
  const cached = await readFile(path).catch(() => undefined);
  if (cached) return cached;
  const bytes = await papers.draw(order);
  await keep(path, `${path}.${runtime.randomUUID()}.part`, bytes).catch((error: unknown) =>
    log.warn({ err: error }, 'a paper could not be cached'),
  );
  return bytes;
}

/** How long files are kept, in milliseconds. `job`: a file of vouchers. `paper`: a cached paper. */
export const maxAge = { job: 3_600_000, paper: 24 * 3_600_000 };
/** In bytes, for all cached papers. If there are more, the oldest are removed. */
const maxBytes = 500 * 1024 * 1024;

/** `job-7.pdf` is a file of vouchers. While it is being written, its name is `job-7.pdf.part`. */
const isOfJob = (name: string): boolean => name.startsWith('job-');

/** Removes old papers. If the rest exceeds the size limit, removes the oldest of them too. */
export async function removeOldPapers(dataDir: string, now: Date): Promise<void> {
  const folder = papersIn(dataDir);
  const names = await readdir(folder).catch((): string[] => []);
  const found: { path: string; at: number; bytes: number; isOld: boolean }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const seen = await stat(path).catch(() => undefined);
    if (!seen?.isFile()) continue;
    const age = now.getTime() - seen.mtimeMs;
    const isOld = age > (isOfJob(name) ? maxAge.job : maxAge.paper);
    found.push({ path, at: seen.mtimeMs, bytes: seen.size, isOld });
  }
  let left = maxBytes;
  for (const { path, bytes, isOld } of found.toSorted((one, other) => other.at - one.at)) {
    left -= bytes;
    if (isOld || left < 0) await rm(path, { force: true });
  }
}
