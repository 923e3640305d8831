// Runs the README's first command as on a new machine: the tracked files, the oldest Node that the README promises and
// an empty environment. It then sets up the school by HTTP, stops Qasid and starts it a second time. The packages are
// those of this folder, because `npm test` has installed them already.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { root } from './install.mjs';

const oldestNode = '20.0.0';
const password = 'a fairly long pass phrase';

// Not in the system's folder for temporary files: hard links need the same disk.
const ignoredByGit = join(root, 'dist');
mkdirSync(ignoredByGit, { recursive: true });
const place = mkdtempSync(join(ignoredByGit, 'first-start-'));
const clone = join(place, 'fee desk');
const npm = process.env.npm_execpath;
const running = new Set<ChildProcess>();

try {
  const oldNode = installOldNode();
  copyTrackedFiles();
  const port = await findFreePort();
  const env = makeEnvironment(oldNode, port);
  await passFirstStart(oldNode, env);
  await passSecondStart(env);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  for (const child of running) signal(child, 'SIGKILL');
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}

/** Returns the path of the oldest promised Node, which npm has as a package without scripts for each system. */
function installOldNode(): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = join(place, 'old-node');
  mkdirSync(folder);
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const [program, first] = npm?.endsWith('js') ? [process.execPath, [npm]] : ['npm', []];
  execFileSync(program, [...first, ...words, `${name}@${oldestNode}`], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function copyTrackedFiles(): void {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const path of paths.filter(Boolean)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    copyFileSync(join(root, path), join(clone, path));
  }
}

/**
 * Stands for npm while `npm start` installs: it links the packages of this folder. They are in the same version, and
 * installing them again would take as long as the rest of this lane.
 */
function writeInstaller(): string {
  const file = join(place, 'npm.cjs');
  const packages = JSON.stringify(join(root, 'node_modules'));
  writeFileSync(
    file,
    `const { cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');
if (process.argv[2] !== 'ci') throw new Error('expected npm ci, not ' + process.argv.slice(2).join(' '));
const link = (from, to) => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (/^\\.(cache|vite)/.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
};
link(${packages}, join(process.cwd(), 'node_modules'));
`,
  );
  return file;
}

function makeEnvironment(oldNode: string, port: number): Record<string, string> {
  const home = join(place, 'home');
  mkdirSync(home);
  return {
    PATH: [dirname(oldNode), process.env.PATH].join(delimiter),
    HOME: home,
    PORT: String(port),
  };
}

/** Runs what package.json has for `npm start`, with the installer above in place of npm. */
async function passFirstStart(oldNode: string, env: Record<string, string>): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const start = run(scripts.start, {
    ...env,
    npm_execpath: writeInstaller(),
    npm_node_execpath: oldNode,
  });
  const link = await start.printed(/set up your school: (\S+)/);
  const { origin, searchParams } = new URL(link);
  const page = await (await fetch(origin)).text();
  if (!page.includes('<div id="root"')) throw new Error(`the page is not Qasid's: ${page.slice(0, 200)}`);
  const school = { school: 'Noor School', campus: 'Girls Campus', name: 'Amna', userName: 'amna', password };
  await post(origin, 'Setup', { token: searchParams.get('token'), ...school });
  await start.stop();
}

/** The packages are there now, so npm puts the pinned Node before the old one, as on any later start. */
async function passSecondStart(env: Record<string, string>): Promise<void> {
  const command = npm?.endsWith('js') ? `node "${npm}" start` : 'npm start';
  const start = run(command, { ...env, PATH: `${process.env.PATH}` });
  const address = await start.printed(/Qasid is ready: (\S+)/);
  await post(address, 'Account/Login', { userName: 'amna', password });
  await start.stop();
}

async function post(origin: string, call: string, body: object): Promise<void> {
  const answer = await fetch(new URL(`/api/${call}`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(origin).origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
}

/** Starts a command in the clone, in its own process group. */
function run(command: string, env: Record<string, string>) {
  const child = spawn(command, { cwd: clone, env, shell: true, detached: process.platform !== 'win32' });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      child.emit('printed');
    });
  }
  const ended = once(child, 'exit').then(() => running.delete(child));
  return {
    /** Resolves with the first group of the pattern. Throws with all output if the command ends before. */
    async printed(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found) return found;
        if (!running.has(child)) throw new Error(`“${command}” ended with:\n${output}`);
        await Promise.race([once(child, 'printed'), ended]);
      }
    },
    /** Stops as Ctrl-C does, and waits until the whole group has ended. */
    async stop(): Promise<void> {
      signal(child, 'SIGINT');
      await ended;
    },
  };
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-(child.pid ?? 0), name);
  } catch {
    // It has ended already.
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
