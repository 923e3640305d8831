/** Only the user of the program can read its files, and a backup holds no session that lets somebody in. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm, pixel } from '../http/sample-inputs.ts';
import { compileCache } from '../support/compile-cache.ts';
import { startMain } from '../support/fault-main.ts';

const password = 'correct horse battery';
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qasid-private-'));
  // The permissions that an earlier version or an operator may have left.
  await chmod(dataDir, 0o755);
  for (const folder of ['uploads', 'backups']) await mkdir(join(dataDir, folder), { mode: 0o755 });
  const old = new DatabaseSync(join(dataDir, 'qasid.db'));
  old.exec('pragma journal_mode = wal');
  old.close();
  await chmod(join(dataDir, 'qasid.db'), 0o644);
  await writeFile(join(dataDir, 'uploads', 'old.png'), pixel, { mode: 0o644 });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The files and folders that other users may read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const found: string[] = ((await stat(folder)).mode & 0o077) === 0 ? [] : [folder];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await openToOthers(path)));
    else if (((await stat(path)).mode & 0o077) !== 0) found.push(path);
  }
  return found;
}

async function backUp(): Promise<string> {
  const script = join(import.meta.dirname, '../../scripts/backup.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { ...compileCache, PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  const [stamp = ''] = (await readdir(join(dataDir, 'backups'))).filter((name) => /^\d/.test(name));
  return join(dataDir, 'backups', stamp);
}

it('No other user may read the data files, and a backup contains no session.', async () => {
  const program = startMain({ DATA_DIR: dataDir, ADMIN_PASSWORD: password });
  const address = await program.ready();
  const login = await fetch(`${address}/api/Account/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'admin', password }),
  });
  const { token, db, cId } = (await login.json()) as { token: string; db: string; cId: number };
  const uploaded = await fetch(`${address}/api/File/Upload?db=${db}&cID=${cId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: fileForm(pixel),
  });
  expect(uploaded.status).toBe(200);
  const backup = await backUp();
  expect(await openToOthers(dataDir)).toEqual([]);
  expect((await readdir(backup)).sort()).toEqual(['backup.json', 'qasid.db', 'uploads.sha256']);
  expect(await readdir(join(dataDir, 'backups', 'uploads'))).toHaveLength(1);

  // The token is in no file of the running program in clear text.
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    expect((await readFile(path)).includes(token), path).toBe(false);
  }
  const copy = new DatabaseSync(join(backup, 'qasid.db'), { readOnly: true });
  expect(copy.prepare('select count(*) as sessions from session').get()).toEqual({ sessions: 0 });
  expect(copy.prepare('select count(*) as users from user').get()).toEqual({ users: 1 });
  copy.close();
  await program.end('SIGTERM');
});
