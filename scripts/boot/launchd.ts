/** An agent of the user's launchd, which starts when the user signs in: launchd.plist(5), launchctl(1). */
import { join } from 'node:path';
import { inXml } from './escape.ts';
import type { BootPlan, Place } from './model.ts';

const label = 'pk.qasid.desk';

const string = (text: string): string => `<string>${inXml(text)}</string>`;

export function writePlist({ node, script, dataDir, homedir }: Place): string {
  const log = string(join(homedir, 'Library', 'Logs', 'Qasid.log'));
  const environment =
    dataDir === undefined
      ? []
      : ['  <key>EnvironmentVariables</key>', `  <dict><key>DATA_DIR</key>${string(dataDir)}</dict>`];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  ${string(label)}`,
    '  <key>ProgramArguments</key>',
    `  <array>${string(node)}${string(script)}</array>`,
    ...environment,
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict><key>SuccessfulExit</key><false/></dict>',
    '  <key>ExitTimeOut</key>',
    '  <integer>60</integer>',
    '  <key>StandardOutPath</key>',
    `  ${log}`,
    '  <key>StandardErrorPath</key>',
    `  ${log}`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

export function planLaunchd(place: Place): BootPlan {
  const path = join(place.homedir, 'Library', 'LaunchAgents', `${label}.plist`);
  const domain = `gui/${place.uid}`;
  const service = `${domain}/${label}`;
  const launchctl = (...args: string[]) => ({ program: 'launchctl', args });
  return {
    files: [{ path, bytes: Buffer.from(writePlist(place)) }],
    install: [{ ...launchctl('bootout', service), mayFail: true }, launchctl('bootstrap', domain, path)],
    remove: [{ ...launchctl('bootout', service), mayFail: true }],
    look: launchctl('print', service),
    // `bootout` removes the agent from its domain, so that KeepAlive does not start it again.
    start: launchctl('bootstrap', domain, path),
    stop: launchctl('bootout', service),
  };
}
