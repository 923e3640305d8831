import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { changeSettings, keepLastGood, readSettings } from './settings-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qasid-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'settings.json');
const second = { path: '/media/stick', id: 'a' };

describe('The settings file', () => {
  it('Without a settings file, reading returns empty settings and reports no problem.', () => {
    expect(readSettings(folder)).toEqual({ settings: {} });
  });

  it('Changing a setting keeps the other settings, and undefined removes a setting.', () => {
    changeSettings(folder, { port: 8080, backupFolder: second });
    changeSettings(folder, { lan: true });
    expect(readSettings(folder).settings).toEqual({ port: 8080, lan: true, backupFolder: second });
    changeSettings(folder, { backupFolder: undefined });
    expect(readSettings(folder).settings).toEqual({ port: 8080, lan: true });
  });

  it('Only its own user can read or write the settings file.', () => {
    changeSettings(folder, { port: 8080 });
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it.each(['', '{"port":80', '{"port":0}', '{"port":"80"}', '[]', '\u0000\u0000\u0000'])(
    'A corrupt settings file (%j) is replaced by the last good one when it is read.',
    (torn) => {
      changeSettings(folder, { port: 8080 });
      writeFileSync(file(), torn);
      expect(readSettings(folder)).toEqual({ settings: { port: 8080 }, torn: 'lastGood' });
      expect(readConfig({ DATA_DIR: folder })).toMatchObject({ port: 8080, tornSettings: 'lastGood' });
    },
  );

  it('The defaults apply when the settings file and the last good one are both corrupt.', () => {
    changeSettings(folder, { port: 8080 });
    for (const name of ['settings.json', 'settings.last.json']) writeFileSync(join(folder, name), '{');
    expect(readSettings(folder)).toEqual({ settings: {}, torn: 'nothing' });
    expect(readConfig({ DATA_DIR: folder }).port).toBe(3000);
  });

  it('The next change repairs a corrupt settings file and keeps the corrupt text in settings.torn.json.', () => {
    changeSettings(folder, { port: 8080 });
    writeFileSync(file(), '{"port": 9090,');
    changeSettings(folder, { lan: true });
    expect(readSettings(folder)).toEqual({ settings: { port: 8080, lan: true } });
    expect(readFileSync(join(folder, 'settings.torn.json'), 'utf8')).toBe('{"port": 9090,');
  });

  it('A settings file edited in Notepad, with a byte order mark, becomes the last good one at the next start.', () => {
    writeFileSync(file(), '\uFEFF{"port": 9090}');
    expect(readSettings(folder)).toEqual({ settings: { port: 9090 } });
    keepLastGood(folder);
    writeFileSync(file(), '{');
    expect(readSettings(folder)).toEqual({ settings: { port: 9090 }, torn: 'lastGood' });
    keepLastGood(folder);
    expect(readSettings(folder).settings).toEqual({ port: 9090 });
  });

  it('A setting that only a newer program knows survives a change.', () => {
    writeFileSync(file(), '{"later": {"kind": 1}}');
    changeSettings(folder, { port: 8080 });
    expect(readSettings(folder).settings).toEqual({ later: { kind: 1 }, port: 8080 });
  });
});

describe('Port and host', () => {
  const read = (more: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: folder, ...more });

  it('The server listens on 127.0.0.1 until the setting lan opens it to the network.', () => {
    expect(read()).toMatchObject({ port: 3000, host: '127.0.0.1', fixed: { port: false, host: false } });
    changeSettings(folder, { port: 8080, lan: true });
    expect(read()).toMatchObject({ port: 8080, host: '0.0.0.0' });
  });

  it('PORT and HOST in the environment override the settings file, unless they are empty.', () => {
    changeSettings(folder, { port: 8080, lan: true });
    const config = read({ PORT: '4000', HOST: '127.0.0.1' });
    expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', fixed: { port: true, host: true } });
    expect(read({ PORT: '' }).port).toBe(8080);
  });
});
