/** A child's own credit is seen wherever money is asked: in messages, reminders and at a biller. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { pageOfReceipt } from '../../src/server/papers/receipts/receipts-rules.ts';
import { listVouchers } from '../../src/server/papers/vouchers/vouchers.ts';
import { pageOf } from '../../src/server/papers/vouchers/vouchers-rules.ts';
import { remindDue } from '../../src/server/reminders/runs/worker.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { voucherForm } from '../support/voucher-pages.ts';
import { useCampus } from './callers.ts';

const dueDate = '2026-11-10';

describe.each(engines)('Credit is seen on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;
  let number = '';

  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  beforeEach(async () => {
    at('2026-11-05T07:00:00.000Z');
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    number = freshNumber();
  });
  const groupOf = (...rows: Partial<NewBill>[]) =>
    here.campus.group({
      bills: rows.map((row) => makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, number, ...row })),
    });
  /** Pays for a child without settling a bill. */
  const advance = async (of: { billID?: number | undefined; regNum?: string }, amount: number) => {
    presses += 1;
    const body = { clientID: `press ${presses}`, method: 'cash', amount, allocations: [], ...of };
    return (await here.clerk.get(calls.receivePayment, { body })).paymentID as number;
  };
  const messages = async () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['text', 'status', 'reason'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const waiting = async () =>
    (await messages()).filter(({ status }) => status === 'queued').map(({ text }) => text);

  it('A message asks for what is left after the child’s own credit, and a sibling’s credit does not count.', async () => {
    const { id, bills } = await groupOf({ name: 'Ali', regNum: 'A' }, { name: 'Bina', regNum: 'B' });
    await advance({ billID: bills[0]?.id }, 400);
    const preview = (message: string, more: object = {}) =>
      here.clerk.get(calls.planSend, { body: { groupIDs: [id], status: 'unpaid', message, ...more } });
    const textsOf = async (...of: Parameters<typeof preview>) =>
      (await preview(...of)).samples.map(({ text }: { text: string }) => text).toSorted();
    const line = '{{name}}: {{payable}} {{balance}}, credit {{credit}}';
    expect(await textsOf(line)).toEqual(['Ali: 600 600, credit 400', 'Bina: 1,000 1,000, credit 0']);
    expect(await textsOf(`${line}\nTogether {{familyTotal}}, credit {{credit}}`, { family: true })).toEqual([
      'Ali: 600 600, credit 400\nBina: 1,000 1,000, credit 0\nTogether 1,600, credit 400',
    ]);
    expect(await preview('{{name}}: {{total}}')).toMatchObject({
      ...{ queued: 1, leftOut: 1 },
      skipped: [{ name: 'Ali', reasonCode: 'partByCredit' }],
    });
    expect(await preview('{{name}}: {{total}} less {{credit}}')).toMatchObject({ queued: 2 });
    // The bill itself stays as it is until the credit is used.
    const { items } = await here.clerk.get(calls.listBills, { params: { id } });
    expect(items.map(({ status, paid }: { status: string; paid: number }) => [status, paid])).toEqual([
      ['unpaid', 0],
      ['unpaid', 0],
    ]);
  });

  it('A child whose credit pays the bill is left out of a reminder, whatever the text says.', async () => {
    const { id, bills } = await groupOf({ name: 'Ali', regNum: 'A' }, { name: 'Bina', regNum: null });
    await advance({ regNum: 'A' }, 1500);
    await advance({ billID: bills[1]?.id }, 1000);
    const left = ['Ali', 'Bina'].map((name) => ({ name, reasonCode: 'paidByCredit' }));
    for (const message of ['{{name}}: {{payable}}', '{{name}}: {{total}}', 'Please pay the fee.'])
      for (const family of [true, false])
        expect(
          await here.clerk.get(calls.planSend, {
            body: { groupIDs: [id], status: 'unpaid', message, family },
          }),
        ).toMatchObject({ queued: 0, skipped: left });
    const notice = { groupIDs: [id], status: 'all', message: 'Closed on Monday.' };
    expect(await here.clerk.get(calls.planSend, { body: notice })).toMatchObject({ queued: 1, leftOut: 0 });
  });

  it('Credit pays the bill that is due first, and is counted once for two bills of a child.', async () => {
    const { id } = await groupOf(
      { regNum: 'A', invNo: 'later', dueDate: '2026-12-10' },
      { regNum: 'A', invNo: 'first' },
    );
    await advance({ regNum: 'A' }, 1300);
    const body = {
      groupIDs: [id],
      status: 'unpaid',
      message: '{{invNo}}: {{payable}}\n{{credit}}',
      family: true,
    };
    const preview = await here.clerk.get(calls.planSend, { body });
    expect(preview.samples).toMatchObject([{ text: 'later: 700\n1,300' }]);
    expect(preview.skipped).toMatchObject([{ reasonCode: 'paidByCredit' }]);
  });

  it('Credit that comes in changes or skips waiting messages, and they come back when its payment is voided.', async () => {
    const { id } = await groupOf({ name: 'Ali', regNum: 'A' });
    await here.campus.message({ groupIDs: [id], message: '{{name}}: {{payable}}', status: 'unpaid' });
    const part = await advance({ regNum: 'A' }, 400);
    expect(await waiting()).toEqual(['Ali: 600']);
    at('2026-11-05T07:01:00.000Z');
    await advance({ regNum: 'A' }, 600);
    expect((await messages()).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', makeReason('paidByCredit')],
    ]);
    at('2026-11-05T07:02:00.000Z');
    await here.clerk.get(calls.voidPayment, { params: { id: part }, body: { reason: 'A slip' } });
    expect(await waiting()).toEqual(['Ali: 400']);
  });

  it('A reminder asks for what credit leaves, and none is sent when nothing is left.', async () => {
    const body = { title: 'Due', message: '{{name}}: {{payable}}', sendOn: 'due' };
    const { id: templateID } = await here.clerk.get(calls.addTemplate, { body });
    await here.clerk.get(calls.switchReminder, { body: { templateID, isOn: true } });
    await groupOf({ name: 'Ali', regNum: 'A' }, { name: 'Bina', regNum: 'B' });
    await advance({ regNum: 'A' }, 1000);
    await advance({ regNum: 'B' }, 250);
    at('2026-11-10T04:01:00.000Z');
    await remindDue(here.world.deps);
    expect(await waiting()).toEqual(['Bina: 750']);
    expect((await messages()).map(({ reason }) => reason)).toContain(makeReason('paidByCredit'));
  });

  it('The answer to a biller has the amount after credit, and says that a bill is paid if credit covers it.', async () => {
    const { id: accountID } = await here.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'biller', title: '1Bill', prefix: '100422' },
    });
    const login = { username: '1link', password: 'a-password-of-theirs' };
    const setup = { accountID, userName: login.username, password: login.password, isOn: true };
    const { path } = await here.clerk.get(calls.savePush, { body: setup });
    const invNo = freshNumber().slice(1);
    await groupOf({ regNum: 'A', invNo, expiryDate: '2026-11-25' });
    const inquire = async () => {
      const response = await fetch(`${here.world.address}${path}/BillInquiry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...login },
        body: JSON.stringify({ consumer_number: `100422${invNo}`, bank_mnemonic: 'HBL', reserved: '' }),
      });
      return (await response.json()) as Record<string, string>;
    };
    const amount = (text: string | undefined) => Number(text) / 100;
    await advance({ regNum: 'A' }, 300);
    const answer = await inquire();
    expect(answer.bill_status).toBe('U');
    expect([amount(answer.amount_within_dueDate), amount(answer.amount_after_dueDate)]).toEqual([700, 900]);
    await advance({ regNum: 'A' }, 700);
    expect((await inquire()).bill_status).toBe('P');
  });

  it('Find, the voucher and the defaulters ask for what credit leaves, and leave out a child with nothing left.', async () => {
    const { bills } = await groupOf(
      { name: 'Ali', regNum: 'A', dueDate: '2026-11-01' },
      { name: 'Bina', regNum: 'B' },
    );
    const [ali, bina] = bills.map(({ id }) => id);
    const payableOf = async () =>
      (await here.clerk.get(calls.find, { query: { text: 'Ali' } })).families[0].payable;
    const outstanding = async () => {
      const query = { by: 'family' };
      const { rows, totals } = await here.clerk.get(calls.showReport, {
        params: { name: 'defaulters' },
        query,
      });
      return [
        totals[0]?.figures.outstanding?.sum ?? 0,
        rows
          .flatMap((row: { family: { children: { name: string }[] } }) =>
            row.family.children.map(({ name }) => name),
          )
          .toSorted(),
      ];
    };
    expect([await payableOf(), await outstanding()]).toEqual([2200, [2200, ['Ali', 'Bina']]]);
    await advance({ billID: ali }, 1200);
    await advance({ billID: bina }, 250);
    expect([await payableOf(), await outstanding()]).toEqual([750, [750, ['Bina']]]);
    const [covered, part] = await listVouchers(here.campus.scope, [ali ?? 0, bina ?? 0]);
    const form = voucherForm();
    const pages = [covered, part].flatMap((one) => (one ? [pageOf(one.bill, one, form)] : []));
    expect(pages.map(({ sums, payable, stamp }) => [sums.at(-1), payable[0]?.amount, stamp?.en])).toEqual([
      [expect.objectContaining({ amount: '−1,200' }), undefined, 'Paid in advance'],
      [expect.objectContaining({ amount: '−250' }), 'Rs. 750', undefined],
    ]);
  });

  it('A receipt of money on no bill names the child, says Advance and what is left for the whole family.', async () => {
    await groupOf({ name: 'Ali', regNum: 'A' }, { name: 'Bina', regNum: 'B' });
    const receiptOf = (id: number) => here.clerk.get(calls.showReceipt, { params: { id } });
    const first = await advance({ regNum: 'A' }, 400);
    expect(await receiptOf(first)).toMatchObject({
      lines: [],
      advance: { name: 'Ali', regNum: 'A', amount: 400 },
      left: 1600,
    });
    const page = pageOfReceipt(await receiptOf(first), {
      ...{ language: 'en', campus: '', currency: 'Rs.', timeZone: 'Asia/Karachi', duplicate: 0 },
    });
    expect(page.children).toMatchObject([
      { name: 'Ali', lines: [{ what: { en: 'Advance' }, amount: '400' }] },
    ]);
    // More than the child owes does not reduce what is left for a sibling.
    const more = await advance({ regNum: 'A' }, 900);
    expect(await receiptOf(more)).toMatchObject({ left: 1000 });
    await here.clerk.get(calls.voidPayment, { params: { id: more }, body: { reason: 'A slip' } });
    expect(await receiptOf(more)).toMatchObject({ advance: { name: 'Ali', amount: 900 }, left: 1600 });
  });

  it('Today asks for what credit leaves, and a promise is kept when credit leaves nothing.', async () => {
    await groupOf({ regNum: 'A', number: '' }, { regNum: 'B' });
    await advance({ regNum: 'A' }, 300);
    const today = () => here.clerk.get(calls.today);
    expect((await today()).numberless.items).toMatchObject([{ regNum: 'A', payable: 700 }]);
    await here.clerk.get(calls.notePromise, { body: { number, day: '2026-11-06' } });
    await advance({ regNum: 'B' }, 400);
    at('2026-11-07T07:00:00.000Z');
    expect((await today()).unkept.items).toMatchObject([{ payable: 600 }]);
    await advance({ regNum: 'B' }, 600);
    expect((await today()).unkept).toMatchObject({ count: 0 });
  });
});
