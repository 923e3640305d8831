/**
 * Starts today's program on the stores of earlier versions and compares its answers with the stored ones. Nothing may
 * be lost, and unfinished work continues. README.md says how the stores were made.
 * @module-tag proof
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount, toRupees } from '#shared/money/money.ts';
import { trailFieldWords } from '#shared/words/trail-entries.ts';
import { listLedgers } from '../../src/server/ledger/audit/audit-queries.ts';
import { findRowDifference } from '../../src/server/ledger/stated-rows/stated-rows.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { listTriggerFaults } from '../../src/server/platform/db/trigger-faults.ts';
import type { Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Fixture, fixtureNames, loadStore, readFixture } from './load.ts';
import { endOfStory, everyRowToken, headToken, password } from './make/bills.ts';
import { type Body, deskOf } from './make/desk.ts';
import { everyRowSchool } from './make/rows.ts';
import { secrets } from './make/sends.ts';

const versions = engines.flatMap((engine) => fixtureNames.map((version) => ({ engine, version })));

/** Sentences may be reworded, so only their codes are compared. An entry of the trail has its code beside `text`. */
const isSentence = (key: string, of: object): boolean =>
  `${key}Code` in of || key === 'alert' || (key === 'text' && 'changes' in of);
const withoutSentences = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !isSentence(key, value)))
      : value,
  );

/** The migration `0018-stated-rows` adds entries to the trail. */
const withoutStated = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    Array.isArray(value) ? value.filter((one) => one?.code !== 'rowsStated') : value,
  );

/** Tables that a migration renamed: the old name, and today's. */
const renamedTables: Readonly<Record<string, string>> = { told_by_phone: 'contacted_by_phone' };

/** Of one bill 0.01 is carried to a deleted bill, and `0007-deleted-money` makes it owed again. */
const owedAgain = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (key, value) => (key === 'adjusted' && value === -0.03 ? -0.02 : value));

/** Since then the trail says in rupees what was paid. */
const paidInRupees = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_key, value) =>
    value?.field === 'paid' && 'from' in value
      ? { ...value, label: trailFieldWords.paid, from: rupeesOf(value.from), to: rupeesOf(value.to) }
      : value,
  );
const rupeesOf = (paisa: string): string => (paisa === '' ? '' : formatAmount(toRupees(Number(paisa))));

/** Since then a part-paid bill is also unpaid, and chats to answer are counted instead of unread messages. */
const countedAnew = (body: Body): Body =>
  JSON.parse(JSON.stringify(body), (_key, value) => {
    if (value && typeof value === 'object' && 'partPaid' in value && 'unread' in value) {
      const { unread: _unread, overdue, unpaid, partPaid, ...group } = value;
      return { ...group, partPaid, unpaid: unpaid + partPaid, ...(partPaid === 0 && { overdue }) };
    }
    if (value && typeof value === 'object' && 'falling' in value) {
      const { unread: _unread, waiting, ...today } = value;
      return { ...today, toAnswer: { count: waiting } };
    }
    return value;
  });

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    if (name !== 'migration') counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

describe.each(versions)('Store of $version on $engine', ({ engine, version }) => {
  let fixture: Fixture;
  /** The number of rows in each table before and after today's migrations. */
  let before: Record<string, number>;
  let after: Record<string, number>;
  let world: World;
  let now = new Date(endOfStory);
  const got: string[] = [];
  const given: Record<string, string>[] = [];

  const accept =
    (texts: string[]): Provider['send'] =>
    async ({ settings }, { text }): Promise<Outcome> => {
      texts.push(text);
      given.push(settings);
      return { kind: 'accepted', providerID: `today.${given.length}` };
    };
  const providers = { demo: { send: accept(got) }, waha: { send: accept([]) }, cloud: { send: accept([]) } };
  const deskAt = (cID: number, token = headToken) =>
    cID === everyRow()
      ? deskOf(world, { db: everyRowSchool, cID, token: everyRowToken })
      : deskOf(world, { db: 'main', cID, token });
  const everyRow = () => fixture.answers.at(-1)?.cID;

  beforeAll(async () => {
    fixture = await readFixture(version);
    world = await createWorld(
      engine,
      // The store holds real password hashes, so the real hashing is used.
      { now: () => now, providers, runtime: {} },
      {
        fill: async (place) => {
          before = await loadStore(fixture, place, countRows);
          const migrated = await openStore(place);
          after = await countRows(migrated.db);
          await migrated.close();
        },
        secretKey: fixture.secretKey,
      },
    );
  });
  afterAll(() => world.stop());

  it('The fixture has a row in every table, and the migrations lose none.', async () => {
    const empty = Object.keys(before).filter((table) => before[table] === 0);
    expect(empty).toEqual([]);
    for (const [table, count] of Object.entries(before))
      expect(after[renamedTables[table] ?? table], table).toBeGreaterThanOrEqual(count);
  });

  it('After the upgrade the API gives the stored answers again.', async () => {
    expect(fixture.answers.length).toBeGreaterThan(100);
    for (const { cID, path, query, body } of fixture.answers) {
      const answered = await deskAt(cID).try('GET', path, undefined, query);
      expect.soft({ path, cID, body: withoutStated(withoutSentences(answered.body)) }).toMatchObject({
        path,
        cID,
        body: countedAnew(paidInRupees(owedAgain(withoutSentences(body)))),
      });
    }
  });

  it('After the upgrade the trail states every row of money, and a later change by SQL is named.', async () => {
    const { db } = world.deps.store;
    expect(await listTriggerFaults(db)).toEqual([]);
    const find = async (campusID: number) => findRowDifference(db, campusID, { rest: async () => undefined });
    for (const { id } of await listLedgers(db)) expect(await find(id)).toBeUndefined();
    const dated = db
      .selectFrom('bill')
      .select(['id', 'campusID', 'dueDate'])
      .where('dueDate', 'is not', null);
    const bill = await dated.limit(1).executeTakeFirstOrThrow();
    const date = (dueDate: string | null) =>
      db.updateTable('bill').set({ dueDate }).where('id', '=', bill.id).execute();
    await date('2999-01-01');
    expect(await find(bill.campusID)).toMatchObject({
      id: bill.id,
      column: 'dueDate',
      shouldBe: bill.dueDate,
    });
    await date(bill.dueDate);
  });

  it('After the upgrade waiting messages are sent, and the stored passwords and secrets still work.', async () => {
    now = new Date(Date.parse(endOfStory) + 60_000);
    await world.work();
    expect(got).toContain('Waiting: school opens at nine');
    const connected = fixture.answers.find(
      ({ path, body }) => path === '/Sender/Connection' && body.way === 'waha',
    );
    const message = { message: 'Of today', contacts: '0300-3100009' };
    const person = { userName: 'head.clerk', password };
    const { body } = await world.call({ method: 'POST', path: '/Account/Login' }, { body: person });
    await deskAt(connected?.cID ?? 0, body.token).post('/Chat/SendWhatsApp', message);
    await world.work();
    expect(given.map(({ apiKey }) => apiKey)).toContain(secrets.apiKey);
  });
});
