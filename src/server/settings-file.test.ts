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

describe('the file of settings', () => {
  it('is not there at first, and nothing is wrong with that', () => {
    expect(readSettings(folder)).toEqual({ settings: {} });
  });

  it('keeps what is not changed, and forgets what is taken away', () => {
    changeSettings(folder, { port: 8080, backupFolder: second });
    changeSettings(folder, { lan: true });
    expect(readSettings(folder).settings).toEqual({ port: 8080, lan: true, backupFolder: second });
    changeSettings(folder, { backupFolder: undefined });
    expect(readSettings(folder).settings).toEqual({ port: 8080, lan: true });
  });

  it('is for its own user alone', () => {
    changeSettings(folder, { port: 8080 });
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it.each(['', '{"port":80', '{"port":0}', '{"port":"80"}', '[]', '\u0000\u0000\u0000'])(
    'falls back to the last good one where it is torn: %j',
    (torn) => {
      changeSettings(folder, { port: 8080 });
      writeFileSync(file(), torn);
      expect(readSettings(folder)).toEqual({ settings: { port: 8080 }, torn: 'lastGood' });
      expect(readConfig({ DATA_DIR: folder })).toMatchObject({ port: 8080, tornSettings: 'lastGood' });
    },
  );

  it('falls back to the usual ones where the last good one is torn too', () => {
    changeSettings(folder, { port: 8080 });
    for (const name of ['settings.json', 'settings.last.json']) writeFileSync(join(folder, name), '{');
    expect(readSettings(folder)).toEqual({ settings: {}, torn: 'nothing' });
    expect(readConfig({ DATA_DIR: folder }).port).toBe(3000);
  });

  it('is whole again once something is changed, and what was torn is kept aside', () => {
    changeSettings(folder, { port: 8080 });
    writeFileSync(file(), '{"port": 9090,');
    changeSettings(folder, { lan: true });
    expect(readSettings(folder)).toEqual({ settings: { port: 8080, lan: true } });
    expect(readFileSync(join(folder, 'settings.torn.json'), 'utf8')).toBe('{"port": 9090,');
  });

  it('written by hand is the last good one from the next start on, with the mark that Notepad writes', () => {
    writeFileSync(file(), '\uFEFF{"port": 9090}');
    expect(readSettings(folder)).toEqual({ settings: { port: 9090 } });
    keepLastGood(folder);
    writeFileSync(file(), '{');
    expect(readSettings(folder)).toEqual({ settings: { port: 9090 }, torn: 'lastGood' });
    keepLastGood(folder);
    expect(readSettings(folder).settings).toEqual({ port: 9090 });
  });

  it('keeps what a newer program has added', () => {
    writeFileSync(file(), '{"later": {"kind": 1}}');
    changeSettings(folder, { port: 8080 });
    expect(readSettings(folder).settings).toEqual({ later: { kind: 1 }, port: 8080 });
  });
});

describe('where it listens', () => {
  const read = (more: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: folder, ...more });

  it('is this computer alone, until Settings lets others in', () => {
    expect(read()).toMatchObject({ port: 3000, host: '127.0.0.1', fixed: { port: false, host: false } });
    changeSettings(folder, { port: 8080, lan: true });
    expect(read()).toMatchObject({ port: 8080, host: '0.0.0.0' });
  });

  it('is what the environment says where it says something', () => {
    changeSettings(folder, { port: 8080, lan: true });
    const config = read({ PORT: '4000', HOST: '127.0.0.1' });
    expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', fixed: { port: true, host: true } });
    expect(read({ PORT: '' }).port).toBe(8080);
  });
});
