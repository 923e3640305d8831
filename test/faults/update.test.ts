/** Data of an older version are backed up before a newer program migrates them, because there is no other way back. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import type { FoundBackup } from '../../src/server/operations/backups/model.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { migrations } from '../../src/server/platform/db/migrate.ts';
import { earlierSteps } from '../../src/server/platform/db/migrations/before-baseline.ts';
import { start } from '../../src/server/start.ts';
import { campusFactory } from '../support/campus.ts';
import { configFor } from '../support/config.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
import { openSchool } from '../support/schools.ts';

describe('Data of an earlier version', () => {
  const here = useEarlierStore('sqlite');
  const config = () => ({ ...configFor(here.place().dataDir, undefined), logLevel: 'silent' as const });
  const backups = () => listBackups(join(here.place().dataDir, 'backups'));
  const makeEarlier = () =>
    here.makeEarlier((db) =>
      openSchool(db, { slug: 'main', name: 'Main', campus: 'Girls', now: '2026-11-20T00:00:00.000Z' }),
    );
  const stepsOf = (file: string): unknown[] => {
    const database = new DatabaseSync(file, { readOnly: true });
    const steps = database.prepare('select name from migration order by name').all();
    database.close();
    return steps.map(({ name }) => name);
  };

  it('Data of an earlier version are backed up before they are migrated, and the next start makes no backup.', async () => {
    await makeEarlier();
    await (await start(config())).stop();
    const [found, ...others] = await backups();
    expect(others).toEqual([]);
    expect(found?.manifest).toMatchObject({ why: 'beforeUpdate', steps: earlierSteps, rows: { campus: 1 } });
    expect(stepsOf(join(found?.path ?? '', 'qasid.db'))).toEqual(earlierSteps);
    expect(stepsOf(join(here.place().dataDir, 'qasid.db'))).toEqual(migrations.map(({ name }) => name));
    await (await start(config())).stop();
    expect(await backups()).toHaveLength(1);
  });

  it('A backup from before an update can be restored, and then sends nothing.', async () => {
    await makeEarlier();
    await (await start(config())).stop();
    const [found] = await backups();
    const { restoreBackup, tryRestore } = await import('../../src/server/operations/backups/restore.ts');
    for await (const { what, error } of tryRestore(found as FoundBackup, config()))
      expect(error, what).toBeUndefined();
    const restoring = { at: '2026-11-24T00:00:00.000Z', environment: {} };
    if (found) await restoreBackup(found, config(), restoring);
    const again = await start(config());
    const { db } = again.deps.store;
    const campus = await db.selectFrom('campus').selectAll().executeTakeFirstOrThrow();
    const { scope } = campusFactory(again.deps, 'main', campus);
    expect((await countOutbox(scope, again.deps)).copy).toMatchObject({ why: 'backup' });
    await again.stop();
  });

  it('A backup of an older test version is refused, because this program could not start on it.', async () => {
    await makeEarlier();
    await (await start(config())).stop();
    const [found] = (await backups()) as [FoundBackup];
    found.manifest.steps = earlierSteps.slice(0, 20);
    const { tryRestore } = await import('../../src/server/operations/backups/restore.ts');
    const refused: unknown[] = [];
    for await (const { what, error } of tryRestore(found, config())) if (error) refused.push(what, error);
    expect(refused).toEqual(['version', 'olderTest']);
  });

  it('Data of an earlier version stay unchanged when no backup can be made, and the message says why.', async () => {
    await makeEarlier();
    const inTheWay = join(here.place().dataDir, 'backups');
    await writeFile(inTheWay, '');
    await expect(start(config())).rejects.toThrow(/backed up before\..*Nothing was changed/);
    expect(stepsOf(join(here.place().dataDir, 'qasid.db'))).toEqual(earlierSteps);
    await rm(inTheWay);
    await (await start(config())).stop();
    expect(await backups()).toHaveLength(1);
  });

  it('Data of an earlier version are migrated without a backup when backups are off.', async () => {
    await makeEarlier();
    await (await start({ ...config(), backups: 'off' })).stop();
    expect(existsSync(join(here.place().dataDir, 'backups'))).toBe(false);
  });
});
