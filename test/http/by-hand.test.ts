/** Sending by hand: the clerk who opened a chat says what came of it, and nobody else can open the same chat. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { rescueExpiredLeases } from '../../src/server/outbox/delivery/rescue.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Sending by hand on %s', (engine) => {
  const here = useCampus(engine);
  const setProvider = (provider: string) =>
    here.world.deps.store.db
      .updateTable('sender')
      .set({ provider })
      .where('campusID', '=', here.campus.id)
      .execute();
  beforeEach(() => setProvider('assisted'));

  async function run(...names: string[]) {
    const group = await here.campus.group({ bills: names.map((name) => makeBill({ name })) });
    const { broadcastID } = await here.campus.message({
      groupIDs: [group.id],
      message: 'Dear {{name}}',
      status: 'unpaid',
    });
    return { broadcastID, bills: group.bills };
  }
  const next = (by: Caller = here.clerk, broadcastID?: number) =>
    by.get(calls.nextByHand, { query: { broadcastID } });
  const open = (id: number, by: Caller = here.clerk) => by.get(calls.openByHand, { body: { id } });
  const tryOpen = (id: number, by: Caller = here.clerk) => by.ask(calls.openByHand, { body: { id } });
  const close = async (id: number, outcome: string, by: Caller = here.clerk) =>
    (await by.get(calls.closeByHand, { body: { id, outcome } })).changed;
  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'status', 'reason', 'providerID', 'attempts'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const states = async () => (await stored()).map(({ status }) => status);
  const outcomes = async () =>
    (
      await here.world.deps.store.db
        .selectFrom('attempt')
        .select('outcome')
        .where('campusID', '=', here.campus.id)
        .orderBy('messageID')
        .orderBy('attempt')
        .execute()
    ).map(({ outcome }) => outcome);
  const runState = async (id: number) =>
    (
      await here.world.deps.store.db
        .selectFrom('broadcast')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state;

  it('Sending by hand opens the chats of a send one after the other.', async () => {
    const { broadcastID, bills } = await run('Ayesha', 'Bilal', 'Chand');
    const first = await next(here.clerk, broadcastID);
    const [a, b] = await stored();
    expect(first).toMatchObject({ left: 3, sent: 0, skipped: 0, next: { id: a?.id, openedAt: null } });
    const digits = `92${bills[0]?.number?.slice(1)}`;
    expect(first.next).toMatchObject({
      name: 'Ayesha',
      text: 'Dear Ayesha',
      link: `https://wa.me/${digits}?text=Dear%20Ayesha`,
    });

    const opened = await open(first.next.id);
    expect(opened).toMatchObject({ id: a?.id, openedAt: expect.any(String) });
    expect(await states()).toEqual(['sending', 'queued', 'queued']);
    // After a reload or a second open the chat still belongs to the same clerk.
    expect((await next()).next).toEqual(opened);
    expect(await open(first.next.id)).toEqual(opened);

    expect(await close(first.next.id, 'sent')).toBe(1);
    expect((await stored())[0]).toMatchObject({
      status: 'accepted',
      providerID: `hand.m1:${a?.id}:a1`,
      attempts: 1,
    });
    expect(await close(b?.id ?? 0, 'skipped')).toBe(1);
    expect((await stored())[1]).toMatchObject({ status: 'skipped', reason: makeReason('skippedByHand') });
    const last = await next();
    expect(last).toMatchObject({ left: 1, sent: 1, skipped: 1, next: { name: 'Chand' } });
    await open(last.next.id);
    expect(await close(last.next.id, 'sent')).toBe(1);
    expect(await next(here.clerk, broadcastID)).toEqual({ next: null, left: 0, sent: 2, skipped: 1 });
    expect(await runState(broadcastID)).toBe('done');
    expect(await outcomes()).toEqual(['accepted', 'accepted']);
  });

  it('A chat that was opened and not sent is queued again behind the others, as often as needed.', async () => {
    const { broadcastID } = await run('Ayesha', 'Bilal');
    const { next: first } = await next();
    for (let tries = 0; tries < 6; tries++) {
      await open(first.id);
      expect(await close(first.id, 'notSent')).toBe(1);
    }
    expect((await stored())[0]).toMatchObject({
      status: 'queued',
      attempts: 6,
      reason: makeReason('putBack'),
    });
    expect((await next()).next.name).toBe('Bilal');
    expect(await runState(broadcastID)).toBe('running');
    await open(first.id);
    expect(await close(first.id, 'skipped')).toBe(1);
    expect((await stored())[0]).toMatchObject({ status: 'skipped', reason: makeReason('skippedByHand') });
    expect(await outcomes()).toEqual(Array.from({ length: 7 }, () => 'notSent'));
  });

  it('Two people never have the same chat open.', async () => {
    await run('Ayesha', 'Bilal');
    const colleague = await here.caller({ view: true, edit: true });
    const { next: first } = await next();
    const answers = await Promise.all([tryOpen(first.id), tryOpen(first.id, colleague)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = answers[0]?.status === 200 ? [here.clerk, colleague] : [colleague, here.clerk];
    expect((await next(winner)).next.id).toBe(first.id);
    expect((await next(loser)).next.name).toBe('Bilal');
    expectFailure(await tryOpen(first.id, loser), 'conflict');
    expectFailure(
      await loser.ask(calls.closeByHand, { body: { id: first.id, outcome: 'sent' } }),
      'conflict',
    );
    expect(await close(first.id, 'sent', winner)).toBe(1);
    expect((await stored())[0]?.attempts).toBe(1);
  });

  it('A chat left open for 15 minutes becomes unknown until somebody says whether it was sent.', async () => {
    const { broadcastID } = await run('Ayesha', 'Bilal', 'Chand');
    here.clock.now = new Date();
    const ids = (await stored()).map(({ id }) => id);
    for (const id of ids) await open(id);
    const openedAt = here.clock.now.toISOString();
    here.clock.now = new Date(here.clock.now.getTime() + 14 * 60_000);
    await rescueExpiredLeases(here.world.deps, {});
    expect(await states()).toEqual(['sending', 'sending', 'sending']);
    here.clock.now = new Date(here.clock.now.getTime() + 61_000);
    await rescueExpiredLeases(here.world.deps, {});
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual(
      ids.map(() => ['unknown', makeReason('leftOpen')]),
    );
    const [a = 0, b = 0, c = 0] = ids;
    expect(await next()).toMatchObject({ left: 3, next: { id: a, openedAt } });
    expectFailure(await tryOpen(a), 'conflict');
    // A colleague with nothing else to send may close a chat that the clerk left open.
    const colleague = await here.caller({ view: true, add: true });
    expect((await next(colleague)).next.id).toBe(a);
    expect(await close(a, 'sent', colleague)).toBe(1);
    expect(await close(b, 'notSent')).toBe(1);
    expect(await close(c, 'skipped')).toBe(1);
    expect(await states()).toEqual(['accepted', 'queued', 'skipped']);
    expect(await outcomes()).toEqual(['accepted', 'notSent', 'notSent']);
    expect(await runState(broadcastID)).toBe('running');
    await open(b);
    await close(b, 'sent');
    expect(await runState(broadcastID)).toBe('done');
  });

  it('A restart closes every open chat as unknown.', async () => {
    await run('Ayesha');
    const { next: first } = await next();
    await open(first.id);
    await rescueExpiredLeases(here.world.deps, { all: true });
    expect(await states()).toEqual(['unknown']);
    expect((await next()).next).toMatchObject({ id: first.id, openedAt: expect.any(String) });
    // After a retry in the outbox nobody has the chat open.
    await here.clerk.get(calls.retryOutbox, { body: { ids: [first.id] } });
    expect((await next()).next).toMatchObject({ id: first.id, openedAt: null });
  });

  it('A slow clerk who sends by hand causes no standstill alert.', async () => {
    await run('Ayesha');
    const alert = async () => (await here.clerk.get(calls.countOutbox)).alert;
    here.clock.now = new Date(Date.now() + 60 * 60_000);
    expect(await alert()).toBeNull();
    await setProvider('demo');
    expect(await alert()).toMatch(/Nothing has been sent since/);
  });

  it('A message whose bill was paid in the meantime is skipped when it is opened, and the reason is answered.', async () => {
    const { bills } = await run('Ayesha', 'Bilal');
    const { next: first } = await next();
    await here.world.deps.store.db
      .updateTable('bill')
      .set({ status: 'paid' })
      .where('id', '=', bills[0]?.id ?? 0)
      .execute();
    const refused = await tryOpen(first.id);
    expectFailure(refused, 'conflict');
    expect(refused.body.message).toBe(sayReason(makeReason('paidSince')));
    expect((await stored())[0]).toMatchObject({
      status: 'skipped',
      reason: makeReason('paidSince'),
      attempts: 0,
    });
    expect((await next()).next.name).toBe('Bilal');
  });

  it('A message of a paused send cannot be opened until the send is resumed.', async () => {
    const { broadcastID } = await run('Ayesha');
    const { next: first } = await next();
    await here.clerk.get(calls.pauseOutbox, { body: { broadcastID } });
    expect(await next(here.clerk, broadcastID)).toMatchObject({ next: null, left: 1 });
    expectFailure(await tryOpen(first.id), 'conflict');
    await here.clerk.get(calls.resumeOutbox, { body: { broadcastID } });
    expect((await next()).next.id).toBe(first.id);
  });

  it('Only a campus that sends by hand can open chats, and a chat open during a switch can still be closed.', async () => {
    await run('Ayesha', 'Bilal');
    const { next: first } = await next();
    const [, second] = await stored();
    await open(first.id);
    await setProvider('demo');
    expectFailure(await tryOpen(second?.id ?? 0), 'conflict');
    const skip = { body: { id: second?.id, outcome: 'skipped' } };
    expectFailure(await here.clerk.ask(calls.closeByHand, skip), 'conflict');
    expect((await next()).next.id).toBe(first.id);
    expect(await close(first.id, 'sent')).toBe(1);
    expect((await next()).next).toBeNull();
  });

  it('A message that was never opened cannot be closed, and messages of another campus are not found.', async () => {
    await run('Ayesha');
    const { next: first } = await next();
    expect(await close(first.id, 'sent')).toBe(0);
    expect(await states()).toEqual(['queued']);
    const theirs = await (await here.campus.sister()).message({ contacts: '03001234567' });
    const { id } = await here.world.deps.store.db
      .selectFrom('message')
      .select('id')
      .where('broadcastID', '=', theirs.broadcastID)
      .executeTakeFirstOrThrow();
    for (const other of [id, 987_654_321]) {
      expectFailure(await tryOpen(other), 'notFound');
      const body = { id: other, outcome: 'sent' };
      expectFailure(await here.clerk.ask(calls.closeByHand, { body }), 'notFound');
    }
    expect(await next(here.clerk, theirs.broadcastID)).toEqual({ next: null, left: 0, sent: 0, skipped: 0 });
  });
});
