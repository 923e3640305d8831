// Finds a Chromium for the browser tests: the one in CHROMIUM_PATH, or an installed one, or one that is installed
// now.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The headless shell needs a third less CPU, but has no viewer for PDF files. */
const light = ['chromium-headless-shell', ...whole];

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const base = process.env[variable];
    return base ? [join(base, 'Google/Chrome/Application/chrome.exe')] : [];
  }),
  ...['ProgramFiles', 'ProgramFiles(x86)'].flatMap((variable) => {
    const base = process.env[variable];
    return base ? [join(base, 'Microsoft/Edge/Application/msedge.exe')] : [];
  }),
];

/** Debian packages that the browser tests need. The Noto fonts draw Urdu. */
const debianPackages = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  chromium: '/usr/bin/chromium',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoNastaliqUrdu-Regular.ttf',
};

/**
 * Installs what is missing and prints which browsers the tests will use, so that a new machine has the same setup as
 * a used one.
 * @returns {Promise<{ CHROMIUM_PATH: string, WHOLE_CHROMIUM_PATH: string }>} for the environment of the browser tests
 */
export async function prepareBrowsers() {
  const found = {
    CHROMIUM_PATH: await findOrInstallChromium(),
    WHOLE_CHROMIUM_PATH: await findOrInstallChromium({ isWhole: true }),
  };
  for (const path of new Set(Object.values(found))) console.log(`browser ${versionOf(path)} (${path})`);
  const fonts = spawnSync('fc-match', ['Noto Nastaliq Urdu'], { encoding: 'utf8' }).stdout?.trim();
  console.log(`fonts for Urdu: ${fonts || 'system fonts'}`);
  return found;
}

/**
 * @param {{ isWhole?: boolean }} [wish] `isWhole`: a full browser, including its PDF viewer
 * @returns {Promise<string>} its path; throws one sentence that says what to do when there is none
 */
export async function findOrInstallChromium({ isWhole = false } = {}) {
  const names = isWhole ? whole : light;
  if (!process.env.CHROMIUM_PATH) await installDebianPackages();
  const found = await findChromium(names);
  if (found) return found;
  console.log('No Chromium found: installing one for the browser tests…');
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  const installed = await findChromium(names);
  if (installed) return installed;
  throw new Error(
    'There is no Chromium for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

async function installDebianPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const missing = Object.entries(debianPackages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(', ')} for the browser tests…`);
  await run('apt-get', ['update', '-qq']);
  // The packages are installed one by one, because an older Debian has no headless shell.
  for (const name of missing) await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/** @param {readonly string[]} names */
async function findChromium(names) {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return configured;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const { chromium } = await import('@playwright/test');
  return [...onPath, ...usualPlaces, chromium.executablePath()].find(
    (path) => existsSync(path) && versionOf(path) !== undefined,
  );
}

/**
 * Undefined if the file does not run: libraries may be missing, and Ubuntu's file is only a stub for snap.
 * @param {string} path
 * @returns {string | undefined}
 */
function versionOf(path) {
  // On Windows --version opens a window.
  if (process.platform === 'win32') return 'of this computer';
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Resolves even if the program fails, because the caller then checks for the result itself.
 * @param {string} program @param {string[]} words @returns {Promise<void>}
 */
function run(program, words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'ignore', timeout: 10 * 60_000, env });
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
}
