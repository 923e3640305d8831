/** Attempts to leave the folders: by addresses of files and exports, the second folder, and a tampered backup. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { backUp } from '../../src/server/operations/backups/backups.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { tryRestore } from '../../src/server/operations/backups/restore.ts';
import { callerOf } from '../http/callers.ts';
import { expectFailure } from '../http/expectations.ts';
import { fileForm, pixel } from '../http/sample-inputs.ts';
import { engines } from '../support/engines.ts';
import { useTarget } from './target.ts';

describe.each(engines)('Paths on %s', (engine) => {
  const target = useTarget(engine);
  const get = (path: string) =>
    fetch(`${target.world.address}${path}`, { headers: { authorization: `Bearer ${target.head.token}` } });

  it('A file address cannot leave the uploads folder.', async () => {
    const { dataDir } = target.world.deps.config;
    await writeFile(join(dataDir, 'outside.png'), pixel);
    const { path } = await target.head.get(calls.uploadFile, { body: fileForm(pixel) });
    const [uploaded] = path as [string];
    expect((await get(uploaded)).status).toBe(200);
    const name = uploaded.slice('/files/'.length);
    const ways = [
      '..%2foutside.png',
      '..%5coutside.png',
      '%2e%2e%2foutside.png',
      '..%252foutside.png',
      '....//outside.png',
      'x/..%2f..%2foutside.png',
      '%2fetc%2fpasswd',
      'C:%5cWindows%5cwin.ini',
      `${name}%00.png`,
      `${name}/`,
      `${name}%2f..%2f..%2fqasid.db`,
      `.%2f${name}`,
      '',
      'secret.key',
      '..%2fsecret.key',
      '..%2fqasid.db',
    ];
    for (const way of ways) {
      const answer = await get(`/files/${way}`);
      expect([way, [400, 404].includes(answer.status)]).toEqual([way, true]);
      expect(await answer.text()).not.toMatch(/SQLite format|root:|PNG/);
    }
    for (const way of ['/../package.json', '/assets/../../package.json', '/assets/..%2f..%2fpackage.json']) {
      const answer = await get(way);
      expect(await answer.text(), way).not.toContain('"dependencies"');
    }
  });

  it('Ids in paths and the db parameter are accepted in their plain form only.', async () => {
    const { campus } = target;
    const group = await campus.group({ bills: 1 });
    const place = `db=${campus.db}&cID=${campus.id}`;
    const [before = '', after = ''] = calls.exportBills.path.split(':id');
    expect((await get(`/api${before}${group.id}${after}?${place}`)).status).toBe(200);
    const odd = [
      '..%2f1',
      '1%2f..%2f2',
      '1%00',
      '1;drop',
      "1'--",
      '1%20or%201=1',
      '1.0.0',
      '-1',
      'NaN',
      '%2e%2e',
    ];
    for (const id of odd) {
      const answer = await get(`/api${before}${id}${after}?${place}`);
      expect([id, [400, 404].includes(answer.status)]).toEqual([id, true]);
    }
    for (const db of ['../main', 'main/../main', `${campus.db}%00`, `${campus.db}' or '1'='1`, '%', '*']) {
      const answer = await get(`/api/Groups?db=${encodeURIComponent(db)}&cID=${campus.id}`);
      expect([db, [400, 404].includes(answer.status)]).toEqual([db, true]);
    }
  });

  it('The media of a message are files of the own campus or public addresses only.', async () => {
    const { campus, head } = target;
    const sister = await campus.sister();
    const theirs = callerOf(target.world, sister, await sister.user());
    const { path } = await theirs.get(calls.uploadFile, { body: fileForm(pixel) });
    const odd = [
      path[0],
      '/files/../qasid.db',
      '/files/..%2fqasid.db',
      'file:///etc/passwd',
      '/etc/passwd',
      '//evil.example/x.png',
      'http://169.254.169.254/latest/meta-data/x.png',
    ];
    for (const media of odd) {
      const answer = await head.ask(calls.sendToMember, {
        body: { message: 'Salam', contacts: '03001234567', media },
      });
      expect([media, [400, 422].includes(answer.status)]).toEqual([media, true]);
    }
  });
});

describe('Paths of backups', () => {
  const target = useTarget('sqlite');
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'qasid-paths-'));
    // A second folder needs a store of one school.
    const { db } = target.world.deps.store;
    await db
      .updateTable('campus')
      .set({ schoolID: await schoolID() })
      .execute();
    await db
      .deleteFrom('school')
      .where('id', '!=', await schoolID())
      .execute();
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  const schoolID = async () =>
    (
      await target.world.deps.store.db
        .selectFrom('school')
        .select('id')
        .where('slug', '=', target.campus.db)
        .executeTakeFirstOrThrow()
    ).id;

  it('A second backup folder cannot be inside the data folder or no folder.', async () => {
    const { dataDir } = target.world.deps.config;
    await symlink(dataDir, join(place, 'by-another-name'));
    await writeFile(join(place, 'file'), '');
    const odd = [
      'backups',
      '../elsewhere',
      './x',
      '~',
      dataDir,
      join(dataDir, 'backups'),
      `${dataDir}/../${dataDir.split('/').at(-1)}/uploads`,
      join(place, 'by-another-name'),
      join(place, 'file'),
      join(place, 'not-there'),
      'file:///tmp',
      '\\\\server\\share',
    ];
    for (const folder of odd)
      expectFailure(await target.head.ask(calls.setBackupFolder, { body: { folder } }), 'invalid');
    expectFailure(
      await target.head.ask(calls.setBackupFolder, { body: { folder: `${place}\u0000x` } }),
      'malformed',
    );
    expect((await readdir(place)).sort()).toEqual(['by-another-name', 'file']);
    expect((await target.head.get(calls.getBackups)).second).toBeNull();
  });

  it('Paths in a tampered backup cannot leave its folders.', async () => {
    const { deps } = target.world;
    await target.head.get(calls.uploadFile, { body: fileForm(pixel) });
    await backUp(deps, 'byHand');
    const own = join(deps.config.dataDir, 'backups');
    const [made] = await listBackups(own);
    if (!made) throw new Error('no backup was made');
    const last = async () => {
      const [found] = await listBackups(own);
      const findings = [];
      for await (const finding of tryRestore(found!, {
        ...deps.config,
        dataDir: place,
        uploadsDir: join(place, 'uploads'),
      }))
        findings.push(finding);
      return findings.at(-1);
    };
    expect(await last()).toMatchObject({ what: 'room', detail: '' });
    expect((await last())?.error).toBeUndefined();
    // An upload that would be written beside the folder, and one that would be read from elsewhere.
    const list = join(made.path, 'uploads.sha256');
    const listed = await readFile(list, 'utf8');
    await mkdir(join(own, 'x'), { recursive: true });
    await writeFile(join(own, 'planted'), 'x');
    const hash = createHash('sha256').update('x').digest('hex');
    for (const name of ['../planted', '../../planted', '/etc/hostname', '..', 'planted']) {
      await writeFile(list, `${hash}  ${name}\n`);
      expect(await last(), name).toMatchObject({ what: 'uploads', error: { code: 'notWhole' } });
    }
    await writeFile(list, listed);
    const manifest = join(made.path, 'backup.json');
    const original = JSON.parse(await readFile(manifest, 'utf8'));
    for (const file of ['../../qasid.db', '/etc/hostname', '..', '']) {
      await writeFile(manifest, JSON.stringify({ ...original, database: { ...original.database, file } }));
      expect(await listBackups(own), file).toEqual([]);
    }
    expect(existsSync(join(place, 'planted'))).toBe(false);
  });
});
