// `npm start` is the whole set-up: install, build, run. `--dev` runs the sources and reloads what changes.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned, spawnServer } from './pinned-node.mjs';
import { buildWeb } from './web-build.mjs';

const isDev = process.argv.includes('--dev');

await ensureInstalled();
if (isDev) {
  const server = spawnPinned(['--watch', '--watch-preserve-output', 'src/server/main.ts']);
  const web = spawnPinned(['node_modules/vite/bin/vite.js']);
  await endWith(server, web);
} else {
  await buildWeb({ isQuiet: true });
  await endWith(spawnServer());
}
