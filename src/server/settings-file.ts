/**
 * `DATA_DIR/settings.json`: what Settings keeps of this computer rather than of a school, where the program finds it
 * before it opens its data. The environment wins over it. Read when it is needed, so that nobody holds an old one.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from './db/make-folder.ts';

const fileName = 'settings.json';
/** What was last written whole; read where the other one is torn. */
const lastGoodName = 'settings.last.json';
const tornName = 'settings.torn.json';

/** What a newer program adds is kept by an older one. */
const shape = z.looseObject({
  port: z.int().min(1).max(65_535).optional(),
  /** Whether other computers of the network are let in. */
  lan: z.boolean().optional(),
  /** Another folder that each backup is brought to; `id` stands in a file in it, so that it is known when it comes back. */
  backupFolder: z.object({ path: z.string().min(1), id: z.string().min(1) }).optional(),
});
export type Settings = z.infer<typeof shape>;

/** `torn`: it cannot be read; `lastGood`: those of the last good one are used, or none where that is gone too. */
export type FoundSettings = { settings: Settings; torn?: 'lastGood' | 'nothing' };

/** `undefined` where there is no such file. */
function readOne(path: string): Settings | 'torn' | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'torn';
  }
}

export function readSettings(dataDir: string): FoundSettings {
  const found = readOne(join(dataDir, fileName));
  if (found === undefined) return { settings: {} };
  if (found !== 'torn') return { settings: found };
  const lastGood = readOne(join(dataDir, lastGoodName));
  if (lastGood === undefined || lastGood === 'torn') return { settings: {}, torn: 'nothing' };
  return { settings: lastGood, torn: 'lastGood' };
}

const textOf = (settings: Settings): string => `${JSON.stringify(settings, undefined, 2)}\n`;

/** Written beside and then given its name, so that whenever the power goes there is the old one or the new one. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.part`;
  const handle = openSync(part, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, path);
}

/** Waits until the names in a folder are on the disk, where the system knows such a wait. */
function syncNames(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows opens no folders.
  }
}

/** Changes what is named, and leaves the rest; `undefined` takes it away. One that is torn is kept aside. */
export function changeSettings(dataDir: string, change: Partial<Settings>): Settings {
  const path = join(dataDir, fileName);
  const { settings, torn } = readSettings(dataDir);
  const next = shape.parse({ ...settings, ...change });
  makeFolder(dataDir);
  if (torn) copyFileSync(path, join(dataDir, tornName));
  writeWhole(path, textOf(next));
  writeWhole(join(dataDir, lastGoodName), textOf(next));
  syncNames(dataDir);
  return next;
}

/** What somebody wrote by hand is the last good one too, once the program has started with it. */
export function keepLastGood(dataDir: string): void {
  const found = readOne(join(dataDir, fileName));
  if (found === undefined || found === 'torn') return;
  const lastGood = readOne(join(dataDir, lastGoodName));
  if (lastGood !== 'torn' && lastGood && textOf(lastGood) === textOf(found)) return;
  writeWhole(join(dataDir, lastGoodName), textOf(found));
}
