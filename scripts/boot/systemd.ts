/** A unit of the user's systemd: freedesktop.org/software/systemd/man/systemd.service.html, and systemd.syntax. */
import { join } from 'node:path';
import type { BootPlan, Place } from './model.ts';

const unitName = 'qasid.service';

/** Quotes a word for systemd: backslashes and quotes as in C, and `%%`, because `%` begins a specifier. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('%', '%%')}"`;

/**
 * systemd refuses a program whose name contains a quote. So a shell runs the program and gets its name as an
 * argument. The leading `:` keeps systemd from expanding `$`.
 */
const shell = `:/bin/sh -c ${quoted('exec "$0" "$@"')}`;

/**
 * Restrictions that a user may set without administrator rights. The file system is not restricted: the program
 * installs, builds and updates itself in the school's folder, and a second backup folder may be anywhere.
 */
const hardening = [
  'NoNewPrivileges=true',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
  'RestrictNamespaces=true',
  'RestrictRealtime=true',
  'RestrictSUIDSGID=true',
  'LockPersonality=true',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
  'UMask=0077',
];

export function writeUnit({ node, script, dataDir }: Place): string {
  return [
    '[Unit]',
    'Description=Qasid, the fee desk of a school',
    '',
    '[Service]',
    `ExecStart=${shell} ${quoted(node)} ${quoted(script)}`,
    ...(dataDir === undefined ? [] : [`Environment=${quoted(`DATA_DIR=${dataDir}`)}`]),
    'Restart=on-failure',
    'RestartSec=10',
    '# Gives running work time to finish.',
    'TimeoutStopSec=60',
    'KillMode=mixed',
    ...hardening,
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

const systemctl = (...args: string[]) => ({ program: 'systemctl', args: ['--user', ...args] });

export function planSystemd(place: Place): BootPlan {
  const folder = join(place.homedir, '.config', 'systemd', 'user');
  return {
    files: [{ path: join(folder, unitName), bytes: Buffer.from(writeUnit(place)) }],
    install: [systemctl('daemon-reload'), systemctl('enable', unitName), systemctl('restart', unitName)],
    // Without lingering a user's units run only while the user is signed in.
    alsoAtBoot: { program: 'loginctl', args: ['enable-linger', place.user] },
    remove: [
      { ...systemctl('disable', '--now', unitName), mayFail: true },
      { ...systemctl('daemon-reload'), mayFail: true },
    ],
    look: systemctl('is-enabled', unitName),
    start: systemctl('start', unitName),
    stop: systemctl('stop', unitName),
  };
}
