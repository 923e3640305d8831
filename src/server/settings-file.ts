/**
 * `DATA_DIR/settings.json`: settings of this computer rather than of a school, which the program needs before it opens
 * its data. The environment wins over them. The file is read each time, so that no process uses old values.
 */
import { closeSync, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from './platform/db/make-folder.ts';

const fileName = 'settings.json';
/** The last complete settings, read when the file is corrupt. */
const lastGoodName = 'settings.last.json';
const tornName = 'settings.torn.json';

/** Unknown keys of a newer program are kept. */
const shape = z.looseObject({
  port: z.int().min(1).max(65_535).optional(),
  /** Whether other computers of the network may connect. */
  lan: z.boolean().optional(),
  /**
   * Another folder to which each backup is copied. A file in it holds `id`, so that the folder is recognised when it is
   * back.
   */
  backupFolder: z.object({ path: z.string().min(1), id: z.string().min(1) }).optional(),
});
export type Settings = z.infer<typeof shape>;

/** `torn`: the file cannot be read. `lastGood`: the last good settings are used; `nothing`: those are gone too. */
export type FoundSettings = { settings: Settings; torn?: 'lastGood' | 'nothing' };

/** `undefined` when the file does not exist. */
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

/** Writes a second file and renames it, so that after a power cut either the old or the new one is complete. */
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

/** Flushes the names in a folder to disk, where the system can do that. */
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
 * Changes the given settings and keeps the others; `undefined` removes one. A corrupt file is kept under another name.
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

/** A file that was edited by hand becomes the last good one when the program has started with it. */
export function keepLastGood(dataDir: string): void {
  const found = readOne(join(dataDir, fileName));
  if (found === undefined || found === 'torn') return;
  const lastGood = readOne(join(dataDir, lastGoodName));
  if (lastGood !== 'torn' && lastGood && textOf(lastGood) === textOf(found)) return;
  writeWhole(join(dataDir, lastGoodName), textOf(found));
}
