/** How the browser of the tests is started. */
import type { LaunchOptions } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export const launch = (path: string | undefined): LaunchOptions => ({
  executablePath: path || undefined,
  // Without a language, Chromium names a file with an Urdu name `download`.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    // Drawing with an emulated graphics card takes a quarter of the machine.
    '--disable-gpu',
    // In a closed network Chromium's own calls fail, many at a time.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox refuses to run as root.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
});

/** The complete browser, which also shows PDFs. */
export const wholeBrowser = launch(process.env.WHOLE_CHROMIUM_PATH || process.env.CHROMIUM_PATH);
