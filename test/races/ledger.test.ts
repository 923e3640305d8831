/** Concurrent payments: a bill is paid once, one clientID makes one payment, and a void payment settles nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { yieldToEventLoop } from '../../src/server/yielding.ts';
import { type Caller, callerOf, freshSlug } from '../http/callers.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

/** A provider that takes its time before each message leaves, as for a paper or a slot in the rate. */
function createSlowProvider() {
  const paid = new Set<string>();
  const sent: { number: string; wasPaid: boolean }[] = [];
  const outside = {
    paid,
    sent,
    prepare: async (): Promise<void> => {},
    reset: () => {
      paid.clear();
      sent.length = 0;
      outside.prepare = async () => {};
    },
  };
  const send: Provider['send'] = async (_sender, { to, opaque }, leave) => {
    await outside.prepare();
    const wasPaid = paid.has(to);
    const outcome = await leave();
    if (outcome) return outcome;
    sent.push({ number: to, wasPaid });
    return { kind: 'accepted', providerID: opaque };
  };
  return Object.assign(outside, { demo: { send } });
}

describe.each(engines)('Concurrent payments on %s', (engine) => {
  let world: World;
  const provider = createSlowProvider();
  let campus: CampusInTest;
  let clerks: Caller[];
  let billID: number;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo: provider.demo } });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    campus = await world.school(freshSlug());
    clerks = [];
    provider.reset();
    for (let at = 0; at < 20; at += 1) clerks.push(callerOf(world, campus, await campus.user()));
    const row = makeBill({ total: 1000, amountAfterDueDate: null });
    billID = (await campus.group({ bills: [row] })).bills[0]?.id ?? 0;
  });

  const one = () => clerks[0] as Caller;
  const stored = () =>
    world.deps.store.db.selectFrom('bill').select(['paid', 'status']).where('id', '=', billID).execute();
  async function expectTrue(): Promise<void> {
    for await (const { id, difference } of verifyMoney(world.deps.store.db))
      if (id === campus.id) expect(difference).toBeUndefined();
  }
  const pay = (clerk: Caller, clientID: string, amount = 1000) =>
    clerk.ask(calls.receivePayment, {
      body: { clientID, amount, method: 'cash', confirmed: true, allocations: [{ billID, amount }] },
    });

  /** A bank file that pays each of so many bills in full, with the decisions of a person. */
  async function bankRows(count: number) {
    const bills = Array.from({ length: count }, (_, at) =>
      makeBill({ total: 1000, amountAfterDueDate: null, invNo: String(20_260_001 + at) }),
    );
    const billIDs = (await campus.group({ bills })).bills.map(({ id }) => id);
    const account = { kind: 'bank', title: 'HBL' };
    const { id: accountID } = await one().get(calls.addMoneyAccount, { body: account });
    const rows = bills.map(({ invNo }, row) => ({
      row,
      day: '2026-11-05',
      amount: 1000,
      text: `IBFT ${invNo}`,
    }));
    const decisions = billIDs.map((billID, row) => ({ row, match: 'exact', act: 'pay', billID }));
    const file = { name: 'HBL.csv', sha256: 'ab'.repeat(32) };
    return { accountID, file, rows, decisions, billIDs };
  }

  const writeAbout = (groupID: number, status: 'unpaid' | 'all') =>
    campus.message({ message: 'Dear {{name}}, {{payable}}', groupIDs: [groupID], status });
  const statesOf = async (broadcastID: number) =>
    world.deps.store.db
      .selectFrom('message')
      .select(['number', 'status', 'text'])
      .where('broadcastID', '=', broadcastID)
      .orderBy('id')
      .execute();

  it.each(['unpaid', 'all'] as const)(
    'A message to %s bills whose bill is paid while a worker has claimed it goes only where an amount is left, and says that.',
    async (status) => {
      const bills = [1000, 1000, 500].map((total) => makeBill({ total, amountAfterDueDate: null }));
      const { id, bills: made } = await campus.group({ bills });
      const { broadcastID } = await writeAbout(id, status);
      const claimed = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      provider.prepare = () => {
        claimed.resolve();
        return released.promise;
      };
      const sending = sendNext(world.deps);
      await claimed.promise;
      const [paid, partPaid] = made;
      billID = paid?.id ?? 0;
      expect((await pay(one(), 'all of it')).status).toBe(200);
      billID = partPaid?.id ?? 0;
      expect((await pay(one(), 'a part of it', 400)).status).toBe(200);
      released.resolve();
      await sending;
      // A message that was taken back is due again a millisecond later.
      await eventually(async () => {
        await world.work();
        expect((await statesOf(broadcastID)).map((message) => message.status)).toEqual([
          ...['skipped', 'accepted', 'accepted'],
        ]);
      });
      const messages = await statesOf(broadcastID);
      expect(messages[1]?.text).toContain('600');
      expect(provider.sent.map(({ number }) => number).toSorted()).toEqual(
        messages.flatMap((message) => (message.status === 'accepted' ? message.number : [])).toSorted(),
      );
      await expectTrue();
    },
  );

  it('Bills that are paid while a send about them is queued and delivered get their reminder before the payment, or never.', async () => {
    const rows = Array.from({ length: 60 }, () => makeBill({ total: 1000, amountAfterDueDate: null }));
    const { id, bills } = await campus.group({ bills: rows });
    const wait = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) await yieldToEventLoop();
    };
    let prepared = 0;
    provider.prepare = () => wait((prepared++ * 7) % 40);
    const payAll = async (clerk: Caller, at: number) => {
      for (const bill of bills.filter((_bill, index) => index % 3 === at)) {
        const allocations = [{ billID: bill.id, amount: 1000 }];
        const body = { clientID: `of ${bill.id}`, amount: 1000, method: 'cash', allocations };
        expect((await clerk.ask(calls.receivePayment, { body })).status).toBe(200);
        provider.paid.add(`+92${bill.number?.slice(1)}`);
      }
    };
    let isPaying = true;
    const work = async () => {
      while (isPaying) if ((await sendNext(world.deps)) === 0) await yieldToEventLoop();
    };
    const workers = [work(), work()];
    const [{ broadcastID }] = await Promise.all([
      writeAbout(id, 'unpaid'),
      ...[0, 1].map((at) => payAll(clerks[at] as Caller, at)),
    ]);
    isPaying = false;
    await Promise.all(workers);
    await eventually(async () => {
      await world.work();
      const states = (await statesOf(broadcastID)).map(({ status }) => status);
      expect(states.filter((status) => !['accepted', 'skipped'].includes(status))).toEqual([]);
    });
    const messages = await statesOf(broadcastID);
    expect(provider.sent.filter(({ wasPaid }) => wasPaid)).toEqual([]);
    const sent = provider.sent.map(({ number }) => number);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.toSorted()).toEqual(
      messages.flatMap(({ number, status }) => (status === 'accepted' ? number : [])).toSorted(),
    );
    await expectTrue();
  });

  it('Twenty clerks who pay the same bill pay it once.', async () => {
    const answers = await Promise.all(clerks.map((clerk, at) => pay(clerk, `press ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await stored()).toEqual([{ paid: 100_000, status: 'paid' }]);
    expect(await one().get(calls.listPayments)).toMatchObject({ count: 1, sum: 1000 });
    await expectTrue();
  });

  it('Twenty clerks who each pay a twentieth settle the bill, with receipt numbers without a gap.', async () => {
    const answers = await Promise.all(clerks.map((clerk, at) => pay(clerk, `press ${at}`, 50)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const receipts = answers.map(({ body }) => body.receiptNo).sort((a, b) => a - b);
    expect(receipts).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await stored()).toEqual([{ paid: 100_000, status: 'paid' }]);
    await expectTrue();
  });

  it('A payment with one clientID that arrives twenty times is entered once, and all get the same answer.', async () => {
    const answers = await Promise.all(clerks.map((clerk) => pay(clerk, 'one press')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await one().get(calls.listPayments)).toMatchObject({ count: 1, sum: 1000 });
    await expectTrue();
  });

  it('Twenty concurrent marks as paid make one payment.', async () => {
    const body = { ids: [billID], status: 'paid' };
    const answers = await Promise.all(clerks.map((clerk) => clerk.get(calls.markBills, { body })));
    expect(answers.map(({ changed }) => changed.length).sort()).toEqual([...Array(19).fill(0), 1]);
    expect(await one().get(calls.listPayments)).toMatchObject({ count: 1, sum: 1000 });
    await expectTrue();
  });

  it('A bank file that twenty clerks save at once counts each row and each payment once.', async () => {
    const { billIDs: _billIDs, ...rows } = await bankRows(20);
    const body = (at: number) => ({ saveID: `save ${at} of it`, ...rows });
    const answers = await Promise.all(
      clerks.map((clerk, at) => clerk.get(calls.saveBankFile, { body: body(at) })),
    );
    expect(answers.reduce((sum, { posted }) => sum + posted, 0)).toBe(20);
    for (const { posted, changed } of answers) expect(posted + changed.length).toBe(20);
    expect(await one().get(calls.listPayments)).toMatchObject({ count: 20, sum: 20_000 });
    await expectTrue();
  });

  it('A bank file saved while clerks take payments pays each bill once.', async () => {
    const { billIDs, ...rows } = await bankRows(19);
    const [clerk, ...others] = clerks;
    const [saved, ...paid] = await Promise.all([
      clerk?.get(calls.saveBankFile, { body: { saveID: 'one save of it', ...rows } }),
      ...others.map((other, at) => {
        const allocations = [{ billID: billIDs[at], amount: 1000 }];
        const body = {
          clientID: `press ${at}`,
          amount: 1000,
          method: 'cash',
          receivedOn: '2026-11-05',
          allocations,
        };
        return other.ask(calls.receivePayment, { body });
      }),
    ]);
    const byCounter = paid.filter((answer) => answer?.status === 200).length;
    expect(saved.posted + byCounter).toBe(19);
    expect(saved.changed.length).toBe(byCounter);
    await expectTrue();
  });

  it('When twenty clerks use the same credit, one succeeds and the others get an error that it was used.', async () => {
    const credit = { clientID: 'one credit', amount: 100, method: 'cash', billID };
    const body = { ...credit, allocations: [] };
    const { paymentID } = await one().get(calls.receivePayment, { body });
    const credits = [{ paymentID, allocations: [{ billID, amount: 100 }] }];
    const answers = await Promise.all(
      clerks.map((clerk) => clerk.ask(calls.allocateCredit, { body: { credits } })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(clerks.length - 1);
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([409, moneyRefusals.creditUsed]);
    expect(await stored()).toEqual([{ paid: 10_000, status: 'partial' }]);
    await expectTrue();
    await one().get(calls.voidPayment, { params: { id: paymentID }, body: { reason: 'A slip' } });
  });

  it('A credit is either voided or set against a bill, never both.', async () => {
    for (let round = 0; round < 5; round += 1) {
      const credit = { clientID: `credit ${round}`, amount: 100, method: 'cash', allocations: [] };
      const { paymentID: id } = await one().get(calls.receivePayment, { body: credit });
      const allocations = [{ billID, amount: 100 }];
      const [voided, set] = await Promise.all([
        clerks[1]?.ask(calls.voidPayment, { params: { id }, body: { reason: 'A slip' } }),
        clerks[2]?.ask(calls.allocatePayment, { params: { id }, body: { allocations } }),
      ]);
      expect(voided?.status).toBe(200);
      expect([200, 409]).toContain(set?.status);
      expect(await stored()).toEqual([{ paid: 0, status: 'unpaid' }]);
      await expectTrue();
    }
  });
});
