/** A retry after a corrected number, and which messages a retry of all failures leaves out. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, sayReason, tellReason } from '#shared/messages/reasons.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const absent = '0300-1234500';
const alsoAbsent = '0300-1234600';

describe.each(engines)('Retries on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'number', 'status', 'reason', 'text', 'billIDs'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const states = async () => (await stored()).map(({ number, status }) => [number, status]);
  const correct = (id: number | undefined, number: string) =>
    here.clerk.get(calls.updateBill, { params: { id }, body: { number } });
  const retry = (body: object = {}) => here.clerk.get(calls.retryOutbox, { body });
  const e164 = (number: string) => `+92${number.replaceAll('-', '').slice(1)}`;

  /** Sends to bills with these numbers and waits until everything is sent. */
  async function sendAndWait(numbers: string[], options: object = {}) {
    const group = await here.campus.group({ bills: numbers.map((number) => makeBill({ number })) });
    await here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}', ...options });
    await here.world.work();
    return { ...group, first: (await stored())[0] };
  }

  it.each(['by name', 'of all'] as const)('A retry %s is sent to the corrected number.', async (which) => {
    const { bills, id, first } = await sendAndWait([absent]);
    const number = freshNumber();
    await correct(bills[0]?.id, number);
    const body = which === 'by name' ? { ids: [first?.id] } : {};
    expect(await retry(body)).toEqual({ changed: 1, leftOut: [] });
    await here.world.work();
    const [old, mended] = await stored();
    expect(old).toMatchObject({
      number: e164(absent),
      status: 'skipped',
      reason: makeReason('numberChanged'),
    });
    expect(mended).toMatchObject({ number: e164(number), status: 'read', text: old?.text });
    expect(mended?.broadcastID).not.toBe(old?.broadcastID);
    const { items } = await here.clerk.get(calls.listOutbox, { query: { groupID: id } });
    expect(items).toHaveLength(2);
    expect(await retry(body)).toEqual({ changed: 0, leftOut: [] });
    expect(await stored()).toHaveLength(2);
  });

  it('If two wrong numbers were corrected to the same number, a retry sends it one message.', async () => {
    const { bills } = await sendAndWait([`${absent}, ${alsoAbsent}`]);
    const number = freshNumber();
    await correct(bills[0]?.id, number);
    expect(await retry()).toMatchObject({ changed: 1 });
    expect(await states()).toEqual([
      [e164(absent), 'skipped'],
      [e164(alsoAbsent), 'skipped'],
      [e164(number), 'queued'],
    ]);
  });

  it('A retry sends nothing to a number that already got the message.', async () => {
    const other = freshNumber();
    const { bills } = await sendAndWait([`${absent}, ${other}`]);
    await correct(bills[0]?.id, other);
    const leftOut = [{ ...tellReason(makeReason('numberChanged')), count: 1 }];
    expect(await retry()).toEqual({ changed: 0, leftOut });
    expect(await states()).toEqual([
      [e164(absent), 'skipped'],
      [e164(other), 'read'],
    ]);
  });

  it('A retry after a correction in one child of a family sends each number its own children.', async () => {
    const { bills } = await sendAndWait([absent, absent], { family: true });
    const number = freshNumber();
    await correct(bills[0]?.id, number);
    await retry({ ids: [(await stored())[0]?.id] });
    await here.world.work();
    expect((await stored()).map(({ number, text, status }) => [number, text, status])).toEqual([
      [e164(absent), `Dear ${bills[1]?.name}`, 'failed'],
      [e164(number), `Dear ${bills[0]?.name}`, 'read'],
    ]);
  });

  it('A retry sends nothing to families that have paid or to opted-out numbers.', async () => {
    const { bills } = await sendAndWait([absent, alsoAbsent], { status: 'unpaid' });
    const quiet = freshNumber();
    await correct(bills[0]?.id, freshNumber());
    await correct(bills[1]?.id, quiet);
    await here.clerk.get(calls.markBills, { body: { ids: [bills[0]?.id], status: 'paid' } });
    await here.clerk.get(calls.addOptOut, { body: { number: quiet } });
    const { changed, leftOut } = await retry();
    expect(changed).toBe(0);
    expect(leftOut).toEqual([
      { ...tellReason(makeReason('paidSince')), count: 1 },
      { ...tellReason(makeReason('numberChanged')), count: 1 },
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it('A retry of all failures leaves out numbers that are not on WhatsApp, and reports them.', async () => {
    const { first } = await sendAndWait([absent, alsoAbsent, freshNumber()]);
    const third = (await stored())[2];
    await here.world.deps.store.db
      .updateTable('message')
      .set({ status: 'failed', reason: providerReason('No line') })
      .where('id', '=', third?.id ?? 0)
      .execute();
    const leftOut = [{ ...tellReason(makeReason('notOnWhatsApp')), count: 2 }];
    expect(await retry()).toEqual({ changed: 1, leftOut });
    expect((await states()).map(([, status]) => status)).toEqual(['failed', 'failed', 'queued']);
    expect(await retry({ broadcastID: first?.broadcastID })).toEqual({ changed: 0, leftOut });
    const ids = (await stored()).map(({ id }) => id);
    expect(await retry({ ids, reachableOnly: true })).toEqual({ changed: 0, leftOut });
    expect(await retry({ reasonCode: 'notOnWhatsApp' })).toEqual({ changed: 2, leftOut: [] });
  });

  it('A retry of all failures leaves out messages that would fail again, with their reasons.', async () => {
    await sendAndWait([freshNumber(), freshNumber(), freshNumber(), freshNumber()]);
    const reasons = [
      ...[makeReason('offersSwitchedOff'), makeReason('templateSwitchedOff')],
      ...[makeReason('badValue', { reported: 'Too long' }), makeReason('switchedOff')],
    ];
    for (const [at, { id }] of (await stored()).entries())
      await here.world.deps.store.db
        .updateTable('message')
        .set({ status: 'failed', reason: reasons[at] ?? null })
        .where('id', '=', id)
        .execute();
    const { changed, leftOut } = await retry();
    expect(changed).toBe(1);
    expect(leftOut.map(({ reasonCode }: { reasonCode: string }) => reasonCode).toSorted()).toEqual([
      'badValue',
      'offersSwitchedOff',
      'templateSwitchedOff',
    ]);
    expect((await states()).map(([, status]) => status)).toEqual(['failed', 'failed', 'failed', 'queued']);
  });

  it('A retry selects a reason by its code, and refuses sentences.', async () => {
    await sendAndWait([absent, freshNumber()]);
    const [first] = await stored();
    const ask = (body: object) => here.clerk.ask(calls.retryOutbox, { body });
    for (const body of [{ reason: sayReason(makeReason('notOnWhatsApp')) }, { reasonCode: '%' }])
      expectFailure(await ask(body), 'malformed');
    expect(await retry({ reasonCode: 'switchedOff' })).toEqual({ changed: 0, leftOut: [] });
    // No failure has an empty reason yet.
    expect(await retry({ reasonCode: '' })).toEqual({ changed: 0, leftOut: [] });
    await here.world.deps.store.db
      .updateTable('message')
      .set({ reason: null })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await here.clerk.get(calls.listFailures)).toEqual([{ reason: '', reasonCode: '', count: 1 }]);
    expect(await retry({ reasonCode: '' })).toEqual({ changed: 1, leftOut: [] });
  });

  it('A retry of all failures leaves out numbers with the error code 131026 of WhatsApp.', async () => {
    await sendAndWait([freshNumber()]);
    await here.world.deps.store.db
      .updateTable('message')
      .set({ status: 'failed', reason: providerReason('Not there'), code: '131026' })
      .where('campusID', '=', here.campus.id)
      .execute();
    expect(await retry()).toEqual({
      changed: 0,
      leftOut: [{ ...tellReason(providerReason('Not there')), count: 1 }],
    });
  });
});
