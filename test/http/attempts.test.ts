import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { optOutWords } from '#shared/words/chats.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const now = '2026-11-05T06:00:00.000Z';

describe.each(engines)('Attempts and decisions on %s', (engine) => {
  const here = useCampus(engine);
  const db = () => here.world.deps.store.db;

  /** Sends one message to each number and returns their ids and states. Numbers that end in 00 are not on WhatsApp. */
  async function sent(numbers: string) {
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    const { broadcastID } = await here.campus.message({ contacts: numbers });
    await here.world.work();
    const { items } = await here.clerk.get(calls.listOutbox, { query: { broadcastID } });
    return { broadcastID, items: items.toReversed() as { id: number; status: string }[] };
  }
  const become = (ids: number[], change: Record<string, unknown>) =>
    db().updateTable('message').set(change).where('id', 'in', ids).execute();

  it('Outbox attempts list every try with its outcome and receipts.', async () => {
    const { items } = await sent('03007654321');
    const [message] = items;
    const tries = await here.clerk.get(calls.listAttempts, { params: { id: message?.id } });
    expect(tries).toMatchObject([
      {
        attempt: 1,
        outcome: 'accepted',
        code: null,
        receipts: [{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }],
      },
    ]);
    await become([message?.id ?? 0], {
      status: 'sending',
      attempts: 2,
      leaseUntil: '2999-01-01T00:00:00.000Z',
      updatedAt: now,
    });
    expect(await here.clerk.get(calls.listAttempts, { params: { id: message?.id } })).toMatchObject([
      { attempt: 1 },
      { attempt: 2, startedAt: now, endedAt: null, outcome: null, receipts: [] },
    ]);
    const stranger = await here.caller({ outbox: true });
    expectFailure(await stranger.ask(calls.listAttempts, { params: { id: message?.id } }), 'forbidden');
  });

  it('Failures are counted by reason, and a retry can name one reason only.', async () => {
    const { broadcastID, items } = await sent('03007654300, 03007654400, 03007654321');
    await become([items[2]?.id ?? 0], { status: 'failed', reason: providerReason('No line') });
    const failures = (query = {}) => here.clerk.get(calls.listFailures, { query });
    const notThere = { ...tellReason(makeReason('notOnWhatsApp')), count: 2 };
    const both = [notThere, { ...tellReason(providerReason('No line')), count: 1 }];
    expect(await failures()).toEqual(both);
    expect(await failures({ broadcastID })).toEqual(both);
    const retried = await here.clerk.get(calls.retryOutbox, { body: { broadcastID, reasonCode: 'other' } });
    expect(retried).toEqual({ changed: 1, leftOut: [] });
    expect(await failures()).toEqual([notThere]);
  });

  it('Failures of one reason code are counted together, under the sentence that fits all of them.', async () => {
    const { items } = await sent('03007654300, 03007654400, 03007654321, 03007654322');
    const reasons = [
      makeReason('cloudRefused', { reported: 'One' }),
      makeReason('cloudRefused', { reported: 'Two' }),
      makeReason('badValue', { reported: 'Three' }),
      makeReason('cloudRefused', {}),
    ];
    for (const [at, reason] of reasons.entries())
      await become([items[at]?.id ?? 0], { status: 'failed', reason });
    expect(await here.clerk.get(calls.listFailures)).toEqual([
      { ...tellReason(makeReason('cloudRefused', {})), count: 3 },
      { ...tellReason(makeReason('badValue', { reported: 'Three' })), count: 1 },
    ]);
    const body = { reasonCode: 'cloudRefused' };
    expect(await here.clerk.get(calls.retryOutbox, { body })).toEqual({ changed: 3, leftOut: [] });
  });

  it('An unknown message counts as undecided until a person decides to leave it, and can still be retried.', async () => {
    const { items } = await sent('03007654321, 03007654322');
    const [first, second] = items.map(({ id }) => id);
    await become([first ?? 0, second ?? 0], { status: 'unknown', reason: makeReason('noAnswer') });
    const count = () => here.clerk.get(calls.countOutbox);
    expect(await count()).toMatchObject({ undecided: 2 });
    const leave = (ids: unknown[]) => here.clerk.get(calls.leaveOutbox, { body: { ids } });
    expect(await leave([first])).toEqual({ changed: 1 });
    expect(await leave([first, 987_654_321])).toEqual({ changed: 0 });
    expect(await count()).toMatchObject({ undecided: 1 });
    const { items: shown } = await here.clerk.get(calls.listOutbox, { query: { status: 'unknown' } });
    expect(
      shown.map(({ isDecided, reasonCode }: Record<string, unknown>) => [isDecided, reasonCode]),
    ).toEqual([
      [false, 'noAnswer'],
      [true, 'left'],
    ]);
    // Neither the chat nor the message itself asks for a decision any more.
    const chat = await here.clerk.get(calls.loadChat, { query: { number: '03007654321' } });
    expect(chat).toMatchObject([{ status: 'unknown', isDecided: true }]);
    const one = (id: unknown) => here.clerk.get(calls.getMessage, { params: { id } });
    expect(await one(first)).toMatchObject({ id: first, isDecided: true });
    expect(await one(second)).toMatchObject({ id: second, isDecided: false });
    // A person may change their mind and send it again.
    expect(await here.clerk.get(calls.retryOutbox, { body: { ids: [first] } })).toEqual({
      changed: 1,
      leftOut: [],
    });
  });

  it('STOP opts a number out and is confirmed once, and START opts it in again.', async () => {
    const number = '+923007654321';
    const write = (message: string) => here.clerk.get(calls.replyFromPhone, { body: { number, message } });
    const texts = async () =>
      (await here.clerk.get(calls.listOutbox)).items.map((one: Record<string, unknown>) => [
        one.text,
        one.status,
      ]);
    await here.campus.message({ contacts: number, message: 'Waiting' });
    await write('Stop!');
    const confirmation = optOutWords.confirmation(here.campus.db, here.campus.scope.campus.name);
    expect(confirmation).toContain(`from ${here.campus.db}, ${here.campus.scope.campus.name}.`);
    expect(optOutWords.confirmation('Girls campus ', 'Girls Campus')).toContain('from Girls Campus.');
    expect(await here.clerk.get(calls.listOptOuts)).toMatchObject([{ number, by: '', note: 'Stop!' }]);
    expect(await texts()).toEqual([
      [confirmation, 'queued'],
      ['Waiting', 'skipped'],
    ]);
    await write('بند کریں');
    expect(await texts()).toHaveLength(2);
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    await here.world.work();
    expect((await texts())[0]).toEqual([confirmation, 'read']);
    await write('start');
    expect(await here.clerk.get(calls.listOptOuts)).toEqual([]);
    await here.campus.message({ contacts: number, message: 'Again' });
    await here.world.work();
    expect((await texts())[0]).toEqual(['Again', 'read']);
    // A repeated opt-out after START is confirmed again.
    await write('BAND');
    expect((await texts())[0]).toEqual([confirmation, 'queued']);
  });

  it('A removed opt-out keeps who removed it and the note.', async () => {
    const number = '+923007654321';
    await here.clerk.get(calls.addOptOut, { body: { number, note: 'By phone' } });
    await here.clerk.get(calls.removeOptOut, { query: { number, note: 'The mother asked for it' } });
    const row = await db().selectFrom('opt_out').selectAll().where('campusID', '=', here.campus.id).execute();
    expect(row).toMatchObject([
      { note: 'By phone', endedBy: here.clerk.userID, endNote: 'The mother asked for it' },
    ]);
  });

  it('Cancelling a send answers how many messages were cancelled and how many had been sent.', async () => {
    const { broadcastID, items } = await sent('03007654321, 03007654322, 03007654323');
    await become([items[2]?.id ?? 0], { status: 'queued', dueAt: now });
    await db().updateTable('broadcast').set({ state: 'paused' }).where('id', '=', broadcastID).execute();
    expect(await here.clerk.get(calls.cancelOutbox, { body: { broadcastID } })).toMatchObject({
      changed: 1,
      sent: 2,
    });
  });

  it('The pace of a sender can be set by the administrator only, and each invalid value is refused.', async () => {
    const pace = {
      perMinute: 20,
      gap: { from: 5, to: 12 },
      rest: { every: 50, seconds: 300 },
      newPerDay: 250,
      pairSeconds: 6,
      quiet: { from: '21:00', to: '08:00' },
      quietDays: [0],
    };
    const set = (body: unknown) => here.clerk.ask(calls.setSenderPace, { body });
    expect((await set(pace)).body).toMatchObject({ provider: 'demo', pace, stopped: null, newToday: 0 });
    expect(await here.clerk.get(calls.getSender)).toMatchObject({ pace });
    for (const wrong of [
      { gap: { from: 12, to: 5 } },
      { quiet: { from: '21:00', to: '21:00' } },
      { quiet: { from: '9:00', to: '25:00' } },
      { quietDays: [0, 1, 2, 3, 4, 5, 6] },
      { quietDays: [0, 0] },
      { perMinute: 0 },
    ])
      expectFailure(await set({ ...pace, ...wrong }), 'malformed');
    const clerk = await here.caller({ view: true, add: true, edit: true, outbox: true });
    expectFailure(await clerk.ask(calls.setSenderPace, { body: pace }), 'forbidden');
  });
});
