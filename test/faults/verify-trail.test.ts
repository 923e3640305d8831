/** `npm run verify-trail` as a person runs it: while the program runs, after a forced change, and after a restore. */

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWords } from '#shared/words/trail.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import type { FoundBackup } from '../../src/server/operations/backups/model.ts';
import { type Running, start } from '../../src/server/start.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { type CampusInTest, campusFactory } from '../support/campus.ts';
import { openSchool } from '../support/schools.ts';
import { sealAll } from '../support/trail.ts';

let place: BackupPlace;
let running: Running | undefined;
beforeEach(async () => {
  place = await makeBackupPlace('sqlite', undefined);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await place.remove();
});

async function open(): Promise<CampusInTest> {
  running = await start(place.config);
  const { deps } = running;
  const now = deps.now().toISOString();
  const school = { slug: 'main', name: 'Main School', campus: 'Girls Campus', now };
  return campusFactory(deps, 'main', await openSchool(deps.store.db, school, deps.runtime));
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

const verify = (...args: string[]) => place.command('verify-trail', ...args);
const failing = (text: string) => expect.objectContaining({ stdout: expect.stringContaining(text) });

/** Changes rows with the triggers of the trail removed. */
function force(text: string): void {
  const database = new DatabaseSync(join(place.config.dataDir, 'qasid.db'));
  const triggers = database
    .prepare(
      `select name, sql from sqlite_master where type = 'trigger' and tbl_name in ('trail', 'trail_head')`,
    )
    .all();
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  database.exec(text);
  for (const { sql } of triggers) database.exec(String(sql));
  database.close();
}

it('verify-trail accepts a complete trail while the program runs, and counts entries without a seal.', async () => {
  const campus = await open();
  await campus.group({ bills: 3 });
  expect(await verify()).toContain(verifyWords.unsealed(1));
  await sealAll(campus.scope.db);
  const output = await verify();
  expect(output).toContain(verifyWords.whole('Main School', 1));
  const [head = ''] = /\d+:[\da-f]{64}/.exec(output) ?? [];
  expect(await verify(`--head=${head}`)).toContain(verifyWords.whole('Main School', 1));
  await expect(
    verify(`--head=${head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`),
  ).rejects.toEqual(failing(verifyWords.foundWith(verifyWords.noted)));
});

describe('Noted heads with several schools', () => {
  let heads: { main: string; other: string };
  beforeEach(async () => {
    const main = await open();
    const { deps } = running as Running;
    const school = {
      slug: 'other',
      name: 'Other School',
      campus: 'Boys Campus',
      now: deps.now().toISOString(),
    };
    const other = campusFactory(deps, 'other', await openSchool(deps.store.db, school, deps.runtime));
    await main.group({ bills: 1 });
    for (let at = 0; at < 3; at += 1) await other.group({ bills: 1 });
    await sealAll(main.scope.db);
    const [first = '', second = ''] = (await verify()).match(/\d+:[\da-f]{64}/g) ?? [];
    heads = { main: first, other: second };
  });

  it('A noted head is found in the trail of whichever school it belongs to.', async () => {
    for (const head of [heads.main, heads.other]) {
      const output = await verify(`--head=${head}`);
      expect(output).toContain(verifyWords.whole('Main School', 1));
      expect(output).toContain(verifyWords.whole('Other School', 3));
    }
    expect(await verify(`--head=${heads.other}`, '--school=other')).toContain('Other School');
  });

  it('A noted head that is in no trail any more is reported, and the command fails.', async () => {
    await stop();
    force(`delete from trail where "schoolID" = 2 and place > 2; update trail_head set count = 2,
      hash = (select hash from trail where "schoolID" = 2 and place = 2) where "schoolID" = 2`);
    expect(await verify()).toContain(verifyWords.whole('Other School', 2));
    await expect(verify(`--head=${heads.other}`)).rejects.toEqual(failing(verifyWords.nowhere(heads.other)));
    await expect(verify(`--head=${heads.other}`, '--school=other')).rejects.toEqual(
      failing(verifyWords.broken('Other School', 3, undefined) + verifyWords.faults.cut),
    );
  });

  it('A noted head with the name of an unknown school is refused.', async () => {
    await expect(verify(`--head=${heads.main}`, '--school=mian')).rejects.toEqual(
      expect.objectContaining({ stderr: expect.stringContaining(verifyWords.unknownSchool('mian')) }),
    );
  });
});

it('A trail that was emptied together with its head is reported if there are users and billings.', async () => {
  const campus = await open();
  expect(await verify()).toContain(verifyWords.whole('Main School', 0));
  await campus.user();
  await campus.group({ bills: 1 });
  await sealAll(campus.scope.db);
  await stop();
  force('delete from trail; delete from trail_head');
  await expect(verify()).rejects.toEqual(
    failing(verifyWords.emptied('Main School', { users: 1, billings: 1 })),
  );
});

it('verify-trail names the first row that was changed.', async () => {
  const campus = await open();
  for (let at = 0; at < 4; at += 1) await campus.group({ bills: 1 });
  await sealAll(campus.scope.db);
  await stop();
  force(`update trail set "actorName" = 'nobody' where place = 2`);
  await expect(verify()).rejects.toEqual(
    failing(verifyWords.broken('Main School', 2, 2) + verifyWords.faults.changed),
  );
});

it('verify-trail finds an end that was cut off together with its head, by the last backup.', async () => {
  const campus = await open();
  for (let at = 0; at < 4; at += 1) await campus.group({ bills: 1 });
  await sealAll(campus.scope.db);
  await place.command('backup');
  await stop();
  force(`delete from trail where place > 2;
    update trail_head set count = 2, hash = (select hash from trail where place = 2)`);
  const [name] = await place.backups();
  await expect(verify()).rejects.toEqual(
    failing(verifyWords.broken('Main School', 3, undefined) + verifyWords.faults.cut),
  );
  await expect(verify()).rejects.toEqual(failing(`the backup ${name}`));
});

/** Makes a backup of a moment later whose manifest counts seven more entries. */
async function makeLater({ path, manifest }: FoundBackup): Promise<void> {
  const madeAt = new Date(Date.parse(manifest.madeAt) + 1).toISOString();
  const later = join(path, '../2026-11-30T00-00-00');
  await cp(path, later, { recursive: true });
  const trail = manifest.trail.map((head) => ({ ...head, count: head.count + 7 }));
  await writeFile(join(later, 'backup.json'), JSON.stringify({ ...manifest, madeAt, trail }));
}

it('verify-trail accepts a restored trail, which has an entry about the restore.', async () => {
  const campus = await open();
  await campus.group({ bills: 1 });
  await sealAll(campus.scope.db);
  await place.command('backup');
  const [first] = await listBackups(join(place.config.dataDir, 'backups'));
  if (!first) throw new Error('no backup was made');
  expect(first.manifest.trail).toMatchObject([{ schoolID: 1, count: 1 }]);
  await makeLater(first);
  await campus.group({ bills: 1 });
  await stop();
  await expect(verify()).rejects.toEqual(failing('2026-11-30T00-00-00'));
  await place.command('restore', first.name, '--yes');
  running = await start(place.config);
  const { db } = running.deps.store;
  await sealAll(db);
  const rows = await db.selectFrom('trail').select(['what', 'actor', 'aboutID']).orderBy('id').execute();
  expect(rows).toEqual([
    { what: 'billsSaved', actor: 'user', aboutID: '1' },
    { what: 'restored', actor: 'operator', aboutID: first.name },
  ]);
  expect(await verify()).toContain(verifyWords.whole('Main School', 2));
});

it('Without a database, verify-trail says what is missing.', async () => {
  await expect(verify()).rejects.toEqual(
    expect.objectContaining({ stderr: expect.stringContaining('There is no database') }),
  );
});
