/** What systems are told, read again as they read it. None of the commands is run here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDesktopLink } from './desktop-link.ts';
import { planLaunchd, writePlist } from './launchd.ts';
import { type Place, UntellablePlace } from './model.ts';
import { planSystemd, writeUnit } from './systemd.ts';
import { inUtf16, planTask, writeTask } from './task-scheduler.ts';

const place = (more: Partial<Place> = {}): Place => ({
  node: '/usr/bin/node',
  script: '/home/ayesha/qasid/scripts/start.mjs',
  dataDir: undefined,
  homedir: '/home/ayesha',
  temporary: '/tmp',
  user: 'ayesha',
  uid: 1000,
  ...more,
});
const onWindows = (more: Partial<Place> = {}): Place =>
  place({
    node: 'C:\\Program Files\\nodejs\\node.exe',
    script: 'C:\\Qasid\\scripts\\start.mjs',
    homedir: 'C:\\Users\\Ayesha',
    temporary: 'C:\\Temp',
    user: 'SCHOOL\\Ayesha',
    ...more,
  });

/** Blanks, Urdu letters, and every sign that one of the forms gives a meaning. */
const hard = [
  '/srv/fee desk/start.mjs',
  '/srv/فیس ڈیسک/start.mjs',
  '/srv/a & b <c> "d" \'e\'/start.mjs',
  '/srv/100%/%h %% %n/start.mjs',
  '/srv/$HOME $PATH $$/start.mjs',
  '/srv/back\\slash \\n \\x41/start.mjs',
  '/srv/; # ` ! ^ *//start.mjs',
];

const fromXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

