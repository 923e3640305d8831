/**
 * A task of the Windows Task Scheduler: learn.microsoft.com/windows/win32/taskschd/task-scheduler-schema. It runs at
 * boot, which only an administrator may set up. Otherwise it runs when the user signs in.
 */
import { win32 } from 'node:path';
import { inXml } from './escape.ts';
import { type BootPlan, type Command, type File, type Place, UnusablePath } from './model.ts';

const taskName = 'Qasid';

/** The scheduler expands `%NAME%` and `$(Arg0)` and cannot escape them, so paths that contain them are refused. */
function expectPlain(path: string): void {
  if (/%[^%]+%|\$\(/.test(path))
    throw new UnusablePath(
      `Windows cannot start Qasid from the folder ${path}, because it would replace the text between % signs or after $. Rename the folder, for example to C:\\Qasid.`,
    );
}

type When = 'boot' | 'signIn';

const triggers: Record<When, (user: string) => string> = {
  boot: () => '<BootTrigger><Enabled>true</Enabled></BootTrigger>',
  signIn: (user) => `<LogonTrigger><Enabled>true</Enabled><UserId>${user}</UserId></LogonTrigger>`,
};
/** `S4U` runs as this user without a password, whether the user is signed in or not. */
const logons: Record<When, string> = { boot: 'S4U', signIn: 'InteractiveToken' };

export function writeTask({ node, script, dataDir, user }: Place, when: When): string {
  for (const path of [node, script, dataDir ?? '']) expectPlain(path);
  const who = inXml(user);
  // The scheduler cannot set environment variables, so a non-default data folder is passed as an argument.
  const words = [script, ...(dataDir === undefined ? [] : [`--data=${dataDir}`])];
  const line = words.map((word) => `"${word.replace(/\\+$/, '$&$&')}"`).join(' ');
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo><Description>Qasid, the fee desk of a school</Description></RegistrationInfo>',
    `  <Triggers>${triggers[when](who)}</Triggers>`,
    '  <Principals>',
    `    <Principal id="Author"><UserId>${who}</UserId><LogonType>${logons[when]}</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal>`,
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <StartWhenAvailable>true</StartWhenAvailable>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <Priority>6</Priority>',
    '    <RestartOnFailure><Interval>PT1M</Interval><Count>10</Count></RestartOnFailure>',
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    `      <Command>${inXml(`"${node}"`)}</Command>`,
    `      <Arguments>${inXml(line)}</Arguments>`,
    `      <WorkingDirectory>${inXml(win32.dirname(win32.dirname(script)))}</WorkingDirectory>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n');
}

/** schtasks reads UTF-16 with a byte order mark. */
export const inUtf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

export function planTask(place: Place): BootPlan {
  const fileOf = (when: When): File => ({
    path: win32.join(place.temporary, `qasid-task-${when}.xml`),
    bytes: inUtf16(writeTask(place, when)),
  });
  const schtasks = (...args: string[]): Command => ({ program: 'schtasks', args });
  const run = schtasks('/Run', '/TN', taskName);
  const end = schtasks('/End', '/TN', taskName);
  const create = (when: When): Command[] => [
    { ...end, mayFail: true },
    schtasks('/Create', '/F', '/TN', taskName, '/XML', fileOf(when).path),
    run,
  ];
  return {
    files: [fileOf('boot')],
    install: create('boot'),
    otherwise: { files: [fileOf('signIn')], install: create('signIn') },
    remove: [{ ...end, mayFail: true }, schtasks('/Delete', '/F', '/TN', taskName)],
    look: schtasks('/Query', '/TN', taskName),
    start: run,
    stop: end,
  };
}
