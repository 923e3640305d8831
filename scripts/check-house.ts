// Keeps the rooms, names, sizes and directions that CONTRIBUTING.md describes, and prints the graph of rooms.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkHouse } from './house/check.ts';
import { printGraph } from './house/rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'scripts', 'bench', 'test'];

const paths = readdirSync(root, { withFileTypes: true })
  .filter((entry) => folders.includes(entry.name))
  .flatMap((entry) => readdirSync(join(root, entry.name), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|html)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
  .filter((path) => !path.includes('/fixtures/'))
  .sort();

const { complaints, graph } = checkHouse(
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
);

console.log(`rooms and whom they call on (beside shared):\n${printGraph(graph)}`);
for (const { path, line, text } of complaints) console.error(`${path}:${line}  ${text}`);
console.log(`house: ${paths.length} files, ${complaints.length} complaints`);
process.exitCode = complaints.length > 0 ? 1 : 0;
