/** A migration turns stored reasons, notices and troubles into codes, all in one start or none. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import { type Migration, migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { toReason } from '../../src/server/platform/db/migrations/0023-reason-codes.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { insertCampus, insertRuns, now, useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('Reasons of an earlier version on %s', (engine) => {
  const { opened, place, openWith } = useEarlierStore(engine);

  /** Each reason gets two thousand messages, so that the migration needs several parts. */
  const reasons = ['Skipped by hand', 'idTaken', 'Who knows?', '', null, 'No value for {{dueDate}}'];
  const unchanged = { '': '' } as Record<string, string>;
  const asCode = (text: string | null) => (text === null ? null : (unchanged[text] ?? toReason(text)));

  async function insertReasons(db: Db) {
    const campus = await insertCampus(db, 'main');
    const { runIDs } = await insertRuns(db, campus.id, () =>
      Array.from({ length: 12 }, () => Array.from({ length: 1002 }, () => '')),
    );
    const [missed, late] = runIDs;
    for (const [at, text] of reasons.entries())
      await sql`update message set reason = ${text} where id % 6 = ${at}`.execute(db);
    await sql`insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason)
      select id, 1, "campusID", "senderID", ${now}, ${now}, 'rejected', reason from message`.execute(db);
    await sql`insert into receipt ("senderID", "providerID", status, at, "receivedAt", matched, reason)
      select "senderID", cast(id as text), 'failed', ${now}, ${now}, 0, reason from message`.execute(db);
    await sql`insert into hook ("senderID", digest, body, "receivedAt", trouble)
      select "senderID", cast(id as text), '', ${now}, reason from message where id % 6 < 3`.execute(db);
    await sql`update broadcast set notice = 'Began 2 hours late: Qasid was not running.' where id = ${late}`.execute(
      db,
    );
    await sql`update broadcast set "startAt" = ${now},
      notice = 'Was to begin on 20 Nov 2026, 05:00, while Qasid was not running. Resume it to send it now, or cancel it.'
      where id = ${missed}`.execute(db);
    await sql`update sender set "stopReason" = 'The number is offline.', quality = 'Medium'`.execute(db);
    const { id: templateID } = await db
      .insertInto('template')
      .values({ campusID: campus.id, title: 'x', message: 'x', createdAt: now } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const approval = {
      templateID,
      campusID: campus.id,
      name: 'x',
      language: 'en',
      category: 'x',
      providerID: 'x',
    };
    const said = { state: 'approved', reason: '', message: 'x', media: '', stopButton: 0, submittedAt: now };
    await db
      .insertInto('approval')
      .values({ ...approval, ...said } as never)
      .execute();
  }
  const readReasons = async (db: Db) => {
    const of = async (text: string) => (await sql.raw<{ was: string | null }>(text).execute(db)).rows;
    return {
      message: await of('select reason as was from message order by id'),
      attempt: await of('select reason as was from attempt order by "messageID"'),
      receipt: await of('select reason as was from receipt order by id'),
      hook: await of('select trouble as was from hook order by id'),
      others: await of(`select notice as was from broadcast where notice is not null
        union all select "stopReason" from sender union all select quality from sender
        union all select reason from approval order by 1`),
    };
  };

  it('The migration turns either all stored reasons into codes or none.', async () => {
    const store = await openWith((name) => name < '0023');
    await insertReasons(store.db);
    const before = await readReasons(store.db);
    const late: Migration = {
      name: '9004-late',
      statements: () => [],
      run: async (db) => {
        expect(await readReasons(db)).not.toEqual(before);
        throw new Error('the power is gone');
      },
    };
    await expect(migrate(store, [...migrations, late])).rejects.toThrow('the power is gone');
    expect(await readReasons(store.db)).toEqual(before);
    const others = [
      ...['', 'medium', reasonOf('numberOffline'), reasonOf('late', { minutes: 120 })],
      reasonOf('missed', { startAt: now, timeZone: 'Asia/Karachi' }),
    ];
    // Two programs migrate at once, as when several programs start.
    const second = engine === 'postgres' ? [await openPostgres(place().databaseUrl ?? '')] : [];
    opened.push(...second);
    await Promise.all([store, ...second].map((store) => migrate(store)));
    const { others: after, ...lists } = await readReasons(store.db);
    const { others: _, ...were } = before;
    for (const [table, rows] of Object.entries(were))
      expect(lists[table as keyof typeof lists]).toEqual(rows.map(({ was }) => ({ was: asCode(was) })));
    expect(after.map(({ was }) => was).sort()).toEqual(others.sort());
    await expectTrueCounts(store.db);
  });
});
