/** Each start file is parsed the way its system parses it. No install command runs here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDesktopLink } from './desktop-link.ts';
import { planLaunchd, writePlist } from './launchd.ts';
import { type Place, UnusablePath } from './model.ts';
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

/** Spaces, Urdu letters and every character with a special meaning in one of the formats. */
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

describe('systemd unit', () => {
  /** Reads a quoted word as systemd.syntax(7) does: C escapes first, then specifiers; `%%` is a plain `%`. */
  const readWord = (word: string): string => {
    const plain = word.replaceAll(/\\(.)/g, (_all, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign);
    if (/%(?!%)/.test(plain.replaceAll('%%', ''))) throw new Error(`a specifier is left in ${plain}`);
    return plain.replaceAll('%%', '%');
  };
  const wordsOf = (line = ''): string[] =>
    [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => readWord(word));
  const lineOf = (unit: string, name: string) => unit.split('\n').find((line) => line.startsWith(`${name}=`));

  it.each(hard)('The systemd unit starts %s.', (script) => {
    const unit = writeUnit(place({ node: `${script}/node`, script, dataDir: `${script}/data` }));
    expect(wordsOf(lineOf(unit, 'ExecStart'))).toEqual(['exec "$0" "$@"', `${script}/node`, script]);
    expect(wordsOf(lineOf(unit, 'Environment'))).toEqual([`DATA_DIR=${script}/data`]);
  });

  it('The systemd unit does not set DATA_DIR for the default data folder.', () => {
    expect(writeUnit(place())).not.toContain('DATA_DIR');
  });

  it('The systemd unit drops permissions the program never needs, with settings that are allowed for a user unit.', () => {
    const unit = writeUnit(place());
    for (const line of [
      'NoNewPrivileges=true',
      'RestrictNamespaces=true',
      'SystemCallFilter=@system-service',
    ])
      expect(unit.split('\n')).toContain(line);
    // A user manager can neither drop capabilities nor make mounts. A unit with these settings would not start.
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
  it.runIf(canVerify).each(hard)('systemd-analyze accepts the unit for %s.', (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'qasid-unit-'));
    const file = join(folder, 'qasid.service');
    writeFileSync(file, writeUnit(place({ node: `${script}/node`, script, dataDir: script })));
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    execFileSync('systemd-analyze', ['--user', 'verify', file], { stdio: 'pipe', env });
    rmSync(folder, { recursive: true });
  });

  it('The systemd unit is installed for the user and starts at once and at boot.', () => {
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

describe('launchd agent', () => {
  it.each(hard)('The launchd agent starts %s.', (script) => {
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

  it('The launchd agent is installed in the user’s domain and replaces an earlier one.', () => {
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

describe('Windows task', () => {
  const textOf = (xml: string, name: string): string =>
    fromXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');
  /** Splits a command line as Windows does: learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments. */
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

  it.each(folders)('The Windows task starts the program in %s.', (folder) => {
    const xml = writeTask(
      onWindows({ script: `${folder}\\scripts\\start.mjs`, dataDir: 'D:\\data\\' }),
      'boot',
    );
    expect(wordsOf(textOf(xml, 'Arguments'))).toEqual([`${folder}\\scripts\\start.mjs`, '--data=D:\\data\\']);
    expect(textOf(xml, 'Command')).toBe('"C:\\Program Files\\nodejs\\node.exe"');
    expect(textOf(xml, 'WorkingDirectory')).toBe(folder);
  });

  it.each(['C:\\%TEMP%\\Qasid', 'C:\\a%b%c', 'C:\\$(Arg0)'])(
    'The Windows task refuses %s, because Windows would expand it.',
    (folder) => {
      expect(() => writeTask(onWindows({ script: `${folder}\\scripts\\start.mjs` }), 'boot')).toThrow(
        UnusablePath,
      );
    },
  );

  it('The Windows task runs without a time limit, on battery too, and never twice at once.', () => {
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

  it('The Windows task starts at sign-in if a start at boot is not allowed.', () => {
    const xml = writeTask(onWindows({ user: 'SCHOOL & CO\\عائشہ' }), 'signIn');
    expect(xml).toContain('<LogonTrigger>');
    expect(textOf(xml, 'LogonType')).toBe('InteractiveToken');
    expect(textOf(xml, 'UserId')).toBe('SCHOOL & CO\\عائشہ');
  });

  it('The Windows task is written in UTF-16 with a byte order mark and created with one command per kind.', () => {
    const bytes = inUtf16(writeTask(onWindows({ user: 'SCHOOL\\عائشہ' }), 'boot'));
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, '<'.charCodeAt(0), 0]);
    const plan = planTask(onWindows());
    const created = (commands = plan.install) => commands.find(({ args }) => args[0] === '/Create')?.args;
    expect(created()).toEqual(['/Create', '/F', '/TN', 'Qasid', '/XML', 'C:\\Temp\\qasid-task-boot.xml']);
    expect(created(plan.otherwise?.install)?.at(-1)).toBe('C:\\Temp\\qasid-task-signIn.xml');
    expect(plan.remove.at(-1)?.args).toEqual(['/Delete', '/F', '/TN', 'Qasid']);
  });
});

describe('Desktop link', () => {
  const address = 'http://127.0.0.1:3000';
  const link = (platform: NodeJS.Platform, folder: string) => {
    const { path, bytes } = writeDesktopLink({ platform, folder, address });
    return { path, text: bytes.toString() };
  };

  it('The desktop link has the format that each system opens in its browser.', () => {
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
