/** Papers that were made are kept for a day by what they say: asked for again, nothing is set again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { version } from '../../config.ts';
import { makeFolder } from '../../db/make-folder.ts';
import type { Deps, PaperOrder } from '../../deps.ts';

/** Other templates make other papers of the same order. */
const templates = ['letters.typ', 'voucher.typ', 'receipt.typ'].map((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8'),
);

export const papersIn = (dataDir: string): string => join(dataDir, 'papers');

const hashOf = (order: PaperOrder): string => {
  const hash = createHash('sha256').update(JSON.stringify([version, templates, { ...order, logo: null }]));
  if (order.logo) hash.update(order.logo);
  return hash.digest('hex');
};

/** Whole or not at all, and nobody else's to read. `part`: what it is called until then, by nobody else who keeps the same. */
async function keep(path: string, part: string, bytes: Buffer): Promise<void> {
  makeFolder(dirname(path));
  try {
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** The bytes of the paper; what cannot be kept is made all the same. */
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
    log.warn({ err: error }, 'a paper could not be kept'),
  );
  return bytes;
}

/** Milliseconds for which a file of vouchers can be fetched, and for which a paper is kept. */
export const longestKept = { job: 3_600_000, paper: 24 * 3_600_000 };
/** Bytes of all of them; beyond, the oldest go first. */
const mostKept = 500 * 1024 * 1024;

/** `job-7.pdf`, a file of vouchers, while it is written `job-7.pdf.part`. */
const isOfJob = (name: string): boolean => name.startsWith('job-');

/** Removes what is old, or too much. */
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
