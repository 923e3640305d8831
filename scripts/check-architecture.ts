// Checks the areas, modules, names, sizes and imports that CONTRIBUTING.md describes, and prints the graph of areas.
// --modules prints the graph of modules. --reach FILE… prints how many files one must read to understand FILE.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printAreas } from './architecture/areas.ts';
import { checkArchitecture } from './architecture/check.ts';
import { printGraph } from './architecture/modules.ts';
import { printReach } from './architecture/reach.ts';
import { readSource } from './architecture/source.ts';

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
  const { complaints, areas, modules, hints } = checkArchitecture(files);
  console.log(
    words.includes('--modules')
      ? `modules and what they import (beside shared):\n${printGraph(modules)}`
      : `areas and what they import (beside shared), top first:\n${printAreas(areas)}`,
  );
  console.log(`hints:\n${hints.map((hint) => `  ${hint}`).join('\n')}`);
  for (const { path, line, text } of complaints) console.error(`${path}:${line}  ${text}`);
  console.log(`architecture: ${paths.length} files, ${complaints.length} complaints`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
