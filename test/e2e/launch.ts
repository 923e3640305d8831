/** How the browser of the journeys is started. */
import type { LaunchOptions } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export const launch = (path: string | undefined): LaunchOptions => ({
  executablePath: path || undefined,
  // Where no language is set, Chromium gives a file with an Urdu name the name `download`.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    // Nobody looks: drawing by a made-up graphics card takes a quarter of the machine.
    '--disable-gpu',
    // A closed network makes every one of its own calls fail, many at a time.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox refuses to run as root.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
});

/** With all that a person's browser has, such as what shows a PDF. */
export const wholeBrowser = launch(process.env.WHOLE_CHROMIUM_PATH || process.env.CHROMIUM_PATH);
