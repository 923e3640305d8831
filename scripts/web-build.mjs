// Builds the web app into dist/web if its sources have changed. If it runs as a command, it prints the sizes. Plain
// JavaScript, because any Node from 20 on may run it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUp, root } from './install.mjs';
import { spawnPinned } from './pinned-node.mjs';

const sources = [
  'src/web',
  'src/shared',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/third-party-notices.ts',
];
const stamp = join(root, 'dist', '.stamp');

/** @param {{ isQuiet: boolean }} options */
export async function buildWeb({ isQuiet }) {
  const hash = hashSources();
  if (isBuilt(hash)) {
    if (!isQuiet) console.log('dist/web is up to date');
    return;
  }
  if (isQuiet) console.log('Building the web app…');
  rmSync(stamp, { force: true });
  const { code, output } = await runVite(isQuiet);
  if (code !== 0) {
    console.error(output);
    giveUp('the web app could not be built. The error is shown above.');
  }
  writeFileSync(stamp, hash);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles))
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Leaves out files that do not change the page, such as tests. @param {string} path @returns {string[]} */
function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** @param {string} hash */
function isBuilt(hash) {
  try {
    const files = ['dist/web/index.html', 'dist/web/third-party-notices.txt'];
    return readFileSync(stamp, 'utf8') === hash && files.every((file) => statSync(join(root, file)).isFile());
  } catch {
    return false;
  }
}

/** @param {boolean} isQuiet @returns {Promise<{ code: number | null, output: string }>} */
function runVite(isQuiet) {
  const child = spawnPinned(['node_modules/vite/bin/vite.js', 'build'], {
    stdio: isQuiet ? 'pipe' : 'inherit',
  });
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb({ isQuiet: false });
