/** Fills a store with a row of every kind. A new table needs a row here. */
import { sql } from 'kysely';
import { makeVictim } from '../conformance/victim.ts';
import type { World } from './world.ts';

/** A text with characters that are easily damaged when they are written in another format. */
const oddText = 'عائشہ خان 👩‍👧 "quoted" \\u0000 \\n \\\\ {a,NULL,"b"}\t\r\n\u2028￿ end ';

/** Rows of tables that belong to no campus. */
const others: Readonly<Record<string, Record<string, string | number | null>>> = {
  setting: { name: 'odd', value: oddText },
  access_link: { userID: '', digest: 'd1', createdAt: '2026', createdBy: null, expiresAt: '2999' },
  account: {
    id: 'a1',
    accountId: 'x',
    providerId: 'credential',
    userId: '',
    password: 'salt:hash',
    createdAt: '2026',
    updatedAt: '2026',
  },
  two_factor: { userID: '', secret: 'sealed', createdAt: '2026', confirmedAt: '2026', usedStep: 58_000_000 },
  recovery_code: { userID: '', digest: 'd2' },
  verification: {
    id: 'v1',
    identifier: 'i',
    value: '',
    expiresAt: '2999',
    createdAt: '2026',
    updatedAt: '2026',
  },
  sign_in_try: { key: 'k', tries: 3, until: '2999' },
  hook: { senderID: '', digest: 'd3', body: oddText, receivedAt: '2026', handledAt: null, error: null },
  provider_cache: { senderID: '', name: 'media', value: '1', expiresAt: '2999' },
  failed_sign_in: { userID: '', address: '192.0.2.1', minute: '2026', tries: 3 },
  trail_head: { schoolID: 0, count: 1, hash: 'h1' },
  guess_notice: { userID: '', passwords: 31, codes: 0, since: '2026', latest: '2026' },
  school_day: { schoolID: 0, day: '2026-11-23', messages: 7 },
  reached: { portfolio: 'P1', number: '+923001234567', at: '2026' },
};

/** Fills a store and returns the campus that owns the rows. */
export async function makeEveryRow(world: World) {
  const victim = await makeVictim(world);
  const { db } = world.deps.store;
  const { schoolID } = await db
    .selectFrom('campus')
    .select('schoolID')
    .where('id', '=', victim.campus.id)
    .executeTakeFirstOrThrow();
  const own: Readonly<Record<string, string | number>> = {
    schoolID,
    userID: victim.userID,
    userId: victim.userID,
    senderID: victim.senderID,
  };
  for (const [table, row] of Object.entries(others)) {
    const entries = Object.entries(row).map(([column, value]) => [column, own[column] ?? value] as const);
    const heads = sql.join(entries.map(([column]) => sql.ref(column)));
    const values = sql.join(entries.map(([, value]) => value));
    await sql`insert into ${sql.table(table)} (${heads}) values (${values})`.execute(db);
  }
  await db
    .updateTable('bill')
    .set({ name: oddText })
    .where('id', '=', victim.billIDs[0] ?? 0)
    .execute();
  return victim;
}
