/** Sends of thousands of messages are cancelled and restored in parts, so that other work gets its turn in between. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { removeGroup } from '../../src/server/billing/groups/groups.ts';
import { markBills } from '../../src/server/ledger/marks/marks.ts';
import { cancel, clear } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { send } from '../../src/server/outbox/enqueue/enqueue.ts';
import { previewSend } from '../../src/server/outbox/enqueue/preview.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

const bills = 6500;
const text = 'Dear parent of {{name}}: {{total}}';

describe.each(engines)('A send of thousands on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let group: Awaited<ReturnType<CampusInTest['group']>>;

  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school('large');
    group = await campus.group({ bills });
    await campus.message({ groupIDs: [group.id], message: text, status: 'unpaid' });
    // Small sends beside the large one, which is handled in one part.
    const others = await campus.group({ bills: 3 });
    for (const bill of others.bills)
      await campus.message({ contactIDs: [bill.id], message: 'Hello {{name}}' });
  });
  afterAll(() => world.stop());

  /** Runs the work and checks that other tasks ran meanwhile. On SQLite no statement yields by itself. */
  async function inTurns<T>(work: () => Promise<T>): Promise<T> {
    let turns = 0;
    let isOver = false;
    const count = async () => {
      for (; !isOver; turns++) await turn();
    };
    const counted = count();
    const answer = await work();
    isOver = true;
    await counted;
    expect(turns).toBeGreaterThan(3);
    return answer;
  }

  const states = async () => {
    const rows = await world.deps.store.db
      .selectFrom('message')
      .select((eb) => ['status', 'reason', eb.fn.countAll<number>().as('count')])
      .groupBy(['status', 'reason'])
      .orderBy('status')
      .orderBy('reason')
      .execute();
    return rows.map(({ status, reason, count }) => [status, reason, count]);
  };
  const audience = () => ({
    contacts: '',
    groupIDs: [group.id],
    contactIDs: [],
    status: 'all' as const,
    family: false,
    message: text,
    media: '',
  });

  it('The preview of a repeated send to thousands counts everybody as already sent, and the send is refused.', async () => {
    const request = { ...audience(), clsIDs: [], secIDs: [], again: false };
    const planned = await inTurns(() => previewSend(campus.scope, world.deps, request));
    expect(planned).toMatchObject({ queued: 0, alreadySent: bills, leftOut: bills });
    await expect(send(campus.scope, world.deps, { ...audience(), again: false })).rejects.toThrow();
  });

  it('Clearing the outbox cancels thousands of messages, and restore puts them all back.', async () => {
    const { cleared, at } = await inTurns(() => clear(campus.scope, world.deps));
    expect(cleared).toBe(bills + 3);
    expect(await inTurns(() => restoreMessages(campus.scope, world.deps, at))).toEqual({
      changed: bills + 3,
    });
    expect(await states()).toEqual([['queued', null, bills + 3]]);
  });

  it('Cancelling one large send leaves the other sends in the outbox.', async () => {
    const { broadcastID } = await world.deps.store.db
      .selectFrom('message')
      .select('broadcastID')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { changed, at } = await inTurns(() => cancel(campus.scope, world.deps, { broadcastID }));
    expect(changed).toBe(bills);
    expect(await restoreMessages(campus.scope, world.deps, at)).toEqual({ changed: bills });
  });

  it.each(['campus', 'run'] as const)(
    'A retry of the %s puts thousands of failed messages back into the outbox.',
    async (of) => {
      const { broadcastID } = await world.deps.store.db
        .updateTable('message')
        .set({ status: 'failed', reason: providerReason('no answer'), dueAt: null })
        .where('groupIDs', '=', ` ${group.id} `)
        .returning('broadcastID')
        .executeTakeFirstOrThrow();
      const choice = of === 'run' ? { broadcastID } : { reasonCode: 'other' };
      expect(await inTurns(() => retry(campus.scope, world.deps, choice))).toEqual({
        changed: bills,
        leftOut: [],
      });
      expect(await states()).toEqual([['queued', null, bills + 3]]);
    },
  );

  it('Messages of paid bills are skipped, and the other messages are skipped when their billing is removed.', async () => {
    const paid = group.bills.slice(0, 4000).map(({ id }) => id);
    const mark = () => markBills(campus.scope, moneyNeeds(world.deps), { ids: paid, status: 'paid' });
    expect((await inTurns(mark)).changed).toEqual(paid);
    await inTurns(() => removeGroup(campus.scope, world.deps, { id: group.id, toCredit: false }));
    expect(await states()).toEqual([
      ['queued', null, 3],
      ['skipped', makeReason('billRemoved'), bills - 4000],
      ['skipped', makeReason('paidSince'), 4000],
    ]);
  });

  it('A billing that does not exist cannot be removed.', async () => {
    await expect(removeGroup(campus.scope, world.deps, { id: group.id, toCredit: false })).rejects.toThrow();
  });
});
