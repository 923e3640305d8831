/**
 * The program is killed before each step in which it receives, voids, returns or allocates money of several bills. A
 * step is a statement that writes, the commit, or the moment between the commit and the answer.
 */
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { scopeOfRow } from '../../src/server/auth/scope.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { start } from '../../src/server/start.ts';
import { campusFactory, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { makePlace, type Place } from '../support/fault-place.ts';
import { type LedgerAct, runLedgerAct } from '../support/ledger-process.ts';
import { moneyNeeds } from '../support/money.ts';
import { openSchool } from '../support/schools.ts';
import { type Content, contentOf } from '../support/store-content.ts';

const at = '2026-11-20T08:00:00.000Z';

type Seeded = { campusID: number; billIDs: number[]; paymentIDs: { cheque: number; credit: number } };

/**
 * A family with three bills. A cheque has paid the first two in part, another payment is credit, and a reminder about
 * the third waits.
 */
async function seed({ config }: Place): Promise<Seeded> {
  const { deps, stop } = await start(config);
  const school = { slug: 'main', name: 'Main School', campus: 'Girls Campus', now: at };
  const campus = await openSchool(deps.store.db, school, deps.runtime);
  const { group, message } = campusFactory(deps, 'main', campus);
  const number = freshNumber();
  const rows = [100, 200, 300].map((total) =>
    makeBill({ number, total, amountAfterDueDate: null, dueDate: '2099-12-31' }),
  );
  const { id: groupID, bills } = await group({ bills: rows });
  const billIDs = bills.map(({ id }) => id);
  const [first = 0, second = 0] = billIDs;
  // The killed program has this clock too, and a return before its payment is refused.
  const needs = { ...moneyNeeds(deps), now: () => new Date(at) };
  const scope = scopeOfRow(deps.store.db, campus, 'a clerk');
  const pay = async (clientID: string, allocations: { billID: number; amount: number }[]) =>
    (await receivePayment(scope, needs, { clientID, amount: 120, method: 'cheque', allocations })).paymentID;
  const cheque = await pay('a cheque', [
    { billID: first, amount: 40 },
    { billID: second, amount: 80 },
  ]);
  const credit = await pay('a credit', []);
  await message({ message: 'Dear {{name}}, {{payable}}', groupIDs: [groupID], status: 'unpaid' });
  await stop();
  return { campusID: campus.id, billIDs, paymentIDs: { cheque, credit } };
}

const figuresOf = async (db: Db) => ({
  bills: (await db.selectFrom('bill').select(['paid', 'status']).orderBy('id').execute()).map(
    ({ paid, status }) => `${paid / 100} ${status}`,
  ),
  messages: (await db.selectFrom('message').select('status').orderBy('id').execute()).map(
    ({ status }) => status,
  ),
});
type Figures = Awaited<ReturnType<typeof figuresOf>>;
type Left = { content: Content; figures: Figures };

/** Reads what a process has left. The books and the file must be right whatever it is. */
async function look({ config }: Place): Promise<Left> {
  const store = await openStore(config);
  if (store.engine === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
  }
  for await (const { difference } of verifyMoney(store.db)) expect(difference).toBeUndefined();
  const left = { content: await contentOf(store.db), figures: await figuresOf(store.db) };
  await store.close();
  return left;
}

type Case = {
  what: string;
  act: (of: Seeded) => LedgerAct;
  figures: Figures;
  /** What the clerk sees when she repeats the press after a kill that came after the commit. */
  repeated: object;
};

const cases: Case[] = [
  {
    what: 'payment for three bills',
    act: ({ billIDs: [a = 0, b = 0, c = 0] }) => ({
      what: 'receive',
      request: {
        ...{ clientID: 'a press', amount: 480, method: 'cash' },
        allocations: [
          { billID: a, amount: 60 },
          { billID: b, amount: 120 },
          { billID: c, amount: 300 },
        ],
      },
    }),
    figures: { bills: ['100 paid', '200 paid', '300 paid'], messages: Array(3).fill('skipped') },
    repeated: { receiptNo: 3, credit: 0 },
  },
  {
    what: 'void of a payment for two bills',
    act: ({ paymentIDs: { cheque: id } }) => ({ what: 'void', request: { id, reason: 'A slip' } }),
    figures: { bills: ['0 unpaid', '0 unpaid', '0 unpaid'], messages: Array(3).fill('queued') },
    repeated: { refused: expect.any(String) },
  },
  {
    what: 'bounced cheque for two bills',
    act: ({ paymentIDs: { cheque: id } }) => ({
      what: 'return',
      request: { id, clientID: 'a press', kind: 'bounced', reason: 'No funds' },
    }),
    figures: { bills: ['0 unpaid', '0 unpaid', '0 unpaid'], messages: Array(3).fill('queued') },
    repeated: { payment: expect.objectContaining({ receiptNo: 1, credit: 0 }) },
  },
  {
    what: 'credit that is used for two bills',
    act: ({ billIDs: [a = 0, , c = 0], paymentIDs: { credit: paymentID } }) => ({
      what: 'allocate',
      request: {
        credits: [
          {
            paymentID,
            allocations: [
              { billID: a, amount: 60 },
              { billID: c, amount: 60 },
            ],
          },
        ],
      },
    }),
    figures: { bills: ['100 paid', '80 partial', '60 partial'], messages: ['skipped', 'queued', 'queued'] },
    repeated: { refused: expect.any(String) },
  },
];

/** Fewer would mean that the kills came before the work had begun. */
const fewestSteps = 7;

describe.each(engines)('Kills at each step of the ledger on %s', (engine) => {
  it.each(cases)(
    'A $what is stored completely or not at all, whenever the program is killed.',
    {
      timeout: 180_000,
    },
    async ({ act, figures, repeated }) => {
      const made = await makePlace(engine === 'postgres' ? inject('postgresUrl') : undefined);
      onTestFinished(made.remove);
      const place = { ...made, config: { ...made.config, role: 'web' as const, adminPassword: undefined } };
      const seeded = await seed(place);
      const before = await look(place);
      const order = { config: place.config, campusID: seeded.campusID, at, act: act(seeded) };
      let left = before;
      let step = 0;
      while (JSON.stringify(left.content) === JSON.stringify(before.content)) {
        step += 1;
        expect(await runLedgerAct({ ...order, killBefore: step }), `step ${step}`).toBeUndefined();
        left = await look(place);
      }
      expect(step).toBeGreaterThanOrEqual(fewestSteps);
      expect(left.figures).toEqual(figures);
      expect(await runLedgerAct({ ...order, killBefore: 0 })).toMatchObject(repeated);
      expect((await look(place)).content).toEqual(left.content);
    },
  );
});
