// The pinned Node, which runs TypeScript without a build. It is independent of the Node of the machine.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { giveUp, root } from './install.mjs';
import { home } from './programs.mjs';

const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
/** @param {string} program */
const pinnedIn = (program) => join(program, 'node_modules', 'node', 'bin', nodeName);

/** The Node to run a program with. @param {string} program Its folder. @returns {string} */
export function nodeOf(program) {
  return existsSync(pinnedIn(program)) ? pinnedIn(program) : process.execPath;
}

/** @returns {string} */
export function findPinnedNode() {
  if (existsSync(pinnedIn(root))) return pinnedIn(root);
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  giveUp('the pinned Node 24 was not installed. Delete node_modules and start again, or install Node 24.');
}

/** @param {string[]} words @param {import('node:child_process').SpawnOptions} [options] */
export function spawnPinned(words, options) {
  return spawn(findPinnedNode(), ['--disable-warning=ExperimentalWarning', ...words], {
    cwd: root,
    stdio: 'inherit',
    ...options,
  });
}

/**
 * Runs the server as `npm start` does. Two settings save 30 MB in an idle server. The compile cache stores the
 * sources without types, so the type stripper is not loaded. The young generation of V8 stays small.
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {string[]} [args] The arguments after `npm start --`.
 */
export function spawnServer(options, args = []) {
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'qasid'),
    ...(options?.env ?? process.env),
  };
  // `./data` is in the school's folder, whatever program runs.
  const words = ['--max-semi-space-size=4', join(root, 'src/server/main.ts'), ...args];
  return spawnPinned(words, { cwd: home, ...options, env });
}

/**
 * Passes the signals of this process to its children.
 * @param {import('node:child_process').ChildProcess[]} children The children at the time of the signal.
 */
function passSignals(children) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends SIGINT to every process itself. A second SIGINT would look like a second Ctrl-C.
      const hasSignal = signal === 'SIGINT' && (process.stdin.isTTY || process.platform === 'win32');
      if (!hasSignal) for (const child of children) child.kill(signal);
    });
  }
  stopWhenNpmIsGone(children);
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
const endOf = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });

/**
 * Runs the server and restarts it each time it asks for a restart. Otherwise it exits with the code of the server.
 * @param {string[]} args The arguments after `npm start --`, used only for the first start.
 */
export async function keepServing(args) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = [];
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isEnding = true;
    });
  passSignals(running);
  for (let words = args; ; words = []) {
    const server = spawnServer({ stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }, [
      ...words,
      '--supervised',
    ]);
    running.splice(0, 1, server);
    let isRequested = false;
    server.on('message', (message) => {
      if (message === 'restart') isRequested = true;
    });
    const code = await endOf(server);
    if (!isRequested || isEnding || code !== 0) process.exit(code);
  }
}

/**
 * Passes signals to the children and exits with the code of the first child that ends. The other children are then
 * stopped.
 * @param {...import('node:child_process').ChildProcess} children
 */
export async function endWith(...children) {
  passSignals(children);
  const endings = children.map(endOf);
  const code = await Promise.race(endings);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(endings);
  process.exit(code);
}

/**
 * On a signal npm stops its shell, but the shell does not signal this process. Without this check the server would
 * keep running and keep its port.
 * @param {import('node:child_process').ChildProcess[]} children
 */
function stopWhenNpmIsGone(children) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    for (const child of children) child.kill('SIGTERM');
  }, 500);
}
