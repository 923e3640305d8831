/** A wrong number is corrected in the bills, for the students, and for all waiting messages. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const wrong = '0300-1234501';
const right = '0321-7654301';
const e164 = (number: string): string => `+92${number.replaceAll('-', '').slice(1)}`;

/** A day in the future. */
const sendAt = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`;

describe.each(engines)('Corrected numbers on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const db = () => here.world.deps.store.db;
  const stored = () =>
    db()
      .selectFrom('message')
      .select(['id', 'broadcastID', 'number', 'status', 'reason', 'text', 'billIDs', 'dueAt'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const states = async () => (await stored()).map(({ number, status }) => [number, status]);
  const numbers = async () =>
    (
      await db()
        .selectFrom('bill')
        .select(['number', 'numbers'])
        .where('campusID', '=', here.campus.id)
        .orderBy('id')
        .execute()
    ).map(({ number, numbers }) => `${number} = ${numbers}`);
  const correct = (body: object = {}) =>
    here.clerk.get(calls.correctNumber, { body: { from: wrong, to: right, ...body } });
  const undo = (correctionID: number) => here.clerk.get(calls.undoCorrection, { body: { correctionID } });

  let month = 0;
  const billing = async (bills: Partial<NewBill>[]) => {
    month = (month % 12) + 1;
    const rows = bills.map((bill) => makeBill({ invNo: null, month, number: wrong, ...bill }));
    return here.campus.group({ bills: rows, name: `Month ${month}` });
  };
  const ali = { regNum: 'A1', name: 'Ali' };
  const sana = { regNum: 'S1', name: 'Sana' };
  const text = 'Dear parent of {{name}}';

  it('A corrected number is stored in every bill of the child, paid or not, beside the other numbers there.', async () => {
    await billing([{ ...ali, status: 'paid', number: `${wrong} (Father) / 042-35761999` }, sana]);
    const { bills } = await billing([ali, { ...sana, number: freshNumber() }]);
    const answer = await correct({ billIDs: [bills[0]?.id] });
    expect(answer).toMatchObject({ to: e164(right), bills: 2, students: 0, moved: 0, leftOut: 0 });
    const all = await numbers();
    expect(all[0]).toBe(`${right} (Father) / 042-35761999 = ${e164(right)} +924235761999`);
    expect(all[1]).toBe(`${wrong} = ${e164(wrong)}`);
    expect(all[2]).toBe(`${right} = ${e164(right)}`);
  });

  it('A number corrected without naming bills changes for everybody who has it, including students.', async () => {
    const { students } = await here.campus.roster();
    const [first] = students;
    await billing([
      { ...ali, number: first?.number },
      { ...sana, number: first?.number },
    ]);
    expect(await correct({ from: first?.number })).toMatchObject({ bills: 2, students: 1 });
    const roster = await db()
      .selectFrom('student')
      .select(['number', 'numbers'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
    expect(roster[0]).toEqual({ number: right, numbers: e164(right) });
    expect(roster[1]?.number).toBe(students[1]?.number);
    expectFailure(
      await here.clerk.ask(calls.correctNumber, { body: { from: first?.number, to: right } }),
      'notFound',
    );
  });

  it('Queued messages move to a corrected number and keep their send and their planned time.', async () => {
    const { id } = await billing([ali, { ...sana, number: freshNumber() }]);
    await here.campus.message({ groupIDs: [id], message: text, sendAt });
    const before = await stored();
    expect(await correct()).toMatchObject({ bills: 1, moved: 1, leftOut: 0, onTheirWay: 0 });
    expect(await stored()).toEqual(
      before.map((message) =>
        message.number === e164(wrong) ? { ...message, number: e164(right) } : message,
      ),
    );
  });

  it('A corrected number that already has the same message does not get it again.', async () => {
    const { id } = await billing([{ ...ali, number: `${wrong}, ${right}` }]);
    await here.campus.message({ groupIDs: [id], message: text });
    await here.campus.message({ groupIDs: [id], message: 'Closed tomorrow' });
    expect(await correct()).toMatchObject({ moved: 0, leftOut: 2 });
    expect(await states()).toEqual([
      [e164(wrong), 'skipped'],
      [e164(right), 'queued'],
      [e164(wrong), 'skipped'],
      [e164(right), 'queued'],
    ]);
    expect(await numbers()).toEqual([`${right} = ${e164(right)}`]);
    await here.world.work();
    expect((await states()).filter(([, status]) => status === 'read')).toHaveLength(2);
  });

  it('A corrected number gets no text again that it got in an earlier send.', async () => {
    const { id, bills } = await billing([{ ...ali, number: right }]);
    await here.campus.message({ groupIDs: [id], message: text });
    await here.world.work();
    const params = { id: bills[0]?.id };
    await here.clerk.get(calls.updateBill, { params, body: { number: wrong } });
    await here.campus.message({ groupIDs: [id], message: text });
    expect(await correct()).toMatchObject({ moved: 0, leftOut: 1 });
    expect((await states())[1]).toEqual([e164(wrong), 'skipped']);
  });

  it('A family gets one message even if only one of its children had the wrong number.', async () => {
    const { id } = await billing([{ ...ali, number: right }, sana]);
    await here.campus.message({ groupIDs: [id], message: text, family: true });
    expect(await correct()).toMatchObject({ moved: 1 });
    const [one, other] = await stored();
    expect(one).toMatchObject({ number: e164(right), status: 'queued' });
    expect(one?.text).toContain('Ali');
    expect(one?.text).toContain('Sana');
    expect(other).toMatchObject({ status: 'skipped', reason: makeReason('numberChanged') });
    await here.world.work();
    expect((await states()).map(([, status]) => status)).toEqual(['read', 'skipped']);
  });

  it('Correcting one family’s number leaves another family that shares the wrong number.', async () => {
    const { id, bills } = await billing([ali, { ...sana, total: 2 }]);
    await here.campus.message({ groupIDs: [id], message: text, family: true });
    expect(await correct({ billIDs: [bills[0]?.id] })).toMatchObject({ bills: 1, moved: 1 });
    expect((await stored()).map(({ number, text, status }) => [number, text, status])).toEqual([
      [e164(wrong), 'Dear parent of Sana', 'queued'],
      [e164(right), 'Dear parent of Ali', 'queued'],
    ]);
  });

  it('A message split off by a correction waits with its paused and scheduled send.', async () => {
    const { id, bills } = await billing([ali, sana]);
    await here.campus.message({ groupIDs: [id], message: text, family: true, sendAt });
    await here.clerk.get(calls.pauseOutbox, { body: {} });
    await correct({ billIDs: [bills[0]?.id] });
    const [first, anew] = await stored();
    expect(anew).toMatchObject({ number: e164(right), status: 'queued', dueAt: first?.dueAt });
    await here.world.work();
    expect((await states()).map(([, status]) => status)).toEqual(['queued', 'queued']);
  });

  it('A family that paid after a send was scheduled gets no message at the corrected number.', async () => {
    const paid = makeReason('paidSince');
    const family = { message: `${text}: {{payable}}`, family: true, sendAt };
    const pay = (...bills: { id: number }[]) =>
      here.clerk.get(calls.markBills, { body: { ids: bills.map(({ id }) => id), status: 'paid' } });
    const fates = async () => (await stored()).map(({ status, reason }) => reason ?? status);
    // Split off as a message of its own, because the rest of the family keeps the wrong number.
    const apart = await billing([ali, sana]);
    await here.campus.message({ ...family, groupIDs: [apart.id] });
    await correct({ billIDs: [apart.bills[0]?.id] });
    await pay(...apart.bills);
    expect(await fates()).toEqual([paid, paid]);
    // Joined to the message that the right number already gets.
    const together = await billing([
      { regNum: 'B1', name: 'Bina', number: right },
      { regNum: 'D1', name: 'Danish' },
    ]);
    await here.campus.message({ ...family, groupIDs: [together.id] });
    await correct({ billIDs: [together.bills[1]?.id] });
    expect((await fates()).slice(2)).toEqual(['queued', makeReason('numberChanged')]);
    await pay(...together.bills);
    expect((await fates())[2]).toBe(paid);
  });

  it('A corrected number that opted out gets no message.', async () => {
    const { id } = await billing([ali]);
    await here.clerk.get(calls.addOptOut, { body: { number: right } });
    await here.campus.message({ groupIDs: [id], message: text });
    expect(await correct()).toMatchObject({ bills: 1, moved: 0, leftOut: 1 });
    await here.world.work();
    expect(await states()).toEqual([[e164(wrong), 'skipped']]);
  });

  it('A correction reports messages in flight, and an attempted message is sent again to the right number.', async () => {
    const { id } = await billing([ali, { ...sana, number: freshNumber() }]);
    await here.campus.message({ groupIDs: [id], message: text });
    const [first] = await stored();
    await db()
      .updateTable('message')
      .set({ status: 'sending', attempts: 1, dueAt: null, leaseUntil: '2999-01-01T00:00:00.000Z' })
      .where('id', '=', first?.id ?? 0)
      .execute();
    const answer = await correct();
    expect(answer).toMatchObject({ moved: 0, onTheirWay: 1 });
    await undo(answer.correctionID);
    await db()
      .updateTable('message')
      .set({ status: 'queued', dueAt: first?.dueAt ?? '', leaseUntil: null })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await correct()).toMatchObject({ moved: 1, leftOut: 0, onTheirWay: 0 });
    const [old, , anew] = await stored();
    expect(old).toMatchObject({ number: e164(wrong), status: 'skipped' });
    expect(anew).toMatchObject({ number: e164(right), status: 'queued', text: first?.text });
    expect(anew?.broadcastID).not.toBe(old?.broadcastID);
  });

  it('A message about no bill moves to the corrected number only when nobody has the wrong number any more.', async () => {
    const { bills } = await billing([ali, sana]);
    await here.campus.message({ contacts: wrong, message: 'Closed tomorrow' });
    expect(await correct({ billIDs: [bills[0]?.id] })).toMatchObject({ moved: 0 });
    expect(await states()).toEqual([[e164(wrong), 'queued']]);
    expect(await correct()).toMatchObject({ bills: 1, moved: 1 });
    expect(await states()).toEqual([[e164(right), 'queued']]);
  });

  it('A correction can be undone within ten minutes, together with its queued messages.', async () => {
    const typed = `${wrong} (Father)`;
    const { id } = await billing([
      { ...ali, number: right },
      { ...sana, number: typed },
    ]);
    await here.campus.message({ groupIDs: [id], message: text, family: true });
    await here.campus.message({ groupIDs: [id], message: 'Fee of {{name}}' });
    const contents = async () => (await stored()).map(({ number, status, text }) => [number, status, text]);
    const before = await contents();
    const first = await correct();
    const corrected = await contents();
    expect(await undo(first.correctionID)).toMatchObject({ bills: 1 });
    expect(await contents()).toEqual(before);
    expect((await numbers())[1]).toBe(`${typed} = ${e164(wrong)}`);
    await correct();
    expect(await contents()).toEqual(corrected);
    const { correctionID } = first;
    expectFailure(await here.clerk.ask(calls.undoCorrection, { body: { correctionID } }), 'notFound');
  });

  it('Undoing a correction joins the divided message of two families again.', async () => {
    const { id, bills } = await billing([ali, sana]);
    await here.campus.message({ groupIDs: [id], message: text, family: true });
    const [before] = await stored();
    const { correctionID } = await correct({ billIDs: [bills[0]?.id] });
    await undo(correctionID);
    const [one, other] = await stored();
    expect(one).toMatchObject({ text: before?.text, status: 'queued' });
    expect(other).toMatchObject({ number: e164(right), status: 'skipped' });
  });

  it('A correction is not undone after ten minutes, or if the number has changed since.', async () => {
    const { bills } = await billing([ali]);
    const first = await correct();
    const later = freshNumber();
    await here.clerk.get(calls.updateBill, { params: { id: bills[0]?.id }, body: { number: later } });
    expect(await undo(first.correctionID)).toEqual({ bills: 0, students: 0, moved: 0 });
    const second = await correct({ from: later });
    here.clock.now = new Date(Date.now() + 11 * 60_000);
    expect(await undo(second.correctionID)).toEqual({ bills: 0, students: 0, moved: 0 });
    expect(await numbers()).toEqual([`${right} = ${e164(right)}`]);
  });

  it('A missing number can be added to named bills, and the addition undone.', async () => {
    const { bills } = await billing([{ ...ali, number: '' }]);
    const { correctionID } = await correct({ from: '', billIDs: [bills[0]?.id] });
    expect(await numbers()).toEqual([`${right} = ${e164(right)}`]);
    await undo(correctionID);
    expect(await numbers()).toEqual([' = ']);
    expectFailure(await here.clerk.ask(calls.correctNumber, { body: { to: right } }), 'invalid');
  });

  it('A correction needs one valid, different number of the own campus.', async () => {
    await billing([ali]);
    const ask = (body: object) => here.clerk.ask(calls.correctNumber, { body });
    expectFailure(await ask({ from: wrong, to: '12' }), 'invalid');
    expectFailure(await ask({ from: wrong, to: `${right}, ${freshNumber()}` }), 'invalid');
    expectFailure(await ask({ from: wrong, to: '+92 300 1234501' }), 'invalid');
    const sister = await here.campus.sister();
    const other = callerOf(here.world, sister, await sister.user());
    expectFailure(await other.ask(calls.correctNumber, { body: { from: wrong, to: right } }), 'notFound');
    expect(await numbers()).toEqual([`${wrong} = ${e164(wrong)}`]);
  });
});
