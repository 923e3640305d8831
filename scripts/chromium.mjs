// A Chromium for the browser tests: the machine's own, Playwright's, or one that is installed now.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** With the one without windows the journeys take a third less of the processor. */
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

/**
 * @param {{ isWhole?: boolean }} [wish] `isWhole`: with all that a person's browser has, where it is measured
 * @returns {Promise<string>} its path; throws one sentence that says what to do when there is none
 */
export async function findOrInstallChromium({ isWhole = false } = {}) {
  const names = isWhole ? whole : light;
  const found = await findChromium(names);
  if (found) return found;
  console.log('No Chromium here: installing one for the browser tests…');
  run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  const installed = await findChromium(names);
  if (installed) return installed;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    run('apt-get', ['update', '-qq']);
    // The Noto fonts draw Urdu.
    for (const name of isWhole ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core']);
      if (await findChromium(names)) break;
    }
  }
  const last = await findChromium(names);
  if (last) return last;
  throw new Error(
    'There is no Chromium for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

/** @param {readonly string[]} names */
async function findChromium(names) {
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
