// `npm start` does everything: install, build, run. `--dev` runs the sources and reloads changed files.
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, keepServing, spawnPinned } from './pinned-node.mjs';
import { buildWeb } from './web-build.mjs';

const isDev = process.argv.includes('--dev');

/** The Windows task passes `--data=`, because it cannot set environment variables. */
const data = process.argv.find((word) => word.startsWith('--data='));
if (data) process.env.DATA_DIR = data.slice('--data='.length);
const args = process.argv.slice(2).filter((word) => word !== data);

/**
 * Starts a fake of WhatsApp's Graph API, so that a campus can be connected during development. Resolves when the fake
 * listens.
 */
async function startFakeGraph() {
  const child = spawnPinned(['test/peers/main.ts'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const url = await new Promise((resolve) => {
    child.once('message', (/** @type {{ url: string }} */ message) => resolve(message.url));
    child.once('exit', () => resolve(''));
  });
  process.env.WHATSAPP_GRAPH_URL = url;
  return child;
}

if (!isDev) await handOver(import.meta.url);
await ensureInstalled();
if (isDev) {
  const peers = process.env.WHATSAPP_GRAPH_URL ? [] : [await startFakeGraph()];
  const server = spawnPinned(['--watch', '--watch-preserve-output', 'src/server/main.ts']);
  const web = spawnPinned(['node_modules/vite/bin/vite.js']);
  await endWith(server, web, ...peers);
} else {
  await buildWeb({ isQuiet: true });
  await keepServing(args);
}
