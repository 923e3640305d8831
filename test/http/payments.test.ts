/** Payments at the desk: late amounts, receipts, credit, returns, and who may do what. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { noGrace } from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const dueDate = '2026-11-10';

describe.each(engines)('Payments on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;
  const press = (): string => {
    presses += 1;
    return `press ${presses}`;
  };

  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const billsOf = async (rows: Partial<NewBill>[]): Promise<number[]> => {
    const made = rows.map((row) => makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, ...row }));
    return (await here.campus.group({ bills: made })).bills.map(({ id }) => id);
  };
  const pay = (body: object, by: Caller = here.clerk) =>
    by.ask(calls.receivePayment, { body: { clientID: press(), method: 'cash', ...body } });
  const paid = async (body: object) => {
    const { status, body: answer } = await pay(body);
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer;
  };
  const stored = async (id: number | undefined) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();
  const adjust = (id: number | undefined, body: object, by: Caller = here.clerk) =>
    by.ask(calls.adjustBill, {
      params: { id },
      body: { clientID: press(), reason: 'As agreed', ...body },
    });
  const mark = (ids: (number | undefined)[], status: string, by: Caller = here.clerk) =>
    by.ask(calls.markBills, { body: { ids, status } });

  it('The day of receipt decides whether a payment is late, until midnight in Karachi.', async () => {
    const [first, second, third] = await billsOf([{}, {}, {}]);
    // 23:59 on 10 November in Karachi, which is five hours ahead of UTC.
    at('2026-11-10T18:59:00.000Z');
    await paid({ amount: 1000, allocations: [{ billID: first, amount: 1000 }] });
    expect(await stored(first)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-10' });
    at('2026-11-10T19:00:00.000Z');
    await paid({ amount: 1000, allocations: [{ billID: second, amount: 1000 }] });
    // The late fee is still owed.
    expect(await stored(second)).toEqual({ paid: 100_000, status: 'partial', settledOn: null });
    // It is entered two weeks later, but was received in time.
    at('2026-11-25T10:00:00.000Z');
    const inTime = { amount: 1000, receivedOn: '2026-11-09', allocations: [{ billID: third, amount: 1000 }] };
    await paid(inTime);
    expect(await stored(third)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-09' });
    expectFailure(await pay({ amount: 1, receivedOn: '2026-11-26', allocations: [] }), 'invalid');
  });

  it('One payment settles bills of several children, the scanned bill first, and the rest is credit.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [ali, old, bina] = await billsOf([
      { regNum: 'A', name: 'Ali', number },
      { regNum: 'A', name: 'Ali', number, month: 10, dueDate: '2026-10-10', amountAfterDueDate: null },
      { regNum: 'B', name: 'Bina', number },
    ]);
    const answer = await paid({ amount: 2500, billID: ali });
    expect(answer).toMatchObject({
      receiptNo: 1,
      allocations: [
        { billID: ali, amount: 1000 },
        { billID: old, amount: 1000 },
        { billID: bina, amount: 500 },
      ],
      credit: 0,
    });
    expect((await stored(bina))?.status).toBe('partial');
    const rest = await paid({ amount: 800, billID: bina });
    expect(rest).toMatchObject({ receiptNo: 2, allocations: [{ billID: bina, amount: 500 }], credit: 300 });
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: 'Bina' } });
    expect(families).toMatchObject([{ balance: 0, credit: 300, bills: [] }]);
  });

  it('Lists show what was paid and adjusted of each bill, and sums count what is left.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [first, second] = await billsOf([{}, {}]);
    await paid({ amount: 300, allocations: [{ billID: first, amount: 300 }] });
    expect((await adjust(second, { kind: 'waiver', amount: 150 })).status).toBe(200);
    const { groupID } = (await here.clerk.get(calls.getBill, { params: { id: first } })) as {
      groupID: number;
    };
    const { items } = await here.clerk.get(calls.listBills, { params: { id: groupID } });
    expect(items).toMatchObject([
      { id: first, status: 'partial', paid: 300, adjusted: 0, lateWaived: 0 },
      { id: second, status: 'unpaid', paid: 0, adjusted: 0, lateWaived: 150 },
    ]);
    const chosen = await here.clerk.get(calls.sumBills, { body: { ids: [first, second] } });
    // After the due date: 1,200 less 300, and 1,200 less 150.
    expect(chosen).toMatchObject({ payable: 1950 });
  });

  it('A family’s open bills are found by voucher number, name and phone, with what it owes today.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const number = freshNumber();
    const [, bina] = await billsOf([
      { regNum: 'A', name: 'Ali', invNo: 'INV-1', number },
      { regNum: 'B', name: 'Bina', invNo: 'INV-10', number, amountAfterDueDate: null },
    ]);
    await paid({ amount: 400, allocations: [{ billID: bina, amount: 400 }] });
    const find = async (text: string) =>
      (await here.clerk.get(calls.findOpenBills, { query: { text } })).families;
    const ali = { name: 'Ali', charged: 1200, balance: 1200, paid: 0 };
    const sister = { name: 'Bina', charged: 1000, balance: 600, paid: 400 };
    for (const text of ['Ali', number.slice(1)])
      expect(await find(text)).toMatchObject([{ scanned: null, balance: 1800, bills: [ali, sister] }]);
    expect(await find('inv-10')).toMatchObject([{ scanned: bina, bills: [sister, ali] }]);
    // Find shows the same payable amount.
    const found = await here.clerk.get(calls.find, { query: { text: 'Ali' } });
    expect(found.families).toMatchObject([{ payable: 1800 }]);
  });

  it('A repeated payment with the same clientID answers the same, and is refused with other content.', async () => {
    const [bill] = await billsOf([{}]);
    const body = { clientID: 'once', amount: 300, allocations: [{ billID: bill, amount: 200 }] };
    const first = await paid(body);
    expect(await paid(body)).toEqual(first);
    expectFailure(await pay({ ...body, amount: 400 }), 'conflict');
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 1, sum: 300 });
  });

  it('An allocation beyond the bill, beyond the payment or to a paid bill is refused.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill, other] = await billsOf([{}, {}]);
    const allocations = [{ billID: bill, amount: 1001 }];
    expectFailure(await pay({ amount: 2000, allocations }), 'conflict');
    const two = [bill, other].map((billID) => ({ billID, amount: 600 }));
    expectFailure(await pay({ amount: 1000, allocations: two }), 'conflict');
    await mark([bill], 'paid');
    expectFailure(await pay({ amount: 1, allocations: [{ billID: bill, amount: 1 }] }), 'conflict');
    expectFailure(await pay({ amount: 1, allocations: [{ billID: 987_654_321, amount: 1 }] }), 'notFound');
    // The refused payments used no receipt number.
    expect(await paid({ amount: 1, allocations: [] })).toMatchObject({ receiptNo: 2, credit: 1 });
  });

  it('A bounced cheque needs no reason, makes its bill unpaid again and stays in the books of its day.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const { paymentID: id } = await paid({
      amount: 1000,
      method: 'cheque',
      allocations: [{ billID: bill, amount: 1000 }],
    });
    at('2026-11-20T10:00:00.000Z');
    const refund = { clientID: 'refund', kind: 'refund', amount: 10, reason: ' ' };
    expectFailure(await here.clerk.ask(calls.returnPayment, { params: { id }, body: refund }), 'invalid');
    const body = { clientID: 'bounce', kind: 'bounced' };
    const back = await here.clerk.get(calls.returnPayment, { params: { id }, body });
    expect(back.payment).toMatchObject({
      allocations: [],
      credit: 0,
      returns: [{ kind: 'bounced', amount: 1000, returnedOn: '2026-11-20' }],
    });
    expect(await here.clerk.get(calls.returnPayment, { params: { id }, body })).toEqual(back);
    expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    const query = { from: '2026-11-05', to: '2026-11-05' };
    expect(await here.clerk.get(calls.listPayments, { query })).toMatchObject({ count: 1, sum: 1000 });
    const voided = await here.clerk.ask(calls.voidPayment, { params: { id }, body: { reason: 'x' } });
    expectFailure(voided, 'conflict');
  });

  it('A payment skips waiting reminders of its bill, and voiding it queues them again.', async () => {
    at('2026-11-05T10:00:00.000Z');
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    const { id, bills } = await here.campus.group({
      bills: [makeBill({ total: 1000, dueDate }), makeBill()],
    });
    await here.campus.message({ groupIDs: [id], message: 'Due: {{total}}', status: 'unpaid' });
    const states = async () =>
      (
        await here.world.deps.store.db
          .selectFrom('message')
          .select(['status', 'reason'])
          .where('campusID', '=', here.campus.id)
          .orderBy('id')
          .execute()
      ).map(({ status, reason }) => [status, reason]);
    const [first] = bills;
    const waits = ['queued', null];
    const part = await paid({ amount: 400, allocations: [{ billID: first?.id, amount: 400 }] });
    expect(await states()).toEqual([['skipped', makeReason('partPaidSince')], waits]);
    at('2026-11-05T10:01:00.000Z');
    await here.clerk.get(calls.voidPayment, { params: { id: part.paymentID }, body: { reason: 'A slip' } });
    expect(await states()).toEqual([waits, waits]);
    at('2026-11-05T10:02:00.000Z');
    await paid({ amount: 1000, allocations: [{ billID: first?.id, amount: 1000 }] });
    expect(await states()).toEqual([['skipped', makeReason('paidSince')], waits]);
  });

  it('A send to the unpaid or overdue asks part-paid families for the rest, and leaves them out of a text with the total.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { classID, sectionID, students } = await here.campus.roster({ students: 3 });
    const pupils = students.map(({ regNum, number, name }) => ({
      regNum,
      number,
      name,
      total: 1000,
      dueDate,
    }));
    const { id, bills } = await here.campus.group({
      bills: pupils.map((bill) => makeBill({ ...bill, amountAfterDueDate: null })),
    });
    const [part, whole] = bills;
    await paid({ amount: 400, allocations: [{ billID: part?.id, amount: 400 }] });
    await paid({ amount: 1000, allocations: [{ billID: whole?.id, amount: 1000 }] });
    const [group] = await here.clerk.get(calls.listGroups);
    expect(group).toMatchObject({ bills: 3, unpaid: 2, overdue: 2, partPaid: 1, paid: 1 });
    const audiences = [
      { groupIDs: [id] },
      { contactIDs: bills.map(({ id }) => id) },
      { clsIDs: [classID], secIDs: [sectionID] },
    ];
    for (const audience of audiences)
      for (const status of ['unpaid', 'overdue']) {
        const plan = (message: string) =>
          here.clerk.get(calls.planSend, { body: { ...audience, status, message } });
        const rest = await plan('{{name}}: {{payable}}');
        expect(rest.samples.map(({ text }: { text: string }) => text).toSorted()).toEqual(
          [`${part?.name}: 600`, `${bills[2]?.name}: 1,000`].toSorted(),
        );
        expect(rest).toMatchObject({ queued: 2, bills: 2, leftOut: 0 });
        const stated = await plan('{{name}}: {{total}}');
        const reason = tellReason(makeReason('partPaid'));
        expect(stated).toMatchObject({ queued: 1, leftOut: 1, reasons: [{ ...reason, count: 1 }] });
        expect(stated.skipped).toMatchObject([{ name: part?.name, ...reason }]);
      }
    const toClass = { clsIDs: [classID], secIDs: [sectionID], campusID: here.campus.id, status: 'unpaid' };
    const sent = await here.clerk.get(calls.sendToClasses, {
      body: { ...toClass, message: 'Pay {{total}}' },
    });
    expect(sent).toMatchObject({ queued: 1, skipped: [{ name: part?.name, reasonCode: 'partPaid' }] });
  });

  it('The paid amount of a billing is all money received for its bills, whatever their status.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [late, cancelled] = await billsOf([{}, {}, {}]);
    await paid({ amount: 1200, allocations: [{ billID: late, amount: 1200 }] });
    await paid({ amount: 400, allocations: [{ billID: cancelled, amount: 400 }] });
    await here.clerk.get(calls.updateBill, {
      params: { id: cancelled },
      body: { status: 'cancelled', reason: 'Left' },
    });
    const [group] = await here.clerk.get(calls.listGroups);
    const { items } = await here.clerk.get(calls.listBills, { params: { id: group.id } });
    const received = items.reduce((sum: number, bill: { paid: number }) => sum + bill.paid, 0);
    expect([group.collected, received]).toEqual([1600, 1600]);
  });

  it('Queued messages say what is payable after a part payment, a fine, a waiver and a void.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const { id, bills } = await here.campus.group({ bills: [makeBill({ total: 1000, dueDate })] });
    const billID = bills[0]?.id;
    await here.campus.message({ groupIDs: [id], message: 'Pay {{payable}}' });
    const messageTexts = async () => {
      const messages = here.world.deps.store.db.selectFrom('message').select(['status', 'text']);
      return messages.where('campusID', '=', here.campus.id).execute();
    };
    expect(await messageTexts()).toEqual([{ status: 'queued', text: 'Pay 1,000' }]);
    const part = await paid({ amount: 400, allocations: [{ billID, amount: 400 }] });
    expect(await messageTexts()).toEqual([{ status: 'queued', text: 'Pay 600' }]);
    await adjust(billID, { kind: 'fine', amount: 50 });
    expect(await messageTexts()).toEqual([{ status: 'queued', text: 'Pay 650' }]);
    await adjust(billID, { kind: 'waiver', amount: 150 });
    expect(await messageTexts()).toEqual([{ status: 'queued', text: 'Pay 500' }]);
    await here.clerk.get(calls.voidPayment, { params: { id: part.paymentID }, body: { reason: 'A slip' } });
    expect(await messageTexts()).toEqual([{ status: 'queued', text: 'Pay 900' }]);
  });

  it('A waiver of the rest settles a bill without money, and a later fine makes it partly paid.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [bill, other] = await billsOf([{}, {}]);
    await paid({ amount: 1000, allocations: [{ billID: bill, amount: 1000 }] });
    const { body } = await adjust(bill, { kind: 'waiver', amount: 200 });
    expect(body.bill).toMatchObject({ status: 'paid', charged: 1000, balance: 0, settledOn: '2026-11-12' });
    expect((await adjust(bill, { kind: 'fine', amount: 50 })).body.bill).toMatchObject({
      status: 'partial',
      balance: 50,
    });
    expect((await adjust(other, { kind: 'writeOff', amount: 1200 })).body.bill).toMatchObject({
      status: 'waived',
      balance: 0,
    });
    expectFailure(await adjust(other, { kind: 'waiver', amount: 1 }), 'conflict');
    const [group] = await here.clerk.get(calls.listGroups);
    expect(group).toMatchObject({ unpaid: 1, partPaid: 1, paid: 0, other: 1, collected: 1000 });
  });

  it('A fine on a bill that was paid in time adds no late amount anywhere.', async () => {
    at('2026-11-09T10:00:00.000Z');
    const [bill, other] = await billsOf([{ regNum: 'FINED-1' }, {}]);
    await paid({ amount: 1000, allocations: [{ billID: bill, amount: 1000 }] });
    await paid({ amount: 400, allocations: [{ billID: other, amount: 400 }] });
    at('2026-11-20T10:00:00.000Z');
    const fined = (await adjust(bill, { kind: 'fine', amount: 50 })).body.bill;
    expect(fined).toMatchObject({ status: 'partial', charged: 1050, balance: 50, settledOn: '2026-11-09' });
    // Only a part of this bill was paid in time, so the late amount applies.
    expect((await adjust(other, { kind: 'fine', amount: 50 })).body.bill).toMatchObject({ balance: 850 });
    const chosen = await here.clerk.get(calls.sumBills, { body: { ids: [bill] } });
    expect(chosen).toMatchObject({ payable: 50 });
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: 'FINED-1' } });
    expect(families).toMatchObject([{ balance: 50, bills: [{ charged: 1050, balance: 50 }] }]);
    const { totals } = await here.clerk.get(calls.showReport, {
      params: { name: 'collected' },
      query: { from: '2026-11-01', to: '2026-11-30' },
    });
    expect(totals[0].figures).toMatchObject({ billed: { sum: 2300 }, outstanding: { sum: 900 } });
    const more = { amount: 51, allocations: [{ billID: bill, amount: 51 }] };
    expectFailure(await pay(more), 'conflict');
    expect((await mark([bill], 'paid')).body.changed).toEqual([bill]);
    expect(await stored(bill)).toEqual({ paid: 105_000, status: 'paid', settledOn: '2026-11-09' });
    const { id, name, timeZone } = { ...here.campus.scope.campus, id: here.campus.id };
    const ledger = { id, name, school: '', timeZone, ...noGrace };
    expect((await verifyLedger(here.world.deps.store.db, ledger)).difference).toBeUndefined();
  });

  it('Marking a settled bill as paid takes no further money, however late.', async () => {
    at('2026-11-09T10:00:00.000Z');
    const [settled, worded, waived] = await billsOf([{}, {}, {}]);
    for (const id of [settled, worded])
      await paid({ amount: 1000, allocations: [{ billID: id, amount: 1000 }] });
    await adjust(waived, { kind: 'writeOff', amount: 1000 });
    const say = (id: number | undefined, status: string) =>
      here.clerk.get(calls.updateBill, { params: { id }, body: { status } });
    at('2026-11-20T10:00:00.000Z');
    await say(worded, 'cancelled');
    for (const id of [settled, worded, waived]) await say(id, 'paid');
    expect(await stored(settled)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-09' });
    expect(await stored(worded)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-09' });
    expect(await stored(waived)).toMatchObject({ paid: 0, status: 'paid' });
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ sum: 2000 });
  });

  it('Late amounts paid by one family do not reduce the outstanding amount of others in a billing’s figures.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [first, second] = await billsOf([{}, {}, {}]);
    for (const bill of [first, second])
      await paid({ amount: 1100, allocations: [{ billID: bill, amount: 1100 }] });
    const [group] = await here.clerk.get(calls.listGroups);
    expect(group).toMatchObject({
      partPaid: 2,
      unpaid: 3,
      collected: 2200,
      outstanding: 1000,
      expected: 3000,
    });
  });

  it('The edit right allows receiving and waiving the late fine; larger adjustments and voids need the delete right.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const editor = await here.caller({ view: true, edit: true });
    const viewer = await here.caller({ view: true });
    const [bill, other] = await billsOf([{}, {}]);
    const request = { amount: 100, allocations: [{ billID: bill, amount: 100 }] };
    expectFailure(await pay(request, viewer), 'forbidden');
    const { status, body } = await pay(request, editor);
    expect(status).toBe(200);
    expect((await adjust(bill, { kind: 'waiver', amount: 200 }, editor)).status).toBe(200);
    expectFailure(await adjust(bill, { kind: 'waiver', amount: 1 }, editor), 'forbidden');
    expectFailure(await adjust(bill, { kind: 'writeOff', amount: 1 }, editor), 'forbidden');
    const voidRequest = { params: { id: body.paymentID }, body: { reason: 'x' } };
    expectFailure(await editor.ask(calls.voidPayment, voidRequest), 'forbidden');
    // The call that marked a bill can revert the own mark within ten minutes.
    await mark([other], 'paid', editor);
    expectFailure(
      await editor.ask(calls.updateBill, { params: { id: other }, body: { status: 'unpaid' } }),
      'forbidden',
    );
    expect((await mark([other], 'unpaid', editor)).status).toBe(200);
    await mark([other], 'paid', editor);
    const colleague = await here.caller({ view: true, edit: true });
    expectFailure(await mark([other], 'unpaid', colleague), 'forbidden');
    at('2026-11-12T10:10:01.000Z');
    const late = await mark([other], 'unpaid', editor);
    expectFailure(late, 'forbidden');
    expect(late.body.message).toBe(moneyRefusals.mayNotTakeBack);
    expect((await mark([other], 'unpaid')).status).toBe(200);
    expect(await stored(other)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
  });

  it('A status change cannot take back received money, and the refusal says what to do.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill, other] = await billsOf([{}, {}]);
    await paid({ amount: 1000, allocations: [{ billID: bill, amount: 1000 }] });
    await mark([other], 'paid');
    const refusals = [
      await mark([bill, other], 'unpaid'),
      await here.clerk.ask(calls.updateBill, { params: { id: bill }, body: { status: 'unpaid' } }),
    ];
    for (const refused of refusals) {
      expectFailure(refused, 'conflict');
      expect(refused.body.message).toBe(moneyRefusals.otherPayments(1));
    }
    expect([(await stored(bill))?.status, (await stored(other))?.status]).toEqual(['paid', 'paid']);
    const total = await here.clerk.ask(calls.updateBill, { params: { id: bill }, body: { total: 1 } });
    expectFailure(total, 'conflict');
    await here.clerk.get(calls.updateBill, { params: { id: bill }, body: { total: 1000, name: 'Ali Khan' } });
  });

  it('A bill without an amount can be marked as paid and as unpaid again.', async () => {
    const [bill] = await billsOf([{ total: null, amountAfterDueDate: null }]);
    await mark([bill], 'paid');
    expect(await stored(bill)).toMatchObject({ paid: 0, status: 'paid' });
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 1, sum: 0 });
    await mark([bill], 'unpaid');
    expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
  });

  it('Payments of a deleted billing stay as credit and can be voided, and its bills are restored without them.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const rows = [makeBill({ total: 1000, dueDate }), makeBill({ total: 1000, dueDate })];
    const { id, bills } = await here.campus.group({ bills: rows });
    const [first, second] = bills.map((bill) => bill.id);
    const payments = [first, second].map((billID) => ({ billID, amount: 1000 }));
    const ids: number[] = [];
    for (const one of payments) ids.push((await paid({ amount: 1000, allocations: [one] })).paymentID);
    await here.clerk.get(calls.removeGroup, { query: { id, money: 'credit' } });
    const { items } = await here.clerk.get(calls.listPayments);
    expect(items).toMatchObject([
      { credit: 1000, allocations: [] },
      { credit: 1000, allocations: [] },
    ]);
    await here.clerk.get(calls.voidPayment, { params: { id: ids[0] }, body: { reason: 'A slip' } });
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'group', id } });
    expect(await stored(first)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    expect(await stored(second)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
  });

  it('A paid status in a file makes a payment, and undoing the file voids it.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const row = makeBill({ total: 1000, dueDate });
    const { id, bills } = await here.campus.group({ bills: [row] });
    const fresh = makeBill({ status: 'paid', total: 700, dueDate });
    await here.campus.save([fresh], { id });
    const { importID } = await here.campus.save([{ ...row, status: 'paid' }], { id });
    const { items } = await here.clerk.get(calls.listPayments);
    expect(items).toMatchObject([
      { source: 'sheet', amount: 1000, receiptNo: 2, allocations: [{ billID: bills[0]?.id }] },
      { source: 'sheet', amount: 700, receiptNo: 1 },
    ]);
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await stored(bills[0]?.id)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 2, sum: 700 });
  });

  it('The history of a bill contains each payment, adjustment and void.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const { paymentID: id } = await paid({ amount: 100, allocations: [{ billID: bill, amount: 100 }] });
    await adjust(bill, { kind: 'fine', amount: 50 });
    await here.clerk.get(calls.voidPayment, { params: { id }, body: { reason: 'A slip' } });
    const { items } = await here.clerk.get(calls.listHistory, { query: { kind: 'bill', id: bill } });
    expect(items.map(({ code }: { code: string }) => code).slice(0, 3)).toEqual([
      'paymentVoided',
      'billAdjusted',
      'paymentReceived',
    ]);
  });
});