describe('the unit of systemd', () => {
  /** As systemd.syntax(7) reads a quoted word: C escapes, then specifiers, of which `%%` is a plain one. */
  const readWord = (word: string): string => {
    const plain = word.replaceAll(/\\(.)/g, (_all, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);
    if (/%(?!%)/.test(plain.replaceAll('%%', ''))) throw new Error(`a specifier is left in ${plain}`);
    return plain.replaceAll('%%', '%');
  };
  const wordsOf = (line = ''): string[] =>
    [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => readWord(word));
  const lineOf = (unit: string, name: string) => unit.split('\n').find((line) => line.startsWith(`${name}=`));

  it.each(hard)('starts %s', (script) => {
    const unit = writeUnit(place({ node: `${script}/node`, script, dataDir: `${script}/data` }));
    expect(wordsOf(lineOf(unit, 'ExecStart'))).toEqual(['exec "$0" "$@"', `${script}/node`, script]);
    expect(wordsOf(lineOf(unit, 'Environment'))).toEqual([`DATA_DIR=${script}/data`]);
  });

  it('says nothing of data in their usual place', () => {
    expect(writeUnit(place())).not.toContain('DATA_DIR');
  });

  it('The unit takes away what the program never needs, and nothing that a user may not take away.', () => {
    const unit = writeUnit(place());
    for (const line of [
      'NoNewPrivileges=true',
      'RestrictNamespaces=true',
      'SystemCallFilter=@system-service',
    ])
      expect(unit.split('\n')).toContain(line);
    // The manager of a user has neither capabilities to drop nor mounts to make: such a unit would not start.
    expect(unit).not.toMatch(/^(CapabilityBoundingSet|Protect|Private)/m);
  });

  const canVerify = (() => {
    try {
      execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  it.runIf(canVerify).each(hard)('is taken by systemd itself: %s', (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'qasid-unit-'));
    const file = join(folder, 'qasid.service');
    writeFileSync(file, writeUnit(place({ node: `${script}/node`, script, dataDir: script })));
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    execFileSync('systemd-analyze', ['--user', 'verify', file], { stdio: 'pipe', env });
    rmSync(folder, { recursive: true });
  });

  it('is installed for the user, begins at once, and at the start of the computer', () => {
    const plan = planSystemd(place());
    expect(plan.files.map(({ path }) => path)).toEqual(['/home/ayesha/.config/systemd/user/qasid.service']);
    expect(plan.install.map(({ args }) => args.join(' '))).toEqual([
      '--user daemon-reload',
      '--user enable qasid.service',
      '--user restart qasid.service',
    ]);
    expect(plan.alsoAtBoot).toEqual({ program: 'loginctl', args: ['enable-linger', 'ayesha'] });
    expect(plan.remove[0]?.args).toEqual(['--user', 'disable', '--now', 'qasid.service']);
  });
});

describe('the agent of launchd', () => {
  it.each(hard)('starts %s', (script) => {
    const plist = writePlist(place({ script, dataDir: `${script}/data`, homedir: '/Users/ayesha' }));
    const strings = [...plist.matchAll(/<string>([^<]*)<\/string>/g)].map(([, text = '']) => fromXml(text));
    expect(strings).toEqual([
      'pk.qasid.desk',
      '/usr/bin/node',
      script,
      `${script}/data`,
      '/Users/ayesha/Library/Logs/Qasid.log',
      '/Users/ayesha/Library/Logs/Qasid.log',
    ]);
  });

  it('is put into the domain of the user, in place of an earlier one', () => {
    const { install } = planLaunchd(place({ homedir: '/Users/a', uid: 501 }));
    expect(install).toEqual([
      { program: 'launchctl', args: ['bootout', 'gui/501/pk.qasid.desk'], mayFail: true },
      {
        program: 'launchctl',
        args: ['bootstrap', 'gui/501', '/Users/a/Library/LaunchAgents/pk.qasid.desk.plist'],
      },
    ]);
  });
});

describe('the task of Windows', () => {
  const textOf = (xml: string, name: string): string =>
    fromXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');
  /** As a program of Windows splits its line: learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments. */
  const wordsOf = (line: string): string[] =>
    [...line.matchAll(/"((?:[^"\\]|\\(?!")|\\\\(?="))*)"/g)].map(([word]) =>
      word.slice(1, -1).replace(/(\\+)$/, (slashes) => slashes.slice(slashes.length / 2)),
    );
  const folders = [
    'C:\\Qasid',
    'C:\\Fee desk & more',
    'D:\\فیس ڈیسک',
    "C:\\it's (1) [2] {3} ^ ! ; , = + @ # ~ `",
    'C:\\100% sure',
    'C:\\$HOME',
    '\\\\server\\fee desk\\Qasid',
  ];

  it.each(folders)('starts what lies in %s', (folder) => {
    const xml = writeTask(
      onWindows({ script: `${folder}\\scripts\\start.mjs`, dataDir: 'D:\\data\\' }),
      'boot',
    );
    expect(wordsOf(textOf(xml, 'Arguments'))).toEqual([`${folder}\\scripts\\start.mjs`, '--data=D:\\data\\']);
    expect(textOf(xml, 'Command')).toBe('"C:\\Program Files\\nodejs\\node.exe"');
    expect(textOf(xml, 'WorkingDirectory')).toBe(folder);
  });

  it.each(['C:\\%TEMP%\\Qasid', 'C:\\a%b%c', 'C:\\$(Arg0)'])(
    'is not made of %s, which would be filled in',
    (folder) => {
      expect(() => writeTask(onWindows({ script: `${folder}\\scripts\\start.mjs` }), 'boot')).toThrow(
        UntellablePlace,
      );
    },
  );

  it('runs without end, on a battery too, and is not begun twice', () => {
    const xml = writeTask(onWindows(), 'boot');
    for (const [name, value] of [
      ['ExecutionTimeLimit', 'PT0S'],
      ['DisallowStartIfOnBatteries', 'false'],
      ['StopIfGoingOnBatteries', 'false'],
      ['MultipleInstancesPolicy', 'IgnoreNew'],
      ['LogonType', 'S4U'],
      ['UserId', 'SCHOOL\\Ayesha'],
    ] as const)
      expect([name, textOf(xml, name)]).toEqual([name, value]);
    expect(xml).toContain('<BootTrigger>');
  });

  it('begins when its user signs in, where nothing more is allowed', () => {
    const xml = writeTask(onWindows({ user: 'SCHOOL & CO\\عائشہ' }), 'signIn');
    expect(xml).toContain('<LogonTrigger>');
    expect(textOf(xml, 'LogonType')).toBe('InteractiveToken');
    expect(textOf(xml, 'UserId')).toBe('SCHOOL & CO\\عائشہ');
  });

  it('is handed over in UTF-16 with its mark, by one line for each of both', () => {
    const bytes = inUtf16(writeTask(onWindows({ user: 'SCHOOL\\عائشہ' }), 'boot'));
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, '<'.charCodeAt(0), 0]);
    const plan = planTask(onWindows());
    const created = (commands = plan.install) => commands.find(({ args }) => args[0] === '/Create')?.args;
    expect(created()).toEqual(['/Create', '/F', '/TN', 'Qasid', '/XML', 'C:\\Temp\\qasid-task-boot.xml']);
    expect(created(plan.otherwise?.install)?.at(-1)).toBe('C:\\Temp\\qasid-task-signIn.xml');
    expect(plan.remove.at(-1)?.args).toEqual(['/Delete', '/F', '/TN', 'Qasid']);
  });
});

describe('the link on the desktop', () => {
  const address = 'http://127.0.0.1:3000';
  const link = (platform: NodeJS.Platform, folder: string) => {
    const { path, bytes } = writeDesktopLink({ platform, folder, address });
    return { path, text: bytes.toString() };
  };

  it('is what each system opens in its browser', () => {
    expect(link('win32', 'C:\\Users\\A\\OneDrive\\Desktop')).toEqual({
      path: 'C:\\Users\\A\\OneDrive\\Desktop\\Qasid.url',
      text: `[InternetShortcut]\r\nURL=${address}/\r\n`,
    });
    expect(link('linux', '/home/a/ڈیسک ٹاپ').path).toBe('/home/a/ڈیسک ٹاپ/Qasid.desktop');
    expect(link('linux', '/home/a').text).toContain(`\nType=Link\nName=Qasid\nURL=${address}/\n`);
    expect(link('darwin', '/Users/a/Desktop')).toMatchObject({
      path: '/Users/a/Desktop/Qasid.webloc',
      text: expect.stringContaining(`<string>${address}/</string>`),
    });
  });
});
