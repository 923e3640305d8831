import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { type MessageState, messageStates } from '#shared/messages/message-states.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { insertOptOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Item = { id: number; name: string; status: MessageState; reason: string | null; text: string };

describe.each(engines)('The outbox on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'name', 'status', 'reason', 'attempts'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const become = (id: number | undefined, status: MessageState) =>
    here.world.deps.store.db
      .updateTable('message')
      .set({ status, leaseUntil: status === 'sending' ? '2999-01-01T00:00:00.000Z' : null, dueAt: null })
      .where('id', '=', id ?? 0)
      .execute();
  const list = async (
    query: Record<string, unknown> = {},
  ): Promise<{ items: Item[]; next: number | null; count: number; counts: Record<string, number> }> =>
    here.clerk.get(calls.listOutbox, { query });
  const namesOf = (items: Item[]) => items.map(({ name }) => name);

  /** Sends to children with these names. Those called Absent are not on WhatsApp. */
  async function run(...names: string[]) {
    const numbers = { Absent: '0300-1234500' } as Record<string, string>;
    const bills = names.map((name) =>
      makeBill({ name, ...(numbers[name] ? { number: numbers[name] } : {}) }),
    );
    const group = await here.campus.group({ bills });
    return here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
  }

  it('The outbox counts messages that are not yet handed over, per campus.', async () => {
    await run('A', 'B', 'C');
    await (await here.campus.sister()).message({ contacts: '03001234567' });
    const [first] = await stored();
    await become(first?.id, 'sending');
    expect(await here.clerk.get(calls.countOutbox)).toMatchObject({ pending: 2 });
  });

  it('The outbox lists messages newest first, and its pages together contain every message once.', async () => {
    await run(...Array.from({ length: 25 }, (_, index) => `Child ${index}`));
    const seen: Item[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await list({ after, take: 10 });
      expect(page.count).toBe(25);
      seen.push(...page.items);
      after = page.next;
    }
    expect(seen.map(({ id }) => id)).toEqual((await stored()).map(({ id }) => id).reverse());
    expect(seen[0]).toMatchObject({
      name: 'Child 24',
      status: 'queued',
      text: 'Dear Child 24',
      reason: null,
    });
  });

  it('The outbox can return a page from the middle and the pages after it.', async () => {
    await run(...Array.from({ length: 25 }, (_, index) => `Child ${index}`));
    const all = (await stored()).map(({ id }) => id).reverse();
    const middle = await list({ from: 10, take: 5 });
    expect(middle.items.map(({ id }) => id)).toEqual(all.slice(10, 15));
    expect(middle).toMatchObject({ count: 25, next: all[14] });
    expect((await list({ after: middle.next, take: 50 })).items.map(({ id }) => id)).toEqual(all.slice(15));
    expect(await list({ from: 25 })).toMatchObject({ items: [], next: null, count: 25 });
    expectFailure(await here.clerk.ask(calls.listOutbox, { query: { from: -1 } }), 'malformed');
  });

  it('Messages of a bill are listed for users who may view it, the latest hundred.', async () => {
    const { campus, caller } = here;
    const number = '0300-7654321';
    const group = await campus.group({
      bills: [makeBill({ name: 'A', number }), makeBill({ name: 'B', number })],
    });
    const [a, b] = group.bills.map(({ id }) => id);
    await campus.message({ groupIDs: [group.id], message: 'School is closed' });
    await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    await campus.message({ contactIDs: [b ?? 0], message: 'Dear {{name}}, {{total}}' });
    await campus.message({ contacts: number });
    const viewer = await caller({ view: true });
    const about = async (id: number | undefined) =>
      (await viewer.get(calls.listMessagesOfBill, { params: { id }, query: { cID: undefined } })).map(
        ({ text }: Item) => text,
      );
    expect(await about(a)).toEqual(['Dear A', 'School is closed']);
    expect(await about(b)).toEqual(['Dear B, 12,500', 'Dear B', 'School is closed']);
    for (let index = 0; index < 101; index++) await campus.message({ contactIDs: [a ?? 0], message: 'x' });
    expect(await about(a)).toEqual(Array(100).fill('x'));
    const sister = await campus.sister();
    const sisterGroup = await sister.group({ bills: 1 });
    for (const id of [sisterGroup.bills[0]?.id, 987_654_321])
      expectFailure(await viewer.ask(calls.listMessagesOfBill, { params: { id } }), 'notFound');
    const blind = await caller({ add: true });
    expectFailure(await blind.ask(calls.listMessagesOfBill, { params: { id: a } }), 'forbidden');
  });

  it('The outbox filters by state, send and text, and its counts of each state ignore the filter by state.', async () => {
    const { broadcastID } = await run('Ayesha', 'Bilal', 'Ärmel_1', 'Nobody');
    await run('Other Run');
    const [ayesha, bilal, , nobody] = await stored();
    await become(ayesha?.id, 'failed');
    await become(bilal?.id, 'read');
    await become(nobody?.id, 'skipped');
    const failed = await list({ status: 'failed' });
    expect(namesOf(failed.items)).toEqual(['Ayesha']);
    expect(failed.count).toBe(1);
    expect(failed.counts).toMatchObject({ pending: 2, failed: 1, read: 1, skipped: 1, sending: 0 });
    expect(namesOf((await list({ status: 'pending' })).items)).toEqual(['Other Run', 'Ärmel_1']);
    expect(namesOf((await list({ status: 'read' })).items)).toEqual(['Bilal']);
    const ofRun = await list({ broadcastID });
    expect(ofRun.count).toBe(4);
    expect(ofRun.counts).toMatchObject({ pending: 1 });
    expect(namesOf((await list({ search: 'äRMEL_' })).items)).toEqual(['Ärmel_1']);
    expect(namesOf((await list({ search: 'RMEL_' })).items)).toEqual(['Ärmel_1']);
    expect(namesOf((await list({ search: 'dear b' })).items)).toEqual(['Bilal']);
    expect((await list({ search: '%' })).items).toEqual([]);
  });

  it('The outbox filters by the billing of a message’s bills, even in a send to several billings.', async () => {
    const { campus, clerk } = here;
    const [ayesha, bilal] = [makeBill({ name: 'Ayesha' }), makeBill({ name: 'Bilal' })];
    const november = await campus.group({ bills: [ayesha, makeBill({ name: 'Omar', number: '' })] });
    const december = await campus.group({
      bills: [bilal, makeBill({ name: 'Sana', number: ayesha.number })],
    });
    // One message is about Ayesha’s and Sana’s bills, one about Bilal’s. Omar has no number.
    await campus.message({ groupIDs: [november.id, december.id], message: 'School is closed' });
    await campus.message({ contactIDs: [december.bills[0]?.id ?? 0] });
    await campus.message({ contacts: '03451234567' });
    const ofNovember = await list({ groupID: november.id });
    expect(namesOf(ofNovember.items)).toEqual(['Ayesha', 'Omar']);
    expect(ofNovember).toMatchObject({ count: 2, counts: { pending: 1, skipped: 1 } });
    const waiting = await list({ groupID: december.id, status: 'pending' });
    expect(namesOf(waiting.items)).toEqual(['Bilal', 'Bilal', 'Ayesha']);
    expect(waiting.count).toBe(3);
    expect(namesOf((await list({ groupID: december.id, search: 'aye' })).items)).toEqual(['Ayesha']);
    // Different spellings of one number; no other bill has a similar one.
    for (const search of ['0345-1234567', '0345 123', '+9234512'])
      expect((await list({ search })).items).toHaveLength(1);
    const sister = await campus.sister();
    const sisterGroup = await sister.group({ bills: 1 });
    await sister.message({ groupIDs: [sisterGroup.id] });
    for (const groupID of [sisterGroup.id, 987_654_321]) {
      expect(await clerk.get(calls.listOutbox, { query: { groupID } })).toMatchObject({
        items: [],
        count: 0,
      });
    }
  });

  it('The outbox filters by every public state, and refuses the internal state queued.', async () => {
    for (const status of [...messageStates.filter((state) => state !== 'queued'), 'all', 'pending']) {
      expect((await list({ status })).items).toEqual([]);
    }
    expectFailure(await here.clerk.ask(calls.listOutbox, { query: { status: 'queued' } }), 'malformed');
  });

  it('The outbox lists the latest twenty sends with their user and progress.', async () => {
    const { campus, clerk, world } = here;
    const first = await run('A', 'Absent');
    await world.work();
    const second = await clerk.get(calls.sendToGroups, {
      body: { message: 'Holiday', contacts: '03001234567, 0300 1' },
    });
    const runs = await clerk.get(calls.listBroadcasts);
    expect(runs).toMatchObject([
      {
        broadcastID: second.broadcastID,
        text: 'Holiday',
        by: clerk.userName,
        total: 2,
        paused: false,
        counts: { pending: 1, skipped: 1 },
      },
      {
        broadcastID: first.broadcastID,
        text: 'Dear {{name}}',
        total: 2,
        counts: { pending: 0, read: 1, failed: 1 },
      },
    ]);
    for (let index = 0; index < 20; index++) await campus.message({ contacts: '03001234567' });
    expect(await clerk.get(calls.listBroadcasts)).toHaveLength(20);
  });

  it('A send is listed with the title of the template whose text it has.', async () => {
    const { campus, clerk } = here;
    await campus.template('Fee due', 'Dear {{name}}');
    await run('A');
    await campus.message({ contacts: '03001234567', message: 'Dear {{name}}!' });
    await campus.message({ contacts: '03001234567', message: 'Holiday' });
    const names = (await clerk.get(calls.listBroadcasts)).map((run: BroadcastProgress) => run.template);
    expect(names).toEqual([null, null, 'Fee due']);
  });

  it('A send is listed with its billings, without deleted ones.', async () => {
    const { campus, clerk } = here;
    const november = await campus.group({ bills: 1 });
    const december = await campus.group({ bills: 1 });
    await campus.message({ groupIDs: [november.id, december.id] });
    await campus.message({ contacts: '03001234567' });
    const about = async () =>
      (await clerk.get(calls.listBroadcasts)).map((run: BroadcastProgress) => run.groupIDs);
    expect(await about()).toEqual([[], [november.id, december.id]]);
    await clerk.get(calls.removeGroup, { query: { id: november.id } });
    expect(await about()).toEqual([[], [december.id]]);
  });

  it('A paused send waits until it is resumed.', async () => {
    const { clerk, world } = here;
    const { broadcastID } = await run('A', 'B');
    await run('C');
    expect(await clerk.get(calls.pauseOutbox, { body: { broadcastID } })).toEqual({ changed: 1 });
    expect(await clerk.get(calls.pauseOutbox, { body: { broadcastID } })).toEqual({ changed: 0 });
    await world.work();
    expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'queued', 'read']);
    expect((await clerk.get(calls.listBroadcasts))[1]).toMatchObject({
      broadcastID,
      paused: true,
      counts: { pending: 2 },
    });
    expect(await clerk.get(calls.resumeOutbox, { body: { broadcastID } })).toEqual({ changed: 1 });
    await world.work();
    expect((await stored()).map(({ status }) => status)).toEqual(['read', 'read', 'read']);
  });

  it('Pausing and resuming without a send affects every send of the own campus.', async () => {
    const { campus, clerk, world } = here;
    const sister = await campus.sister();
    await sister.message({ contacts: '03001234567' });
    await run('A');
    await run('B');
    expect(await clerk.get(calls.pauseOutbox)).toEqual({ changed: 2 });
    await world.work();
    expect(await clerk.get(calls.countOutbox)).toMatchObject({ pending: 2 });
    const ofSister = world.deps.store.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', sister.id);
    expect((await ofSister.executeTakeFirstOrThrow()).status).not.toBe('queued');
    expect(await clerk.get(calls.resumeOutbox)).toEqual({ changed: 2 });
  });

  it('A retry queues failed messages, and a number that is still not on WhatsApp fails again.', async () => {
    const { clerk, world } = here;
    await run('Absent', 'B');
    await world.work();
    const [absent] = await stored();
    expect(absent).toMatchObject({ status: 'failed', reason: makeReason('notOnWhatsApp'), attempts: 1 });
    const ids = [absent?.id];
    expect(await clerk.get(calls.retryOutbox, { body: { ids } })).toEqual({ changed: 1, leftOut: [] });
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['queued', null],
      ['read', null],
    ]);
    expect((await clerk.get(calls.listBroadcasts))[0].counts).toMatchObject({ pending: 1 });
    await world.work();
    expect((await stored())[0]).toMatchObject({ status: 'failed', attempts: 2 });
  });

  it('A retry queues the failed messages of one send, or only named ones.', async () => {
    const { clerk } = here;
    const { broadcastID } = await run('A', 'B');
    await run('C', 'D');
    const [a, b, c, d] = await stored();
    for (const message of [a, b, c, d]) await become(message?.id, 'failed');
    expect(await clerk.get(calls.retryOutbox, { body: { broadcastID } })).toEqual({
      changed: 2,
      leftOut: [],
    });
    expect(await clerk.get(calls.retryOutbox, { body: { ids: [d?.id, a?.id] } })).toEqual({
      changed: 1,
      leftOut: [],
    });
    expect(await clerk.get(calls.retryOutbox, { body: { ids: [] } })).toEqual({ changed: 0, leftOut: [] });
    expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'queued', 'failed', 'queued']);
  });

  it('An unknown message is sent again only when a person names it.', async () => {
    const { clerk, world } = here;
    const { broadcastID } = await run('A', 'B');
    const [a, b] = await stored();
    await world.work();
    for (const message of [a, b]) await become(message?.id, 'unknown');
    expect(await clerk.get(calls.retryOutbox)).toEqual({ changed: 0, leftOut: [] });
    expect(await clerk.get(calls.retryOutbox, { body: { broadcastID } })).toEqual({
      changed: 0,
      leftOut: [],
    });
    expect(await clerk.get(calls.retryOutbox, { body: { ids: [a?.id] } })).toEqual({
      changed: 1,
      leftOut: [],
    });
    expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'unknown']);
  });

  it('A retry never sends delivered, cancelled or skipped messages again, even when they are named.', async () => {
    const { clerk } = here;
    const states = messageStates.filter((state) => state !== 'failed' && state !== 'unknown');
    await run(...states);
    const rows = await stored();
    for (const [index, state] of states.entries()) await become(rows[index]?.id, state);
    const ids = rows.map(({ id }) => id);
    expect(await clerk.get(calls.retryOutbox, { body: { ids } })).toEqual({ changed: 0, leftOut: [] });
    expect((await stored()).map(({ status }) => status)).toEqual(states);
  });

  it('Chat/ClearOutBox cancels the queued messages of the campus and keeps them in the list.', async () => {
    const { clerk, campus, world } = here;
    const sister = await campus.sister();
    await sister.message({ contacts: '03001234567' });
    await run('A', 'B', 'C');
    const [sending, read] = await stored();
    await become(sending?.id, 'sending');
    await become(read?.id, 'read');
    expect(await clerk.get(calls.clearOutbox)).toEqual({ cleared: 1, at: expect.any(String) });
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['sending', null],
      ['read', null],
      ['cancelled', makeReason('cleared')],
    ]);
    expect(await clerk.get(calls.countOutbox)).toMatchObject({ pending: 0 });
    expect(await clerk.get(calls.clearOutbox)).toMatchObject({ cleared: 0 });
    await world.work();
    expect((await stored())[2]).toMatchObject({ status: 'cancelled', attempts: 0 });
    const ofSister = world.deps.store.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', sister.id);
    expect((await ofSister.executeTakeFirstOrThrow()).status).not.toBe('cancelled');
  });

  it('A retry skips a number that opted out since.', async () => {
    const { campus, clerk } = here;
    await campus.message({ contacts: '0300-7654321, 0300-7654322' });
    for (const { id } of await stored()) await become(id, 'failed');
    await insertOptOut(campus.scope, { number: '+923007654321', at: '2026-11-01T00:00:00.000Z', note: '' });
    const leftOut = [{ ...tellReason(makeReason('optedOut')), count: 1 }];
    expect(await clerk.get(calls.retryOutbox)).toEqual({ changed: 1, leftOut });
    expect((await stored()).map(({ status }) => status)).toEqual(['skipped', 'queued']);
  });
});
