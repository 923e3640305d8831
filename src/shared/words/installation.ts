/** Texts about the installation: on its page, in the strip of warnings, and at the start of the program. */
import type { InstallationWarning } from '../calls/installation.ts';
import { formatInstant } from '../dates.ts';
import { inMegabytes } from './megabytes.ts';

type Code = InstallationWarning['code'];
type Of<C extends Code> = Extract<InstallationWarning, { code: C }>;

const used = {
  lastGood: 'Those of the last good one are used',
  nothing: 'The usual ones are used',
} as const;

const warnings: { [C in Code]: (warning: Of<C>, at: (instant: string) => string) => string } = {
  lowSpace: ({ free }) =>
    `The disk that Qasid’s data are on has only ${inMegabytes(free)} left. Make room: when it is full nothing can be saved or sent.`,
  clockWrong: ({ shows, is }, at) =>
    `The clock of the computer that Qasid runs on is wrong: it says ${at(shows)}, and it is ${at(is)}. Set its date and time.`,
  clockBehind: ({ shows, seen }, at) =>
    `The clock of the computer that Qasid runs on says ${at(shows)}, but something of ${at(seen)} is there already. Set its date and time.`,
  syncedFolder: ({ name }) =>
    `Qasid’s data lie in a folder that ${name} copies while they are written, which can spoil them. Move them to a plain folder of this computer, and name the ${name} folder as the second place of the backups instead.`,
  networkFolder: ({ name }) =>
    `Qasid’s data lie on another computer (${name}). When the network is interrupted they can be spoiled. Move them to a disk of this computer.`,
  tornSettings: (warning) =>
    `The file settings.json cannot be read. ${used[warning.used]}. Look at them and save them once more.`,
  moneyDiffers: ({ campus }) =>
    `The figures of some bills of ${campus} are not what its payments come to. Run “npm run verify-money”: it names the first of them. Until then trust the receipts, not the list.`,
};

/** The sentence of a warning, with times in this time zone. */
export function sayInstallationWarning(warning: InstallationWarning, timeZone: string): string {
  const say = warnings[warning.code] as (
    warning: InstallationWarning,
    at: (instant: string) => string,
  ) => string;
  return say(warning, (instant) => formatInstant(instant, timeZone));
}

export const installationFailures = {
  taken: (port: number) => `Port ${port} is taken by another program. Choose another one.`,
  forbidden: (port: number) => `Port ${port} may not be used by Qasid. Choose one above 1023.`,
  fixedPort: 'The port is set by PORT in the environment that Qasid is started in. Change it there.',
  fixedHost: 'Who is let in is set by HOST in the environment that Qasid is started in. Change it there.',
  noRestart: 'Qasid cannot start itself again here. Stop it, and start it again.',
} as const;

/**
 * Both open the port only to computers of the same network. The command prompt and PowerShell need different commands.
 */
export const firewallLines = {
  commandPrompt: (port: number) =>
    `netsh advfirewall firewall add rule name="Qasid" dir=in action=allow protocol=TCP localport=${port} remoteip=LocalSubnet profile=any`,
  powerShell: (port: number) =>
    `New-NetFirewallRule -DisplayName "Qasid" -Direction Inbound -Action Allow -Protocol TCP -LocalPort ${port} -RemoteAddress LocalSubnet -Profile Any`,
  linux: (port: number) => `sudo ufw allow ${port}/tcp`,
} as const;

export const installationWords = {
  title: 'This computer',
  intro: 'Where Qasid listens, who is let in, and how it starts. It is the same for every campus.',
  readOnly: 'Only an administrator can see this.',
  operator:
    'This Qasid serves several schools. Whoever runs it sees to where it listens, to updates and restores.',
  version: (version: string) => `Qasid ${version}`,
  notices: 'Licences of the software in it',
  dataIn: (folder: string) => `Its data lie in ${folder}.`,
  restart: 'Qasid must be started again',
  restartText: 'What you changed here counts from its next start on. Messages that wait are sent after it.',
  restartByHand: 'Stop Qasid on its computer and start it again, or switch the computer off and on.',
  restartNow: 'Start again now',
  restarting: 'Qasid starts again. This takes a few seconds.',
  restarted: 'Qasid has started again.',
  openThere: 'It is now at',
  lan: 'Let other computers in',
  lanHint:
    'Computers and phones on the school’s own network open Qasid in their browser, and everybody signs in there.',
  lanSwitch: 'Let other computers of the network in',
  lanFixed: 'Set by HOST in the environment that Qasid is started in.',
  lanOff: 'Only this computer opens Qasid.',
  address: 'Address for the other computers',
  addresses: 'Addresses for the other computers',
  scan: 'Or scan this with a phone on the same Wi-Fi',
  noAddress: 'This computer is on no network at the moment. Connect it, then look here again.',
  addressMoves:
    'If the address is another one tomorrow, ask whoever looks after the router to always give this computer the same.',
  publicUrl: (url: string) => `From everywhere it is reached at ${url}.`,
  notSecret:
    'In the school’s network passwords and messages travel as they are. Do not let in the internet this way: that needs https (see docs/operations.md).',
  firewall: 'If they cannot open it, Windows holds them back',
  firewallText:
    'Press the Windows key, type cmd, choose “Run as administrator”, paste this line and press Enter. It is needed once.',
  commandPrompt: 'In a command prompt (cmd)',
  powerShell: 'Or in PowerShell',
  firewallLinux: 'If they cannot open it, a firewall holds them back. On Ubuntu this line opens it, once:',
  firewallMac: 'If macOS asks whether node may accept connections, choose Allow.',
  terminal: 'In a terminal',
  copy: 'Copy',
  copied: 'Copied',
  port: 'Port',
  portHint:
    'The number at the end of the address. Another one is needed only when a second program wants the same.',
  portFixed: 'Set by PORT in the environment that Qasid is started in.',
  save: 'Save',
  saved: 'Saved.',
  commands: 'Start by itself, and updates',
  commandsText:
    'These are typed on the computer that Qasid runs on, in its folder. docs/operations.md explains each.',
  service: 'Starts Qasid when the computer is switched on, and puts a link on the desktop',
  update: 'Brings a newer Qasid, from a folder or archive that you have. Your data are backed up before',
  back: 'Goes back to the Qasid of before',
  warnings: 'What needs looking after',
} as const;

/** Texts of the strip on every page. */
export const warningStripWords = {
  ask: 'Tell whoever looks after Qasid.',
  label: 'Warnings about this computer',
  toPage: 'See This computer',
} as const;

export const startWarningWords = {
  line: (sentence: string) => `Warning: ${sentence}`,
} as const;
