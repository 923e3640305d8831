/**
 * Reads and writes `DATA_DIR/settings.json`: settings of this computer, not of a school, which the program needs before
 * it opens its data. The environment overrides them. The file is read each time, so that no process uses old values.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from './platform/db/make-folder.ts';

const fileName = 'settings.json';
/** A copy of the last valid settings. It is used when the settings file is corrupt. */
const lastGoodName = 'settings.last.json';
const tornName = 'settings.torn.json';

/** Unknown keys, which a newer program has written, are kept. */
const shape = z.looseObject({
  port: z.int().min(1).max(65_535).optional(),
  /** True if other computers of the network may connect. */
  lan: z.boolean().optional(),
  /**
   * Another folder to which each backup is copied. A file in the folder contains `id`, so that the program recognises
   * the folder when its disk is connected again.
   */
  backupFolder: z.object({ path: z.string().min(1), id: z.string().min(1) }).optional(),
});
export type Settings = z.infer<typeof shape>;

/**
 * `torn` is set if the file cannot be read. `lastGood` means that the last valid settings are used, and `nothing` that
 * those cannot be read either.
 */
export type FoundSettings = { settings: Settings; torn?: 'lastGood' | 'nothing' };

/** Reads one file. Returns `undefined` when it does not exist, and `torn` when it is corrupt. */
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

/** Writes a second file and renames it. After a power cut either the old or the new file is complete. */
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

/** Flushes the file names of a folder to disk, if the system can do that. */
function syncNames(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows cannot open folders.
  }
}

/**
 * Changes the given settings and keeps the others; `undefined` removes a setting. A corrupt file is kept under another
 * name.
 */
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

/**
 * Called when the program has started. Then the current settings, which a person may have edited in the file, become
 * the last valid ones.
 */
export function keepLastGood(dataDir: string): void {
  const found = readOne(join(dataDir, fileName));
  if (found === undefined || found === 'torn') return;
  const lastGood = readOne(join(dataDir, lastGoodName));
  if (lastGood !== 'torn' && lastGood && textOf(lastGood) === textOf(found)) return;
  writeWhole(join(dataDir, lastGoodName), textOf(found));
}
