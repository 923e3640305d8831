/** The store of an earlier version: only its migrations have run, and its rows are as that version wrote them. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, inject } from 'vitest';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db, Engine, Store } from '../../src/server/platform/db/store.ts';
import { createDatabase, dropDatabase } from './postgres.ts';

export const now = '2026-11-20T00:00:00.000Z';

/**
 * Inserts billings, and for each list of group ids a send whose messages speak of them, as the first version stored it.
 */
export async function insertRuns(db: Db, campusID: number, messages: (groupIDs: number[]) => string[][]) {
  const head = {
    campusID,
    name: 'x',
    month: 11,
    year: 2026,
    description: 'x',
    createdAt: now,
    createdBy: 'x',
  };
  const groups = await db
    .insertInto('group')
    .values(Array.from({ length: 11 }, () => head))
    .returning('id')
    .execute();
  const groupIDs = groups.map(({ id }) => id).sort((a, b) => a - b);
  const runIDs: number[] = [];
  for (const about of messages(groupIDs)) {
    const run = { campusID, senderID: `s${campusID}`, createdBy: 'x', text: 'x', media: '', audience: 'all' };
    const counts = {
      total: about.length,
      queued: about.length,
      state: 'done',
      servedAt: now,
      createdAt: now,
    };
    const { id: broadcastID } = await db
      .insertInto('broadcast')
      .values({ ...run, ...counts } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = {
      campusID,
      broadcastID,
      senderID: `s${campusID}`,
      number: '',
      name: '',
      text: '',
      media: '',
    };
    const times = { status: 'read' as const, createdAt: now, updatedAt: now };
    await db
      .insertInto('message')
      .values(about.map((groupIDs) => ({ ...message, ...times, groupIDs, billIDs: '' })))
      .execute();
    runIDs.push(broadcastID);
  }
  return { groupIDs, runIDs };
}

/** Inserts a school with its campus and sender, as the first version stored them. */
export async function insertCampus(db: Db, slug: string): Promise<{ id: number }> {
  const of = async (table: 'school' | 'campus', values: object) =>
    db
      .insertInto(table)
      .values({ name: slug, createdAt: now, ...values } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id: schoolID } = await of('school', { slug });
  const campus = await of('campus', { schoolID });
  await db
    .insertInto('sender')
    .values({ id: `s${campus.id}`, campusID: campus.id, provider: 'demo', pace: 'quick', createdAt: now })
    .execute();
  return campus;
}

/** Gives each test its own place, and closes the stores afterwards. */
export function useEarlierStore(engine: Engine) {
  let where: { databaseUrl: string | undefined; dataDir: string; name: string };
  const opened: Store[] = [];
  /** Opens the store of an earlier version, with these migrations only. */
  const openWith = async (isTaken: (name: string) => boolean) => {
    const { databaseUrl, dataDir } = where;
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    opened.push(store);
    await migrate(
      store,
      migrations.filter(({ name }) => isTaken(name)),
    );
    return store;
  };
  const open = async () => {
    const store = await openStore(where);
    opened.push(store);
    return store;
  };

  beforeEach(async () => {
    const name = `m_${randomUUID().replaceAll('-', '')}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-migrations-'));
    const databaseUrl =
      engine === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', name) : undefined;
    where = { databaseUrl, dataDir, name };
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    if (where.databaseUrl) await dropDatabase(inject('postgresUrl') ?? '', where.name);
    await rm(where.dataDir, { recursive: true, force: true });
  });
  return { opened, place: () => where, openWith, open };
}
