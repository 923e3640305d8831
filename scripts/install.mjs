// Installs the packages of package-lock.json into node_modules. Plain JavaScript, because any Node from 20 on may run
// it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Prints one sentence that says what to do, and exits. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  console.error(`Qasid: ${sentence}`);
  process.exit(1);
}

/** Installs if node_modules is missing, incomplete or older than the lock file. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    giveUp(`Node 20 or newer is needed, this is ${process.version}. Install it from https://nodejs.org.`);
  }
  if (isInstalled(root)) return;
  const stop = showProgress('Installing what Qasid needs (about a minute)');
  const { code, output } = await runNpm();
  stop();
  if (code !== 0) giveUp(explainFailure(output));
}

/**
 * npm writes node_modules/.package-lock.json only after a complete install. So no own marker is needed: a manual
 * install counts, and an interrupted install does not.
 * @param {string} folder
 * @param {string} [place] The folder with the node_modules to check, if it is another one.
 */
export function isInstalled(folder, place = folder) {
  const written = readPackages(join(place, 'node_modules', '.package-lock.json'));
  const lockedPackages = readPackages(join(folder, 'package-lock.json'));
  if (!lockedPackages) giveUp('package-lock.json is missing. Clone the repository again.');
  if (!written) return false;
  return Object.entries(lockedPackages).every(([path, locked]) => {
    const present = written[path];
    // Packages for other systems are not installed.
    if (!present) return path === '' || locked.optional || locked.devOptional || locked.peer;
    return present.version === locked.version;
  });
}

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */

/** @param {string} file @returns {Record<string, Entry> | undefined} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @returns {Promise<{ code: number, output: string }>} */
function runNpm() {
  // Windows cannot replace a running node.exe, and `npm ci` would first remove the one that may run this script.
  const inPlace = process.platform === 'win32' && existsSync(join(root, 'node_modules'));
  const words = inPlace ? ['install', '--no-save'] : ['ci'];
  words.push('--no-audit', '--no-fund', '--loglevel=error');
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const child = npm?.endsWith('js')
    ? spawn(node, [npm, ...words], { cwd: root })
    : spawn(`npm ${words.join(' ')}`, { cwd: root, shell: true });
  return new Promise((resolve) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {string} output what npm said @returns {string} */
export function explainFailure(output) {
  if (/ENOENT.*npm|npm: not found|npm.*not recognized|npm: command not found/.test(output)) {
    return 'npm is missing. Install Node 20 or newer with npm from https://nodejs.org.';
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return 'the package registry cannot be reached. Connect to the internet and start again; this is needed once.';
  }
  if (/ENOSPC/.test(output)) return 'the disk is full. Free about 1 GB and start again.';
  if (/EACCES|EPERM/.test(output)) {
    return `this account may not write to ${root}. Start from a folder of your own, or close what uses it.`;
  }
  const firstLine = output.split('\n').find((line) => line.trim() !== '') ?? 'npm said nothing';
  return `the installation failed (${firstLine.trim()}). Run \`npm ci\` to see all of it.`;
}

/** One line with a dot now and then, so that a slow connection does not look like a hang. @param {string} what */
function showProgress(what) {
  const began = Date.now();
  process.stdout.write(what);
  const timer = setInterval(() => process.stdout.write('.'), 2000);
  return () => {
    clearInterval(timer);
    process.stdout.write(` ${Math.round((Date.now() - began) / 1000)} s\n`);
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
