// Enforces the areas, rooms, names, sizes and directions that CONTRIBUTING.md describes, and prints the graph of areas.
// `--rooms` prints the graph of rooms. `--reach FILE…` prints how many files a reader needs to understand FILE.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printAreas } from './house/areas.ts';
import { checkHouse } from './house/check.ts';
import { printReach } from './house/reach.ts';
import { printGraph } from './house/rooms.ts';
import { readSource } from './house/source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'scripts', 'bench', 'test'];

const paths = readdirSync(root, { withFileTypes: true })
  .filter((entry) => folders.includes(entry.name))
  .flatMap((entry) => readdirSync(join(root, entry.name), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|html)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
  .filter((path) => !path.includes('/fixtures/'))
  .sort();

const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const words = process.argv.slice(2);

if (words[0] === '--reach') {
  const sources = paths.map((path) => readSource(path, files[path] ?? ''));
  for (const path of words.slice(1)) console.log(printReach(sources, path));
} else {
  const { complaints, areas, rooms, looks } = checkHouse(files);
  console.log(
    words.includes('--rooms')
      ? `rooms and which they import (beside shared):\n${printGraph(rooms)}`
      : `areas and which they import (beside shared), top first:\n${printAreas(areas)}`,
  );
  console.log(`worth a look:\n${looks.map((look) => `  ${look}`).join('\n')}`);
  for (const { path, line, text } of complaints) console.error(`${path}:${line}  ${text}`);
  console.log(`house: ${paths.length} files, ${complaints.length} complaints`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
