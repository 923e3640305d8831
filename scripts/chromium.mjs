// A Chromium for the browser tests: the machine's own, Playwright's, or one that is installed now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

/** The one without windows comes first: the journeys take it a third less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
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

/** @returns {Promise<string>} its path; throws one sentence that says what to do when there is none */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('No Chromium here: installing one for the browser tests…');
  run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  const installed = await findChromium();
  if (installed) return installed;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    run('apt-get', ['update', '-qq']);
    // The Noto fonts draw Urdu.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core']);
      if (await findChromium()) break;
    }
  }
  const last = await findChromium();
  if (last) return last;
  throw new Error(
    'There is no Chromium for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return asked;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const { chromium } = await import('@playwright/test');
  return [...onPath, ...usualPlaces, chromium.executablePath()].find(
    (path) => existsSync(path) && runs(path),
  );
}

/**
 * A file is not yet a browser: libraries may be missing, and Ubuntu's is a stub that asks for snap.
 * @param {string} path
 */
function runs(path) {
  // On Windows --version opens a window.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** @param {string} program @param {string[]} words */
function run(program, words) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, words, { stdio: 'ignore', timeout: 10 * 60_000, env });
}
