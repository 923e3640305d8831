/** Texts of `npm run service`. */

export const bootWords = {
  usage: 'Say what is to be done: npm run service -- install, or status, start, stop, remove.',
  noSystem:
    'Here it is not known how a program is started by itself. See docs/operations.md for what to start.',
  notSetUp: (folder: string) =>
    `There is no school in ${folder} yet. Run npm start once, open the link that it prints, set up your school, stop it with Ctrl-C, and then run this again.`,
  onServer:
    'With DATABASE_URL Qasid runs on a server: deploy/ has the units for it, which this command does not replace.',
  runsInWindow: 'Qasid is running in a window. Stop it there with Ctrl-C, and run this again.',
  notTaken: (names: readonly string[]) =>
    `Not taken along, as only this window knows it: ${names.join(', ')}. What you want to stay, set in Settings → This computer.`,
  refused: (program: string, said: string) => `${program} refused: ${said}`,
  missing: (program: string) => `${program} is not on this computer.`,
  installed: {
    win32: 'Qasid now starts when this computer is switched on.',
    linux: 'Qasid now starts when this computer is switched on.',
    darwin: 'Qasid now starts when you sign in on this computer.',
  },
  atSignIn:
    'Qasid now starts when you sign in on this computer. To have it start when the computer is switched on, open the command prompt with “Run as administrator” and run this again.',
  noLinger: (user: string) =>
    `It starts when you sign in. To have it start when the computer is switched on, run: sudo loginctl enable-linger ${user}`,
  link: (path: string) => `A link is on the desktop: ${path}`,
  noLink: 'No link was put on the desktop.',
  open: (address: string) => `Open ${address}`,
  notUp: (address: string) =>
    `It does not answer at ${address} yet. Look again in a minute; run npm start in its place to see what is wrong.`,
  isInstalled: 'Qasid is started by this computer.',
  isNotInstalled: 'Qasid is not started by this computer. npm run service -- install changes that.',
  answers: (address: string, version: string) => `It runs: Qasid ${version} at ${address}`,
  answersNot: (address: string) => `It does not run: nothing answers at ${address}`,
  answersElsewhere: (address: string) =>
    `It runs, but does not answer at ${address}: it is still starting, or was started with another PORT or HOST.`,
  removed: 'Qasid is no longer started by this computer. Your data are as they were.',
  started: 'Started.',
  stopped: 'Stopped.',
} as const;
