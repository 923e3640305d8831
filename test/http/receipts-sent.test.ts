/** Receipts by message: a family gets one for each received payment, by a rule or from a clerk. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { noPace } from '#shared/calls/senders.ts';
import { failureWords } from '#shared/words/failures.ts';
import { remindDue } from '../../src/server/reminders/runs/worker.ts';
import { postponeAfterCopy } from '../../src/server/reminders/switches/switches.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { schoolOf } from '../support/trail.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Receipts by message on %s', (engine) => {
  const here = useCampus(engine);
  const db = () => here.world.deps.store.db;
  /** Local time in Karachi, which is five hours ahead of UTC. */
  const at = (local: string): void => {
    here.clock.now = new Date(`${local}:00+05:00`);
  };
  const tick = () => remindDue(here.world.deps);
  const tickAt = (local: string) => {
    at(local);
    return tick();
  };

  const text =
    'Received {{received}} on {{receivedOn}}, {{method}}, receipt {{receiptNo}}: {{name}}, paid {{paid}}, left {{balance}}';
  const template = async (message = text, sendOn = 'paid'): Promise<number> =>
    (await here.clerk.get(calls.addTemplate, { body: { title: 'Receipt', message, sendOn } })).id;
  const turn = (templateID: number, isOn = true) =>
    here.clerk.get(calls.switchReminder, { body: { templateID, isOn } });
  const rule = async (message?: string): Promise<number> => {
    const id = await template(message);
    await turn(id);
    return id;
  };
  const bills = async (...given: Partial<NewBill>[]): Promise<number[]> =>
    (await here.campus.group({ bills: given.map((bill) => makeBill({ total: 1000, ...bill })) })).bills.map(
      ({ id }) => id,
    );
  let presses = 0;
  const receive = async (body: object): Promise<number> => {
    const clientID = `press ${++presses}`;
    const request = { body: { clientID, amount: 1000, method: 'cash', ...body } };
    return (await here.clerk.get(calls.receivePayment, request)).paymentID;
  };
  const void_ = (id: number) =>
    here.clerk.get(calls.voidPayment, { params: { id }, body: { reason: 'A slip' } });
  const hold = (isHeld: boolean) => here.clerk.get(calls.holdReminders, { body: { isHeld } });
  const send = (id: number) => here.clerk.ask(calls.sendReceipt, { params: { id } });
  const shown = (id: number) => here.clerk.get(calls.showReceiptMessages, { params: { id } });
  const change = (set: object) =>
    db().updateTable('sender').set(set).where('campusID', '=', here.campus.id).execute();

  const sent = () =>
    db()
      .selectFrom('message')
      .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
      .select(['message.text', 'message.number', 'message.status', 'message.reason', 'broadcast.paymentID'])
      .where('message.campusID', '=', here.campus.id)
      .where('broadcast.paymentID', 'is not', null)
      .orderBy('message.id')
      .execute();
  const texts = async () => (await sent()).map((message) => message.text);
  const states = async () =>
    (await sent()).map(({ status, reason }) =>
      [status, reason && JSON.parse(reason).code].filter(Boolean).join(' '),
    );

  it('A receipt is sent once for each payment, some minutes after it, even with several workers.', async () => {
    at('2026-11-05T10:00');
    const id = await rule();
    expect((await here.clerk.get(calls.listReminders)).rules).toMatchObject([
      { templateID: id, sendOn: 'paid', isOn: true, startsOn: '2026-11-05' },
    ]);
    const [ayesha] = await bills({ name: 'Ayesha' });
    at('2026-11-05T10:10');
    await receive({ amount: 400, billID: ayesha });
    await tickAt('2026-11-05T10:14');
    expect(await texts()).toEqual([]);
    at('2026-11-05T10:15');
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    expect(await texts()).toEqual([
      'Received 400 on 5 Nov 2026, Cash, receipt 1: Ayesha, paid 400, left 600',
    ]);
    // Another payment of the same bill gets its own receipt, right after the first.
    await here.world.work();
    await receive({ amount: 600, billID: ayesha, method: 'online' });
    await tickAt('2026-11-05T10:20');
    expect((await texts())[1]).toBe(
      'Received 600 on 5 Nov 2026, Online, receipt 2: Ayesha, paid 1,000, left 0',
    );
    // Unlike a reminder, a receipt goes to a family that has paid.
    await here.world.work();
    expect((await sent()).map(({ status }) => status)).toEqual(['read', 'accepted']);
    await tickAt('2026-11-06T10:20');
    expect(await sent()).toHaveLength(2);
  });

  it('A receipt is one message per number, for all children and bills of the payment.', async () => {
    at('2026-11-05T10:00');
    await rule('Receipt {{receiptNo}}: Rs. {{received}}\n{{name}}: {{received}}, left {{balance}}');
    const [one, two] = [freshNumber(), freshNumber()];
    const number = `${one}, ${two}`;
    const [ayesha = 0, bilal = 0, chand = 0] = await bills(
      { number, name: 'Ayesha' },
      { number, name: 'Bilal' },
      { number: one, name: 'Chand' },
    );
    await receive({
      amount: 2500,
      allocations: [
        { billID: ayesha, amount: 1000 },
        { billID: bilal, amount: 700 },
        { billID: chand, amount: 300 },
      ],
    });
    await tickAt('2026-11-05T10:05');
    const receiptText = 'Receipt 1: Rs. 2,500\nAyesha: 1,000, left 0\nBilal: 700, left 300';
    expect(await texts()).toEqual([`${receiptText}\nChand: 300, left 700`, receiptText]);
    expect(new Set((await sent()).map(({ number }) => number)).size).toBe(2);
  });

  it('A receipt is sent for credit too, and a text without placeholders is sent once to each number.', async () => {
    at('2026-11-05T10:00');
    await rule('Thank you, we have received it.');
    const [ayesha] = await bills({ number: `${freshNumber()}, ${freshNumber()}` });
    await receive({ amount: 50, billID: ayesha, allocations: [] });
    // For a child without a bill no number is known.
    await receive({ amount: 50, allocations: [] });
    await tickAt('2026-11-05T10:05');
    await tickAt('2026-11-05T10:10');
    expect(await texts()).toEqual(['Thank you, we have received it.', 'Thank you, we have received it.']);
  });

  it('No receipt is sent for a payment that was voided or returned in time.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha, bilal] = await bills({}, {});
    const slip = await receive({ billID: ayesha });
    const back = await receive({ billID: bilal });
    at('2026-11-05T10:04');
    await void_(slip);
    const body = { clientID: 'back 1', kind: 'refund', amount: 10, reason: 'Too much' };
    await here.clerk.get(calls.returnPayment, { params: { id: back }, body });
    await tickAt('2026-11-05T10:30');
    expect(await sent()).toEqual([]);
    expectFailure(await send(slip), 'conflict');
    expectFailure(await send(back), 'conflict');
    expect(await shown(slip)).toEqual({ template: null, messages: [] });
  });

  it('A queued receipt is skipped with its reason when its payment is voided or returned.', async () => {
    at('2026-11-05T10:00');
    await rule('Thank you.');
    await change({ suspendedAt: 'x' });
    const [ayesha, bilal, chand, dawood] = await bills({}, {}, {}, {});
    const slip = await receive({ billID: ayesha });
    const credit = await receive({ billID: bilal, allocations: [] });
    const cheque = await receive({ billID: chand, method: 'cheque' });
    await receive({ billID: dawood });
    await tickAt('2026-11-05T10:05');
    await void_(slip);
    await void_(credit);
    const body = { clientID: 'bounced 1', kind: 'bounced', reason: 'No money' };
    await here.clerk.get(calls.returnPayment, { params: { id: cheque }, body });
    const skipped = 'skipped paymentVoided';
    expect(await states()).toEqual([skipped, skipped, skipped, 'queued']);
    expect((await shown(slip)).messages).toMatchObject([{ status: 'skipped', reasonCode: 'paymentVoided' }]);
    await change({ suspendedAt: null });
    await here.world.work();
    expect(await states()).toEqual([skipped, skipped, skipped, 'accepted']);
  });

  it('A receipt is checked again when it is sent, and skipped if its payment was voided.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha] = await bills({});
    await receive({ billID: ayesha, allocations: [] });
    await tickAt('2026-11-05T10:05');
    await db()
      .updateTable('payment')
      .set({ voidedAt: '2026-11-05T05:06:00.000Z', voidedBy: 'x', voidReason: 'x' })
      .where('campusID', '=', here.campus.id)
      .execute();
    await here.world.work();
    expect(await states()).toEqual(['skipped paymentVoided']);
  });

  it('A queued receipt keeps the values of its payment on another day and after another payment.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha] = await bills({ name: 'Ayesha', dueDate: '2026-11-06', amountAfterDueDate: 1500 });
    await change({ suspendedAt: 'x' });
    await receive({ amount: 400, billID: ayesha });
    await tickAt('2026-11-05T10:05');
    await receive({ amount: 100, billID: ayesha });
    const head = 'Received 400 on 5 Nov 2026, Cash, receipt 1: Ayesha';
    expect(await texts()).toEqual([`${head}, paid 500, left 500`]);
    at('2026-11-07T10:00');
    await change({ suspendedAt: null });
    await here.world.work();
    expect(await texts()).toEqual([`${head}, paid 500, left 1,000`]);
    expect(await states()).toEqual(['accepted']);
  });

  it('Failed receipts are retried to the corrected number with the values of their payments.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [wrong, right] = [freshNumber(), freshNumber()];
    const [ayesha = 0] = await bills({ name: 'Ayesha', number: wrong });
    await receive({ billID: ayesha, amount: 300 });
    await tickAt('2026-11-05T10:05');
    await here.world.work();
    await receive({ billID: ayesha, amount: 200 });
    await tickAt('2026-11-05T10:10');
    const set = (status: 'failed', number: string) =>
      db().updateTable('message').set({ status, dueAt: null }).where('number', '=', number).execute();
    const [first] = await sent();
    await set('failed', first?.number ?? '');
    const bill = await here.clerk.get(calls.getBill, { params: { id: ayesha } });
    const body = makeBill({ ...bill, name: 'Ayesha', number: right });
    await here.clerk.get(calls.updateBill, { params: { id: ayesha }, body });
    await here.clerk.get(calls.retryOutbox, { body: {} });
    await here.world.work();
    const sentAgain = (await sent()).filter(
      ({ number, status }) => number !== first?.number && status !== 'skipped',
    );
    // Both receipts are sent, though they are about the same bill.
    expect(sentAgain.map(({ text }) => text.slice(0, 12)).sort()).toEqual(['Received 200', 'Received 300']);
    await tickAt('2026-11-05T10:30');
    expect((await sent()).filter(({ status }) => status !== 'skipped')).toHaveLength(2);
  });

  it('No receipt is sent for payments before the rule was switched on or of more than a week ago.', async () => {
    at('2026-11-05T10:00');
    const id = await template();
    const [ayesha, bilal, chand, dawood] = await bills({}, {}, {}, {});
    await receive({ billID: ayesha });
    at('2026-11-05T10:01');
    await turn(id);
    await tickAt('2026-11-05T10:30');
    expect(await sent()).toEqual([]);
    // The computer was off for nine days, and then for three.
    await receive({ billID: bilal });
    await tickAt('2026-11-14T10:30');
    expect(await sent()).toEqual([]);
    await receive({ billID: chand });
    await tickAt('2026-11-17T10:30');
    expect(await sent()).toHaveLength(1);
    // The payment is entered today but was received long ago.
    await receive({ billID: dawood, receivedOn: '2026-10-01', confirmed: true });
    await tickAt('2026-11-17T11:00');
    expect(await sent()).toHaveLength(1);
  });

  it('A receipt that was queued for more than a week is skipped.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha] = await bills({});
    await receive({ billID: ayesha });
    await change({ suspendedAt: 'x' });
    await tickAt('2026-11-05T10:05');
    await change({ suspendedAt: null });
    at('2026-11-13T10:00');
    await here.world.work();
    expect(await states()).toEqual(['skipped outOfDate']);
  });

  it('Receipts are sent for money only: not for marks or sheets, and for a bank file after half an hour.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha = 0, bilal = 0] = await bills({ name: 'Ayesha' }, { name: 'Bilal' }, { status: 'paid' });
    await here.clerk.get(calls.markBills, { body: { ids: [ayesha], status: 'paid' } });
    const payments = await db()
      .selectFrom('payment')
      .select(['id', 'source'])
      .where('campusID', '=', here.campus.id)
      .orderBy('source')
      .execute();
    expect(payments.map(({ source }) => source)).toEqual(['mark', 'sheet']);
    const { campusID } = here.campus.scope;
    await db()
      .insertInto('payment')
      .values({
        ...{ campusID, receiptNo: 900, amount: 70_000, method: 'bank', receivedOn: '2026-11-04' },
        ...{ source: 'bank', billID: bilal, createdBy: 'x', createdAt: '2026-11-05T05:00:00.000Z' },
      })
      .execute();
    await tickAt('2026-11-05T10:29');
    expect(await sent()).toEqual([]);
    await tickAt('2026-11-05T10:30');
    expect(await texts()).toEqual([
      'Received 700 on 4 Nov 2026, Bank, receipt 900: Bilal, paid 0, left 1,000',
    ]);
    for (const { id } of payments) {
      expect(await shown(id)).toEqual({ template: null, messages: [] });
      expectFailure(await send(id), 'conflict');
    }
  });

  it('No receipt is sent while reminders are held; after the release the receipts of the last three days are sent.', async () => {
    at('2026-11-05T10:00');
    await rule();
    await hold(true);
    const [ayesha, bilal] = await bills({ name: 'Ayesha' }, { name: 'Bilal' });
    await receive({ billID: ayesha });
    at('2026-11-08T12:00');
    await receive({ billID: bilal });
    await tickAt('2026-11-08T13:00');
    expect(await sent()).toEqual([]);
    await hold(false);
    await tick();
    expect(await texts()).toEqual([expect.stringContaining('Bilal')]);
  });

  it('No receipt is sent from a copied store, nor for payments before the decision on the copy.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const [ayesha, bilal] = await bills({ name: 'Ayesha' }, { name: 'Bilal' });
    await receive({ billID: ayesha });
    await change({ copiedAt: '2026-11-05T05:02:00.000Z', copyWhy: 'backup', copyUpTo: 1_000_000_000 });
    await tickAt('2026-11-05T10:30');
    expect(await sent()).toEqual([]);
    await change({ copiedAt: null, copyWhy: null, copyUpTo: null });
    await postponeAfterCopy(here.campus.scope, here.world.deps.now());
    at('2026-11-05T10:40');
    await receive({ billID: bilal });
    await tickAt('2026-11-05T10:45');
    expect(await texts()).toEqual([expect.stringContaining('Bilal')]);
  });

  it('A receipt waits for the end of quiet hours.', async () => {
    at('2026-11-05T20:55');
    await rule();
    const [ayesha] = await bills({});
    await receive({ billID: ayesha });
    const quiet = { from: '21:00', to: '08:30' };
    await here.clerk.get(calls.setSenderPace, { body: { ...noPace, quiet, quietDays: [] } });
    await tickAt('2026-11-05T21:30');
    expect(await sent()).toEqual([]);
    await tickAt('2026-11-06T08:30');
    await here.world.work();
    expect(await states()).toEqual(['accepted']);
  });

  it('A receipt for an opted-out or missing number is skipped, and can be sent by a person later.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const number = freshNumber();
    const [ayesha, bilal = 0] = await bills({ number }, { number: '' });
    await here.clerk.get(calls.addOptOut, { body: { number, note: '' } });
    const [one, two] = [await receive({ billID: ayesha }), await receive({ billID: bilal })];
    await tickAt('2026-11-05T10:05');
    await tickAt('2026-11-05T10:10');
    expect((await states()).sort()).toEqual(['skipped noNumber', 'skipped optedOut']);
    expectFailure(await send(one), 'conflict');
    // Once the bill has a number, a person can send the receipt.
    expect(await shown(two)).toMatchObject({ template: { title: 'Receipt', lacksApproval: false } });
    const bill = await here.clerk.get(calls.getBill, { params: { id: bilal } });
    const body = makeBill({ ...bill, number: freshNumber() });
    await here.clerk.get(calls.updateBill, { params: { id: bilal }, body });
    expect((await send(two)).body).toMatchObject({ template: null, messages: [{}, { status: 'queued' }] });
  });

  it('Receipts beyond the school’s daily limit are sent the next day.', async () => {
    at('2026-11-05T10:00');
    await rule();
    const school = await schoolOf(db(), here.campus.id);
    const limit = (messagesADay: number | null) =>
      db().updateTable('school').set({ messagesADay }).where('id', '=', school).execute();
    const [ayesha, bilal] = await bills({ name: 'Ayesha' }, { name: 'Bilal' });
    await receive({ billID: ayesha });
    await receive({ billID: bilal });
    await limit(1);
    try {
      await tickAt('2026-11-05T10:05');
      await tickAt('2026-11-05T10:10');
      expect(await texts()).toEqual([expect.stringContaining('Ayesha')]);
      await tickAt('2026-11-06T10:00');
      expect((await texts())[1]).toContain('Bilal');
    } finally {
      await limit(null);
    }
  });

  it('A receipt sent from the counter is sent at once and only once, and the rule does not send it again.', async () => {
    at('2026-11-05T10:00');
    const [ayesha, bilal] = await bills({ name: 'Ayesha' }, { name: 'Bilal' });
    const id = await receive({ billID: ayesha });
    expect(await shown(id)).toEqual({ template: null, messages: [] });
    const refused = await send(id);
    expectFailure(refused, 'conflict');
    expect(refused.body.message).toBe(failureWords.noReceiptTemplate);
    const templateID = await rule();
    const late = await receive({ billID: bilal });
    expect((await shown(id)).template).toMatchObject({ id: templateID, title: 'Receipt' });
    const viewer = await here.caller({ view: true });
    expectFailure(await viewer.ask(calls.sendReceipt, { params: { id } }), 'forbidden');
    const pressed = await Promise.all([send(id), send(id), send(late), tick()]);
    expect(pressed[0]).toMatchObject({ status: 200 });
    expect(pressed[1]).toMatchObject({ status: 200 });
    await tickAt('2026-11-05T10:30');
    expect((await texts()).sort()).toEqual([
      expect.stringContaining('Ayesha'),
      expect.stringContaining('Bilal'),
    ]);
    await here.world.work();
    expect((await shown(id)).messages).toMatchObject([{ status: expect.stringMatching(/accepted|read/) }]);
    // The list of sends leaves out single receipts.
    const listed = await here.clerk.get(calls.listBroadcasts, { query: { which: 'sends' } });
    expect(listed).toEqual([]);
  });

  it('A receipt delays no reminder, and a reminder delays no receipt.', async () => {
    at('2026-11-04T10:00');
    await rule();
    await turn(await template('Due: {{name}}, {{payable}}', 'due'));
    const number = freshNumber();
    const [ayesha] = await bills({ number, name: 'Ayesha', dueDate: '2026-11-05' });
    at('2026-11-05T08:50');
    const id = await receive({ billID: ayesha, amount: 100 });
    await tickAt('2026-11-05T08:55');
    await send(await receive({ billID: ayesha, amount: 100 }));
    expect(await sent()).toHaveLength(2);
    expect((await shown(id)).messages).toHaveLength(1);
    await tickAt('2026-11-05T09:01');
    const reminded = () =>
      db()
        .selectFrom('message')
        .select('text')
        .where('campusID', '=', here.campus.id)
        .where('text', 'like', 'Due:%')
        .execute();
    expect(await reminded()).toEqual([{ text: 'Due: Ayesha, 800' }]);
    await receive({ billID: ayesha, amount: 100 });
    await tickAt('2026-11-05T09:10');
    expect(await sent()).toHaveLength(3);
  });

  it('A send by a clerk whose text uses a receipt placeholder skips the bill, because the value is missing.', async () => {
    at('2026-11-05T10:00');
    const [ayesha] = await bills({ name: 'Ayesha' });
    await receive({ billID: ayesha });
    const body = { message: text, contacts: '', contactIDs: [ayesha], whatsapp: true };
    const answer = await here.clerk.get(calls.sendToGroups, { body });
    expect(answer).toMatchObject({ queued: 0, skipped: [{ reasonCode: 'missing' }] });
    expect(answer.skipped[0].reason).toContain('Receipt number');
  });
});
