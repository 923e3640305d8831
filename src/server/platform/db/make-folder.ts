import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's own `recursive` loops for ever on /proc, where a folder exists but
 * creating something in it fails with ENOENT.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
