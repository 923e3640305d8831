/** Push: a biller asks for bills and reports payments in the published format. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { pushWords } from '#shared/words/settings.ts';
import { bookPushed, proveBiller } from '../../src/server/bank/push-door/door.ts';
import { readPayment } from '../../src/server/bank/push-wire/wire-rules.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { listLedgers } from '../../src/server/ledger/audit/audit-queries.ts';
import { recordFailedSignIns } from '../../src/server/trail/failed-sign-ins/failed-sign-ins.ts';
import { withFault } from '../faults/failing-store.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Fields = Record<string, string>;
type BillerResponse = { status: number; body: Fields };

const prefix = '100422';
const spaces = (count: number) => ' '.repeat(count);

describe.each(engines)('Push on %s', (engine) => {
  const here = useCampus(engine);
  let path: string;
  let accountID: number;
  let lastNumber = 20_260_000;
  let lastAuth = 100_000;

  const login = { username: '1link', password: 'a-password-of-theirs' };
  const setUp = async (more: object = {}, clerk = here.clerk, account: object = {}) => {
    const body = { kind: 'biller', title: '1Bill', prefix, ...account };
    const { id } = await clerk.get(calls.addMoneyAccount, { body });
    const setup = { accountID: id, userName: login.username, password: login.password, isOn: true };
    const saved = await clerk.get(calls.savePush, { body: { ...setup, ...more } });
    return { id, path: saved.path as string };
  };
  beforeEach(async () => {
    here.clock.now = new Date('2026-11-05T08:00:00.000Z');
    ({ id: accountID, path } = await setUp());
  });

  const say = async (
    what: string,
    body: unknown,
    {
      headers = login,
      at = path,
      type = 'application/json',
    }: { headers?: Fields; at?: string; type?: string } = {},
  ): Promise<BillerResponse> => {
    const response = await fetch(`${here.world.address}${at}/${what}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Fields };
  };
  const inquire = async (consumer_number: string, how = {}): Promise<Fields> =>
    (await say('BillInquiry', { consumer_number, bank_mnemonic: 'HBL', reserved: '' }, how)).body;
  const message = (consumer_number: string, amount: number, more: Fields = {}): Fields => {
    lastAuth += 1;
    return {
      consumer_number,
      tran_auth_id: String(lastAuth),
      transaction_amount: String(amount * 100).padStart(12, '0'),
      ...{ tran_date: '20261105', tran_time: '130000', bank_mnemonic: 'HBL', reserved: '', ...more },
    };
  };
  const tell = async (body: Fields, how = {}): Promise<Fields> => (await say('BillPayment', body, how)).body;

  /** Saves bills of 1,000 until 10 November and 1,200 after it, and returns their ids and consumer numbers. */
  const save = async (...changes: Partial<NewBill>[]) => {
    const bills = changes.map((more) => {
      lastNumber += 1;
      const plain = { invNo: String(lastNumber), total: 1000, amountAfterDueDate: 1200, amount1: 1000 };
      return makeBill({ ...plain, expiryDate: '2026-11-25', ...more });
    });
    const group = await here.campus.group({ bills });
    return group.bills.map(({ id, invNo }) => ({ id, number: `${prefix}${invNo}`, invNo: invNo ?? '' }));
  };
  const saveOne = async (more: Partial<NewBill> = {}) => {
    const [one] = await save(more);
    if (!one) throw new Error('no payment was saved');
    return one;
  };
  const billOf = (id: number) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const payments = async () => (await here.clerk.get(calls.listPayments)).items;
  const expectVerified = async (): Promise<void> => {
    const { db } = here.world.deps.store;
    const ledger = (await listLedgers(db)).find(({ id }) => id === here.campus.id);
    if (!ledger) throw new Error('the campus has no ledger');
    expect((await verifyLedger(db, ledger)).difference).toBeUndefined();
  };
  const trail = async () => {
    const { db } = here.world.deps.store;
    return entriesOf(db, await schoolOf(db, here.campus.id));
  };

  describe('BillInquiry', () => {
    it('BillInquiry answers an unpaid bill in the published format, byte for byte.', async () => {
      const { number } = await saveOne({ name: 'Ayesha Khan' });
      const { status, body } = await say('BillInquiry', { consumer_number: number });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toBe(
        JSON.stringify({
          response_Code: '00',
          consumer_Detail: 'Ayesha Khan                   ',
          bill_status: 'U',
          due_date: '20261110',
          amount_within_dueDate: '+0000000100000',
          amount_after_dueDate: '+0000000120000',
          billing_month: '2611',
          date_paid: spaces(8),
          amount_paid: spaces(12),
          tran_auth_Id: spaces(6),
          reserved: '',
        }),
      );
    });

    it('BillInquiry answers the amounts of a late, part-paid or partly waived bill.', async () => {
      const [late, part] = await save({ dueDate: '2026-11-01' }, {});
      expect(await inquire(late?.number ?? '')).toMatchObject({
        ...{ bill_status: 'U', due_date: '20261101', amount_after_dueDate: '+0000000120000' },
      });
      const body = {
        clientID: 'part',
        amount: 400,
        method: 'cash',
        allocations: [{ billID: part?.id, amount: 400 }],
      };
      await here.clerk.get(calls.receivePayment, { body });
      const adjust = { clientID: 'waive', kind: 'waiver', amount: 50, reason: 'Brother' };
      await here.clerk.get(calls.adjustBill, { params: { id: part?.id }, body: adjust });
      expect(await inquire(part?.number ?? '')).toMatchObject({
        ...{
          response_Code: '00',
          amount_within_dueDate: '+0000000055000',
          amount_after_dueDate: '+0000000075000',
        },
      });
    });

    it('BillInquiry answers a bill paid at the counter or waived in full as paid.', async () => {
      const [paid, waived] = await save({}, { amountAfterDueDate: null });
      const body = {
        clientID: 'all',
        amount: 1000,
        method: 'cash',
        allocations: [{ billID: paid?.id, amount: 1000 }],
      };
      await here.clerk.get(calls.receivePayment, { body });
      expect(await inquire(paid?.number ?? '')).toMatchObject({
        ...{ response_Code: '06', bill_status: 'P', date_paid: '20261105', amount_paid: '000000100000' },
        ...{ tran_auth_Id: spaces(6), amount_within_dueDate: '+0000000000000' },
      });
      const waive = { clientID: 'gone', kind: 'waiver', amount: 1000, reason: 'Staff' };
      await here.clerk.get(calls.adjustBill, { params: { id: waived?.id }, body: waive });
      expect(await inquire(waived?.number ?? '')).toMatchObject({ response_Code: '06', bill_status: 'P' });
    });

    it('BillInquiry answers an expired bill as blocked, and an unknown number or one of another campus as not found.', async () => {
      const { number } = await saveOne({ dueDate: '2026-10-10', expiryDate: '2026-11-04' });
      expect(await inquire(number)).toMatchObject({ response_Code: '02', bill_status: 'B' });
      expect(await inquire(`${prefix}999`)).toMatchObject({ response_Code: '01', bill_status: ' ' });
      const sister = await here.campus.sister();
      const elsewhere = makeBill({ invNo: '55500001' });
      await sister.group({ bills: [elsewhere] });
      expect(await inquire(`${prefix}55500001`)).toMatchObject({ response_Code: '01' });
    });

    it('BillInquiry answers a carried bill as blocked, and a payment by its old number pays the newer bill.', async () => {
      const october = await saveOne({ month: 10, regNum: 'R-9', dueDate: '2026-10-10', expiryDate: null });
      const november = makeBill({
        ...{ invNo: '20269999', regNum: 'R-9', total: 2200, amountAfterDueDate: null },
        ...{ head1: 'Tuition Fee', amount1: 1000, head2: 'Arrears', amount2: 1200 },
      });
      await here.campus.save([november], { name: 'Later' });
      expect((await billOf(october.id)).status).toBe('carried');
      expect(await inquire(october.number)).toMatchObject({ response_Code: '02', bill_status: 'B' });
      expect(await inquire(`${prefix}20269999`)).toMatchObject({ amount_within_dueDate: '+0000000220000' });
      // A payment by the old number still pays the bill that asks for its amount.
      expect(await tell(message(october.number, 2200))).toMatchObject({ response_Code: '00' });
      expect(await inquire(`${prefix}20269999`)).toMatchObject({ bill_status: 'P' });
      await expectVerified();
    });

    it('BillInquiry accepts a number with leading zeros or without the prefix.', async () => {
      const { invNo } = await saveOne();
      expect(await inquire(`${prefix}0000${invNo}`)).toMatchObject({ response_Code: '00' });
      expect(await inquire(invNo)).toMatchObject({ response_Code: '00' });
    });

    it('A consumer number of two children is blocked, and a payment to it is refused.', async () => {
      await save({ invNo: '777001' }, {});
      await here.campus.save([makeBill({ invNo: '777001' })], { name: 'Van' });
      expect(await inquire(`${prefix}777001`)).toMatchObject({ response_Code: '02', bill_status: ' ' });
      expect(await tell(message(`${prefix}777001`, 1000))).toMatchObject({ response_Code: '02' });
      expect(await payments()).toEqual([]);
      expect((await trail()).at(-1)).toMatchObject({ what: 'pushRefused', actor: 'program' });
    });

    it('A student number means the newest open bill of the student.', async () => {
      const { path: at } = await setUp({}, here.clerk, { numbering: 'student', prefix: '2002' });
      const [october, november] = await save(
        {
          regNum: '4711',
          month: 10,
          dueDate: '2026-10-10',
          expiryDate: null,
          total: 700,
          amountAfterDueDate: null,
        },
        { regNum: '4711', month: 11 },
      );
      const sendInquiry = () => inquire('20024711', { at });
      expect(await sendInquiry()).toMatchObject({
        billing_month: '2611',
        amount_within_dueDate: '+0000000100000',
      });
      await tell(message('20024711', 1000), { at });
      expect(await billOf(november?.id ?? 0)).toMatchObject({ status: 'paid' });
      expect(await sendInquiry()).toMatchObject({
        billing_month: '2610',
        amount_within_dueDate: '+0000000070000',
      });
      await tell(message('20024711', 700), { at });
      expect(await billOf(october?.id ?? 0)).toMatchObject({ status: 'paid' });
      expect(await sendInquiry()).toMatchObject({ response_Code: '06', billing_month: '2611' });
    });
  });

  describe('BillPayment', () => {
    it('BillPayment pays the bill, with a receipt, a reference and a trail entry.', async () => {
      const { id, number } = await saveOne();
      const payment = message(number, 1000, { tran_auth_id: '354644' });
      expect(await tell(payment)).toEqual({
        response_Code: '00',
        Identification_parameter: '1',
        reserved: '',
      });
      expect(await billOf(id)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-05' });
      expect(await payments()).toMatchObject([
        {
          source: 'push',
          method: 'online',
          reference: '354644',
          amount: 1000,
          receivedOn: '2026-11-05',
          accountID,
          credit: 0,
        },
      ]);
      expect(await inquire(number)).toMatchObject({
        bill_status: 'P',
        tran_auth_Id: '354644',
        date_paid: '20261105',
      });
      const entry = (await trail()).at(-1);
      expect(entry).toMatchObject({ what: 'pushReceived', actor: 'program', address: '127.0.0.1' });
      expect(JSON.parse(entry?.details ?? '')).toMatchObject({
        amount: 100_000,
        authID: '354644',
        bank: 'HBL',
        credit: 0,
      });
      await expectVerified();
    });

    it('A payment of a closed day is booked today, is in time for its bill, and the trail names its day.', async () => {
      const { id, number } = await saveOne();
      here.clock.now = new Date('2026-11-16T08:00:00.000Z');
      await here.clerk.get(calls.closeBooks, { body: { closedUntil: '2026-11-12', reason: 'Counted' } });
      const days = (day: string) => ({
        params: { name: 'day-book' },
        query: { by: 'day', from: day, to: day },
      });
      const before = await here.clerk.get(calls.showReport, days('2026-11-09'));
      expect((await tell(message(number, 1000, { tran_date: '20261109' }))).response_Code).toBe('00');
      expect((await tell(message(number, 5, { tran_date: '20261109' }))).response_Code).toBe('00');
      expect(await billOf(id)).toEqual({ paid: 1000_00, status: 'paid', settledOn: '2026-11-09' });
      expect((await payments())[1]).toMatchObject({ receivedOn: '2026-11-09', bookedOn: '2026-11-16' });
      expect(await here.clerk.get(calls.showReport, days('2026-11-09'))).toEqual(before);
      expect((await here.clerk.get(calls.showReport, days('2026-11-16'))).totals).toMatchObject([
        { figures: { received: { sum: 1005, count: 2 } } },
      ]);
      const collected = { params: { name: 'collected' }, query: { by: 'campus', from: '2026-11-16' } };
      expect((await here.clerk.get(calls.showReport, collected)).totals).toMatchObject([
        { figures: { collected: { sum: 1005 } } },
      ]);
      const pushed = (await trail()).filter(({ what }) => what === 'pushReceived');
      expect(pushed.map(({ details }) => JSON.parse(details).concerns)).toEqual(['2026-11-09', '2026-11-09']);
      await expectVerified();
    });

    it('The same payment twenty times at once is posted once, even after it was voided.', async () => {
      const [one, other] = await save({}, {});
      const payment = message(one?.number ?? '', 1000);
      const answers = await Promise.all(Array.from({ length: 20 }, () => tell(payment)));
      expect(answers.map((answer) => answer.response_Code).sort()).toEqual(['00', ...Array(19).fill('03')]);
      expect(await tell({ ...payment, transaction_amount: '000000000100' })).toMatchObject({
        response_Code: '03',
      });
      expect(await payments()).toHaveLength(1);
      // A payment that a clerk voided is not posted again.
      await here.clerk.get(calls.voidPayment, {
        params: { id: (await payments())[0]?.id },
        body: { reason: 'Told of by mistake' },
      });
      expect(await tell(payment)).toMatchObject({ response_Code: '03' });
      expect(await billOf(one?.id ?? 0)).toMatchObject({ paid: 0, status: 'unpaid' });
      // The same authorisation for another bill is another payment.
      const elsewhere = { ...payment, consumer_number: other?.number ?? '' };
      expect(await tell(elsewhere)).toMatchObject({ response_Code: '00' });
      await expectVerified();
    });

    it('One payment whose number is spelled in other ways is posted once.', async () => {
      const { id, invNo, number } = await saveOne();
      const payment = message(number, 1000);
      const spelled = [number, invNo, `0${invNo}`, `00${invNo}`, `${prefix}00${invNo}`, `  ${number} `];
      const codes: unknown[] = [];
      for (const consumer_number of spelled)
        codes.push((await tell({ ...payment, consumer_number })).response_Code);
      expect(codes).toEqual(['00', '03', '03', '03', '03', '03']);
      expect(await payments()).toHaveLength(1);
      expect(await billOf(id)).toMatchObject({ paid: 100_000 });
      // Another authorisation, day or time is another payment.
      const others: Fields[] = [
        { tran_auth_id: '999999' },
        { tran_date: '20261104' },
        { tran_time: '130001' },
      ];
      for (const more of others)
        expect(await tell({ ...payment, ...more })).toMatchObject({ response_Code: '00' });
      await expectVerified();
    });

    it('A second payment with another authorisation for a paid bill becomes credit of the family.', async () => {
      const { id, number } = await saveOne();
      await tell(message(number, 1000));
      expect(await tell(message(number, 1000))).toMatchObject({ response_Code: '00' });
      expect(await billOf(id)).toMatchObject({ paid: 100_000, status: 'paid' });
      expect((await payments()).map(({ credit }: { credit: number }) => credit)).toEqual([1000, 0]);
      const { families } = await here.clerk.get(calls.findOpenBills, { query: { billID: id } });
      expect(families).toMatchObject([{ credit: 1000 }]);
      const { items } = await here.clerk.get(calls.listReport, {
        params: { name: 'credits' },
        query: { figure: 'credit' },
      });
      expect(items).toHaveLength(1);
      expect(JSON.parse((await trail()).at(-1)?.details ?? '')).toMatchObject({ credit: 100_000 });
      await expectVerified();
    });

    it('A payment of less than the bill pays a part, and of more leaves credit.', async () => {
      const [less, more] = await save({}, {});
      await tell(message(less?.number ?? '', 300));
      expect(await billOf(less?.id ?? 0)).toMatchObject({ paid: 30_000, status: 'partial' });
      await tell(message(more?.number ?? '', 1500));
      expect(await billOf(more?.id ?? 0)).toMatchObject({ paid: 100_000, status: 'paid' });
      expect(await payments()).toMatchObject([{ credit: 500 }, { credit: 0 }]);
      await expectVerified();
    });

    it('The transaction date decides whether a bill was late, and a future date becomes today.', async () => {
      here.clock.now = new Date('2026-11-12T08:00:00.000Z');
      const [inTime, late, total] = await save({}, {}, {});
      await tell(message(inTime?.number ?? '', 1000, { tran_date: '20261110' }));
      expect(await billOf(inTime?.id ?? 0)).toMatchObject({ status: 'paid', settledOn: '2026-11-10' });
      await tell(message(late?.number ?? '', 1200, { tran_date: '20261111' }));
      expect(await billOf(late?.id ?? 0)).toMatchObject({ status: 'paid', paid: 120_000 });
      await tell(message(total?.number ?? '', 1000, { tran_date: '20261111' }));
      expect(await billOf(total?.id ?? 0)).toMatchObject({ status: 'partial', paid: 100_000 });
      // The biller’s clock may be ahead, so that its date is already tomorrow.
      const ahead = await saveOne();
      expect(await tell(message(ahead.number, 1200, { tran_date: '20261113' }))).toMatchObject({
        response_Code: '00',
      });
      expect((await payments())[0]).toMatchObject({ receivedOn: '2026-11-12' });
      const gone = message(ahead.number, 1200, { tran_date: '20251101' });
      expect(await tell(gone)).toMatchObject({ response_Code: '04' });
      await expectVerified();
    });

    it('A payment for a voucher that has expired since is posted.', async () => {
      const { id, number } = await saveOne({ dueDate: '2026-11-03', expiryDate: '2026-11-04' });
      expect(await tell(message(number, 1200))).toMatchObject({ response_Code: '00' });
      expect(await billOf(id)).toMatchObject({ status: 'paid' });
    });

    it('A payment to an unknown number is refused, and the trail says so.', async () => {
      expect(await tell(message(`${prefix}999`, 1000))).toEqual({
        ...{ response_Code: '01', Identification_parameter: '', reserved: '' },
      });
      expect(await payments()).toEqual([]);
      expect((await trail()).at(-1)).toMatchObject({ what: 'pushRefused' });
    });

    it('A payment at the counter at the same time pays the bill once, and the rest is credit.', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id, number } = await saveOne();
        const body = {
          ...{ clientID: `counter ${round}`, amount: 1000, method: 'cash' },
          allocations: [{ billID: id, amount: 1000 }],
        };
        const [counter, push] = await Promise.all([
          here.clerk.ask(calls.receivePayment, { body }),
          tell(message(number, 1000)),
        ]);
        expect(push.response_Code).toBe('00');
        expect(await billOf(id)).toMatchObject({ paid: 100_000, status: 'paid' });
        const credit = (await payments())[0]?.credit;
        expect([counter.status, credit]).toEqual(counter.status === 200 ? [200, 1000] : [409, 0]);
      }
      await expectVerified();
    });

    it('A pushed payment skips the bill’s waiting messages and publishes live events.', async () => {
      const { id, number } = await saveOne();
      await here.campus.message({ contactIDs: [id], status: 'unpaid' });
      const heard: string[] = [];
      const stop = here.world.deps.bus.subscribe(here.campus.id, ({ what }) => heard.push(what), 0);
      await tell(message(number, 1000));
      const rows = await here.world.deps.store.db
        .selectFrom('message')
        .select('status')
        .where('campusID', '=', here.campus.id)
        .execute();
      expect(rows).toEqual([{ status: 'skipped' }]);
      for (let tries = 0; !heard.includes('bills') && tries < 100; tries += 1) await wait(10);
      expect(heard).toEqual(expect.arrayContaining(['payments', 'bills']));
      stop();
    });

    it('A pushed payment is stored in full or not at all, whichever statement fails.', async () => {
      const { id, number } = await saveOne();
      const payment = readPayment(message(number, 1500));
      if (!payment) throw new Error('the payment was not found');
      const { deps } = here.world;
      const billerKey = path.split('/')[2] ?? '';
      const count = async (table: 'payment' | 'allocation' | 'trail'): Promise<number> =>
        (await deps.store.db.selectFrom(table).select('id').execute()).length;
      const stored = async () => [await count('payment'), await count('allocation'), await count('trail')];
      const before = await stored();
      let code: string | undefined;
      let failed = -1;
      for (let step = 0; code === undefined; step += 1, failed += 1) {
        let left = step;
        const faulty = withFault(deps, () => {
          left -= 1;
          return left < 0;
        });
        const biller = await proveBiller(deps, { billerKey, headers: login, address: '' });
        const scope = { ...biller.scope, db: faulty.store.db };
        const taken = bookPushed({ ...biller, scope }, moneyNeeds(faulty), payment);
        code = await taken.then(({ response_Code }) => response_Code).catch(() => undefined);
        if (code === undefined) expect(await stored(), `after ${step}`).toEqual(before);
      }
      expect([code, failed > 10]).toEqual(['00', true]);
      expect(await stored()).toEqual(before.map((rows) => rows + 1));
      expect(await billOf(id)).toMatchObject({ paid: 100_000, status: 'paid' });
    });
  });

  describe('Access', () => {
    it('A biller gets 404 at an address that is not the campus’s, and at its own address while access for billers is off.', async () => {
      const { number } = await saveOne();
      const inquiry = { consumer_number: number };
      const unknown = `/push/${'x'.repeat(22)}/api/1.0/Payments`;
      for (const at of [unknown, '/push/x/api/1.0/Payments', '/push/%00/api/1.0/Payments'])
        expect((await say('BillInquiry', inquiry, { at })).status).toBe(404);
      const before = await say('BillPayment', message(number, 1000), { at: unknown });
      const setup = { accountID, userName: login.username, isOn: false };
      await here.clerk.get(calls.savePush, { body: setup });
      expect(await say('BillPayment', message(number, 1000))).toEqual(before);
      // The password was kept while push was off.
      await here.clerk.get(calls.savePush, { body: { ...setup, isOn: true } });
      expect(await inquire(number)).toMatchObject({ response_Code: '00' });
      expect(await payments()).toEqual([]);
    });

    it('A biller gets 404 at the old address after its renewal, and with an ended account.', async () => {
      const { number } = await saveOne();
      const renewed = await here.clerk.get(calls.renewPush);
      expect(renewed.path).not.toBe(path);
      expect((await say('BillInquiry', { consumer_number: number })).status).toBe(404);
      expect(await inquire(number, { at: renewed.path })).toMatchObject({ response_Code: '00' });
      const ended = { kind: 'biller', title: '1Bill', prefix, ended: true };
      await here.clerk.get(calls.updateMoneyAccount, { params: { id: accountID }, body: ended });
      expect((await say('BillInquiry', { consumer_number: number }, { at: renewed.path })).status).toBe(404);
    });

    it('A biller with another name or password gets 401 before the body is read.', async () => {
      const { number } = await saveOne();
      for (const headers of [
        {},
        { username: '1link' },
        { ...login, password: 'x' },
        { ...login, username: 'x' },
      ]) {
        const inquiry = await say('BillInquiry', { consumer_number: number }, { headers: headers as Fields });
        expect(inquiry).toMatchObject({ status: 401, body: { response_Code: '04', bill_status: ' ' } });
        const payment = await say('BillPayment', 'no json', { headers: headers as Fields });
        expect(payment.body).toEqual({ response_Code: '04', Identification_parameter: '', reserved: '' });
        expect(payment.status).toBe(401);
      }
      expect(await payments()).toEqual([]);
    });

    it('Wrong passwords slow down their address only, until the right one comes, and stand in the trail.', async () => {
      const { number } = await saveOne();
      const body = { consumer_number: number };
      const from = (address: string, more: object = {}) =>
        say('BillInquiry', body, { headers: { ...login, 'x-forwarded-for': address, ...more } });
      const wrong = () => from('203.0.113.9', { password: 'a guess' });
      for (let tried = 0; tried < 31; tried++) expect((await wrong()).status).toBe(401);
      expect(await wrong()).toMatchObject({ status: 429, body: { response_Code: '05' } });
      expect((await from('203.0.113.9')).status).toBe(429);
      // However many addresses guess, the biller at its own address is served.
      for (let host = 10; host < 20; host++)
        for (let tried = 0; tried < 31; tried++)
          await from(`203.0.113.${host}`, { username: 'somebody', password: 'a guess' });
      for (let attempt = 0; attempt < 3; attempt++)
        expect((await from('198.51.100.1')).body.response_Code).toBe('00');
      // After half a minute the slowed address has one try. The right password ends the slowing.
      here.clock.now = new Date('2026-11-05T08:00:31.000Z');
      for (let attempt = 0; attempt < 3; attempt++) expect((await from('203.0.113.9')).status).toBe(200);
      here.clock.now = new Date('2026-11-05T08:01:01.000Z');
      await recordFailedSignIns(here.world.deps.store.db, here.clock.now);
      const failed = (await trail()).filter(({ what }) => what === 'billerSignInFailed');
      expect(failed).toHaveLength(11);
      expect(failed[0]).toMatchObject({ actor: 'program', campusID: here.campus.id });
      const ofFirst = failed.find(({ address }) => address === '203.0.113.9');
      expect(JSON.parse(ofFirst?.details ?? '')).toEqual({ tries: 31 });
    });

    it('A malformed message is answered with code 04 and posts nothing.', async () => {
      const { id, number } = await saveOne();
      const payment = message(number, 1000);
      const hostile: [unknown, string?][] = [
        ['{'],
        ['[]'],
        ['null'],
        [''],
        ['{"consumer_number":"1","__proto__":{"x":1}}'],
        [{ ...payment, consumer_number: `${number}\u0000` }],
        [{ ...payment, consumer_number: number.replaceAll('1', '١') }],
        [{ ...payment, consumer_number: Number(number) }],
        [{ ...payment, consumer_number: { $gt: '' } }],
        [{ ...payment, transaction_amount: 100_000 }],
        [{ ...payment, transaction_amount: '-00000100000' }],
        [{ ...payment, tran_date: '2026-11-05' }],
        [{ ...payment, tran_auth_id: "';drop table payment;--" }],
        [{ ...payment, reserved: 'x'.repeat(20_000) }],
        [JSON.stringify(payment), 'text/plain'],
        [`consumer_number=${number}`, 'application/x-www-form-urlencoded'],
      ];
      for (const [body, type] of hostile)
        for (const what of ['BillPayment', 'BillInquiry'] as const) {
          if (what === 'BillInquiry' && typeof body === 'object') continue;
          const { status, body: answer } = await say(what, body, type ? { type } : {});
          expect([status, answer.response_Code], JSON.stringify(body)).toEqual([200, '04']);
        }
      expect(await payments()).toEqual([]);
      expect(await tell(payment)).toMatchObject({ response_Code: '00' });
      expect(await billOf(id)).toMatchObject({ status: 'paid' });
    });

    it('Each biller reaches only the bills of its own campus.', async () => {
      const { number, invNo } = await saveOne({ name: 'Ours' });
      const sister = await here.campus.sister();
      const clerk = callerOf(here.world, sister, await sister.user());
      const theirs = await setUp({ password: 'another-password' }, clerk);
      await sister.group({
        bills: [makeBill({ invNo, name: 'Theirs', total: 1, amountAfterDueDate: null })],
      });
      const headers = { ...login, password: 'another-password' };
      expect(await inquire(number, { at: theirs.path, headers })).toMatchObject({
        ...{ consumer_Detail: 'Theirs'.padEnd(30), amount_within_dueDate: '+0000000000100' },
      });
      expect((await say('BillInquiry', {}, { at: theirs.path })).status).toBe(401);
      expect(await tell(message(number, 1), { at: theirs.path, headers })).toMatchObject({
        response_Code: '00',
      });
      expect(await payments()).toEqual([]);
      expect(await inquire(number)).toMatchObject({ bill_status: 'U' });
    });
  });

  describe('Pushed payments and the bank', () => {
    beforeEach(() => {
      here.clock.now = new Date('2026-11-07T08:00:00.000Z');
    });
    const file = { name: 'HBL.csv', sha256: 'ab'.repeat(32) };
    const row = (more: object) => ({ row: 1, day: '2026-11-06', amount: 1000, text: '', ...more });
    const check = async (one: object, account = accountID) =>
      (await here.clerk.get(calls.checkBankFile, { body: { accountID: account, rows: [row(one)] } })).rows[0];

    it('A bank row with the authorisation of a pushed payment is joined to it and posts nothing.', async () => {
      const { id, number } = await saveOne();
      await tell(message(number, 1000, { tran_auth_id: '354644' }));
      const figure = async () => {
        const { items } = await here.clerk.get(calls.listReport, {
          params: { name: 'unseen' },
          query: { figure: 'unseen', from: '2026-11-01', to: '2026-11-30' },
        });
        return items.length;
      };
      expect(await figure()).toBe(1);
      const text = '1LINK STL 354644';
      expect(await check({ text })).toMatchObject({
        match: 'paidAlready',
        bill: { billID: id },
        payment: { receiptNo: 1 },
      });
      const body = {
        ...{ saveID: 'a statement', accountID, file, headings: [], rows: [row({ text })] },
        decisions: [{ row: 1, match: 'paidAlready', act: 'join', billID: id }],
      };
      expect(await here.clerk.get(calls.saveBankFile, { body })).toMatchObject({ posted: 0, joined: 1 });
      expect(await figure()).toBe(0);
      expect(await payments()).toHaveLength(1);
      expect(await check({ text })).toMatchObject({ match: 'seen' });
      await expectVerified();
    });

    it('A bank row with the voucher number is joined to the pushed payment of the same account only.', async () => {
      const { id, number, invNo } = await saveOne();
      await tell(message(number, 1000));
      expect(await check({ text: `1LINK ${number}` })).toMatchObject({
        payment: { receiptNo: 1 },
        bill: { billID: id },
      });
      const other = { kind: 'bank', title: 'HBL' };
      const { id: bank } = await here.clerk.get(calls.addMoneyAccount, { body: other });
      expect(await check({ text: `IBFT ${invNo}` }, bank)).toMatchObject({
        match: 'paidAlready',
        payment: null,
      });
    });
  });

  describe('Setting up', () => {
    const body = () => ({ accountID, userName: '1link', password: 'long-enough-it-is', isOn: true });

    it('Push is set up by an administrator, for an account with a prefix and with a valid password.', async () => {
      const viewer = await here.caller({ view: true, edit: true });
      for (const call of [calls.getPush, calls.renewPush]) expectFailure(await viewer.ask(call), 'forbidden');
      expectFailure(await viewer.ask(calls.savePush, { body: body() }), 'forbidden');
      const plain = { kind: 'bank', title: 'HBL' };
      const { id } = await here.clerk.get(calls.addMoneyAccount, { body: plain });
      const refusal = await here.clerk.ask(calls.savePush, { body: { ...body(), accountID: id } });
      expectFailure(refusal, 'invalid');
      expect(refusal.body.message).toBe(pushWords.refusals.needsPrefix);
      for (const password of ['short', 'with spaces in it', 'پاس ورڈ ہے یہ'])
        expect((await here.clerk.ask(calls.savePush, { body: { ...body(), password } })).status).toBe(400);
      const sister = await here.campus.sister();
      const clerk = callerOf(here.world, sister, await sister.user());
      expectFailure(await clerk.ask(calls.savePush, { body: body() }), 'notFound');
      expectFailure(await clerk.ask(calls.renewPush), 'conflict');
      expect(await clerk.get(calls.getPush)).toEqual({
        ...{ accountID: null, userName: '', hasPassword: false, isOn: false, path: null, base: null },
      });
    });

    it('Push needs a password, which is answered, stored and logged in no readable form.', async () => {
      const sister = await here.campus.sister();
      const clerk = callerOf(here.world, sister, await sister.user());
      const account = { kind: 'biller', title: '1Bill', prefix };
      const { id } = await clerk.get(calls.addMoneyAccount, { body: account });
      const { password, ...without } = { ...body(), accountID: id };
      expectFailure(await clerk.ask(calls.savePush, { body: without }), 'invalid');
      await clerk.get(calls.savePush, { body: { ...without, password } });
      expect(JSON.stringify(await clerk.get(calls.getPush))).not.toContain(password);
      const { db } = here.world.deps.store;
      const rows = await db.selectFrom('push_setup').select('password').execute();
      expect(JSON.stringify(rows)).not.toContain(password);
      const entries = await entriesOf(db, await schoolOf(db, sister.id));
      expect(entries.at(-1)).toMatchObject({ what: 'pushChanged' });
      expect(JSON.stringify(entries)).not.toContain(password);
    });

    it('The demo biller asks and pays by the same rules, and is refused while push is off.', async () => {
      const { id, number } = await saveOne();
      const answer = await here.clerk.get(calls.askAsBiller, { body: { consumerNumber: number } });
      expect(answer).toMatchObject({ status: 200, fields: { response_Code: '00', bill_status: 'U' } });
      const pay = {
        consumerNumber: number,
        amount: 1000,
        authID: '123456',
        date: '20261105',
        time: '101112',
      };
      expect((await here.clerk.get(calls.payAsBiller, { body: pay })).fields.response_Code).toBe('00');
      expect((await here.clerk.get(calls.payAsBiller, { body: pay })).fields.response_Code).toBe('03');
      expect(await billOf(id)).toMatchObject({ status: 'paid' });
      await here.clerk.get(calls.savePush, { body: { ...body(), isOn: false } });
      const off = await here.clerk.ask(calls.askAsBiller, { body: { consumerNumber: number } });
      expectFailure(off, 'conflict');
    });
  });
});
