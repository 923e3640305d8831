/** `npm run backup` beside a program that is at work, and after a backup that never came to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdLock } from '../../src/server/db/open-sqlite.ts';
import { openStore } from '../../src/server/db/open-store.ts';

let dataDir: string;
let database: DatabaseSync;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qasid-backup-'));
  await (await openStore({ databaseUrl: undefined, dataDir })).close();
  database = new DatabaseSync(join(dataDir, 'qasid.db'));
  // So that hardly a moment is without a write.
  database.exec('pragma synchronous = off');
});
afterEach(async () => {
  database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const script = join(import.meta.dirname, '../../scripts/backup.ts');

function startBackup() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complained = '';
  child.stderr.on('data', (text) => {
    complained += text;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, complained })) };
}

const backups = () => readdir(join(dataDir, 'backups'));

const setValue = `insert into setting (name, value) values (?, ?) on conflict do update set value = excluded.value`;
/** Many times as many as are written while one backup of this size is made. */
const mostWrites = 1_000_000;

it('comes to its end however much is written meanwhile', async () => {
  const set = database.prepare(setValue);
  database.exec('begin');
  for (let row = 0; row < 5000; row += 1) set.run(`row ${row}`, 'x'.repeat(8000));
  database.exec('commit');
  const { child, ended } = startBackup();
  let writes = 0;
  for (; child.exitCode === null && writes < mostWrites; writes += 1) {
    set.run('sent', `${writes}`);
    if (writes % 20 === 0) await turn();
  }
  const isDone = child.exitCode !== null;
  child.kill('SIGKILL');
  await ended;
  expect(isDone, `not done after ${writes} writes`).toBe(true);
  const [stamp = ''] = await backups();
  const copy = new DatabaseSync(join(dataDir, 'backups', stamp, 'qasid.db'), { readOnly: true });
  expect(copy.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(copy.prepare(`select count(*) as count from setting where name like 'row %'`).get()).toEqual({
    count: 5000,
  });
  copy.close();
}, 60_000);

it('takes away what an earlier one has left unfinished', async () => {
  const left = join(dataDir, 'backups', '2026-01-01T00-00-00.part');
  await mkdir(join(left, 'uploads'), { recursive: true });
  await writeFile(join(left, 'qasid.db'), 'half');
  expect(await startBackup().ended).toEqual({ code: 0, complained: '' });
  expect(existsSync(left)).toBe(false);
  expect(await backups()).toEqual([expect.not.stringMatching('part')]);
});

it('leaves one alone that is being made', async () => {
  const others = join(dataDir, 'backups', '2026-01-01T00-00-00.part');
  await mkdir(others, { recursive: true });
  const lock = holdLock(join(dataDir, 'backups'), '');
  expect(await startBackup().ended).toEqual({
    code: 1,
    complained: 'Another backup is being made. Wait until it is done.\n',
  });
  expect(existsSync(others)).toBe(true);
  lock.close();
});
