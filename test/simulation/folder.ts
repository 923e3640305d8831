/** Folders of worlds: in memory where possible, and removed when the process ends by itself. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const made = new Set<string>();
process.once('exit', () => made.forEach(closeFolder));

export function openFolder(name: string): string {
  const folder = mkdtempSync(join(root, `qasid-${name}-`));
  made.add(folder);
  return folder;
}

export function closeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  made.delete(folder);
}
