/** Many workers, clerks and receipts change the same rows at the same time. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { cancel, clear } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { settleClaimed } from '../../src/server/outbox/delivery/completer-queries.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { applyReceipts, toNewReceipt } from '../../src/server/outbox/receipts/receipts.ts';
import { pollProviders } from '../../src/server/outbox/receipts/worker.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  acceptAsP,
  claimSome as claimFrom,
  createOutside,
  emptyOutbox,
  nextSlug,
  readRun,
} from './one-message.ts';

describe.each(engines)('Concurrent work on the outbox on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  const claimSome = (most: number) => claimFrom(world.deps, most);

  /** Claims until nothing is left. An empty claim is repeated, because another claimer may have held the only send. */
  async function claimUntilNone(most: number): Promise<number[]> {
    const ids: number[] = [];
    for (let empty = 0; empty < 3; ) {
      const claimed = await claimSome(most);
      ids.push(...claimed.map(({ id }) => id));
      empty = claimed.length === 0 ? empty + 1 : 0;
    }
    return ids;
  }

  const tenClaimers = async (most: number): Promise<number[]> =>
    (await Promise.all(Array.from({ length: 10 }, () => claimUntilNone(most)))).flat();

  /** A campus with sends of so many messages each. */
  async function queueRuns(...sizes: number[]) {
    const campus = await world.school(nextSlug());
    const group = await campus.group({ bills: Math.max(...sizes) });
    const runs: number[] = [];
    for (const size of sizes) {
      const contactIDs = group.bills.slice(0, size).map(({ id }) => id);
      runs.push((await campus.message({ contactIDs })).broadcastID);
    }
    return { campus, scope: campus.scope, runs };
  }

  const statesOf = async ({ scope }: CampusInTest, run: number) =>
    (await readRun(scope, run)).map(({ status }) => status);
  const count = (states: string[], state: string) => states.filter((one) => one === state).length;

  it.each([350, 3000])('A claim gets no more of %i messages than it requested.', async (size) => {
    const { campus, runs } = await queueRuns(size);
    for (let round = 1; round <= 3; round++) {
      expect(await claimSome(100)).toHaveLength(100);
      expect(count(await statesOf(campus, runs[0] ?? 0), 'sending')).toBe(round * 100);
    }
  });

  it.each([
    ['one send', [4000]],
    ['forty sends', Array.from({ length: 40 }, () => 100)],
  ])('Ten claimers claim each of 4,000 messages of %s once.', async (_what, sizes) => {
    const { scope } = await queueRuns(...sizes);
    const ids = await tenClaimers(40);
    expect(ids).toHaveLength(4000);
    expect(new Set(ids).size).toBe(4000);
    const claimed = scope.db
      .selectFrom('message')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('status', '=', 'sending')
      .where('attempts', '=', 1);
    expect(await claimed.execute()).toHaveLength(4000);
    expect(
      await scope.db.selectFrom('broadcast').select('state').where('state', '!=', 'done').execute(),
    ).toEqual([]);
  });

  it('Ten workers together give each message to the provider once.', async () => {
    const { campus, runs } = await queueRuns(1500, 10, 700);
    const given: string[] = [];
    outside.answer = (opaque) => {
      given.push(opaque);
      return acceptAsP(opaque);
    };
    const work = async () => {
      for (let empty = 0; empty < 3; ) empty = (await sendNext(world.deps)) === 0 ? empty + 1 : 0;
    };
    await Promise.all(Array.from({ length: 10 }, work));
    expect(given).toHaveLength(2210);
    expect(new Set(given).size).toBe(2210);
    for (const run of runs) expect(new Set(await statesOf(campus, run))).toEqual(new Set(['accepted']));
  });

  it('A message is either claimed or cleared, never both.', async () => {
    const { campus, scope, runs } = await queueRuns(2000);
    let first = 0;
    const clearSoon = async () => {
      for (let round = 0; round < 3; round++) first += (await claimSome(1)).length;
      return clear(scope, world.deps);
    };
    const [ids, { cleared }] = await Promise.all([tenClaimers(20), clearSoon()]);
    const states = await statesOf(campus, runs[0] ?? 0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(count(states, 'cancelled')).toBe(cleared);
    expect(count(states, 'sending') + cleared).toBe(2000);
    expect(ids.length + first).toBe(2000 - cleared);
  });

  it('A message that is cleared and restored again and again is claimed once.', async () => {
    const { campus, scope, runs } = await queueRuns(1000, 400);
    let isWorking = true;
    const claimers = tenClaimers(20).finally(() => {
      isWorking = false;
    });
    const waver = async () => {
      while (isWorking) {
        const { cleared, at } = await clear(scope, world.deps);
        const [one, other] = await Promise.all([
          restoreMessages(scope, world.deps, at),
          restoreMessages(scope, world.deps, at),
        ]);
        expect(one.changed + other.changed).toBe(cleared);
      }
    };
    const [early] = await Promise.all([claimers, waver()]);
    const ids = [...early, ...(await claimUntilNone(50))];
    expect(ids).toHaveLength(1400);
    expect(new Set(ids).size).toBe(1400);
    for (const run of runs) expect(new Set(await statesOf(campus, run))).toEqual(new Set(['sending']));
  });

  it('Two people who cancel at the same instant each restore only their own messages.', async () => {
    const { campus, scope, runs } = await queueRuns(50, 50, 50);
    const [first = 0, second = 0, third = 0] = runs;
    const cancelled = await Promise.all(
      [first, second].map((broadcastID) => cancel(scope, world.deps, { broadcastID })),
    );
    const all = await clear(scope, world.deps);
    expect([...cancelled.map(({ changed }) => changed), all.cleared]).toEqual([50, 50, 50]);
    expect(new Set([...cancelled, all].map(({ at }) => at)).size).toBe(3);
    expect(await restoreMessages(scope, world.deps, cancelled[1]?.at ?? '')).toEqual({ changed: 50 });
    const states = await Promise.all([first, second, third].map((run) => statesOf(campus, run)));
    expect(states.map(([state]) => state)).toEqual(['cancelled', 'queued', 'cancelled']);
    expect(await claimUntilNone(50)).toHaveLength(50);
  });

  it('After the answer to a pause no message is claimed, and after a resume all messages are.', async () => {
    const { campus, scope, runs } = await queueRuns(2000);
    const [broadcastID = 0] = runs;
    const claimers = tenClaimers(20);
    expect(await switchBroadcasts(scope, world.deps, { from: 'running', to: 'paused', broadcastID })).toEqual(
      {
        changed: 1,
      },
    );
    const atPause = count(await statesOf(campus, broadcastID), 'sending');
    const before = await claimers;
    expect(before).toHaveLength(atPause);
    expect(atPause).toBeLessThan(2000);
    await switchBroadcasts(scope, world.deps, { from: 'paused', to: 'running', broadcastID });
    const after = await tenClaimers(50);
    expect(new Set([...before, ...after]).size).toBe(2000);
    expect(before.length + after.length).toBe(2000);
  });

  it('A send stays open for messages that an answer requeues while other workers find no message in it.', async () => {
    const { scope, runs } = await queueRuns(300);
    const claimed = await claimSome(300);
    const putBack = claimed.map((message) =>
      settle(message, { kind: 'later', at: outside.now }, outside.now),
    );
    const settleInParts = Promise.all(
      [0, 100, 200].map((from) =>
        inTransaction(scope, ({ db }) =>
          settleClaimed(db, putBack.slice(from, from + 100), outside.now.toISOString()),
        ),
      ),
    );
    const [early] = await Promise.all([tenClaimers(30), settleInParts]);
    const late = await tenClaimers(30);
    expect(new Set([...early, ...late]).size).toBe(300);
    expect(early.length + late.length).toBe(300);
    const run = scope.db
      .selectFrom('broadcast')
      .select('state')
      .where('id', '=', runs[0] ?? 0);
    expect(await run.executeTakeFirst()).toEqual({ state: 'done' });
  });

  it.each([
    ['sent', 'read', 'read'],
    ['delivered', 'failed', 'delivered'],
    ['read', 'delivered', 'read'],
    ['failed', 'sent', 'failed'],
    ['read', 'read', 'read'],
  ] as const)('The receipts %s and %s for the same messages end as %s.', async (one, other, end) => {
    const { campus, scope, runs } = await queueRuns(300);
    outside.answer = acceptAsP;
    while ((await sendNext(world.deps)) > 0);
    const rows = await readRun(scope, runs[0] ?? 0);
    const take = (status: typeof one | typeof other, order: typeof rows) => {
      const receipts = order.map(({ senderID, providerID }) =>
        toNewReceipt({ id: senderID, words: [] }, { providerID: providerID ?? '', status, at: outside.now }),
      );
      const moment = { now: outside.now.toISOString(), chance: Math.random };
      return inTransaction(scope, ({ db }) => applyReceipts(db, receipts, moment));
    };
    await Promise.all([take(one, rows), take(other, rows), take(one, rows)]);
    expect(new Set(await statesOf(campus, runs[0] ?? 0))).toEqual(new Set([end]));
    const stored = await scope.db
      .selectFrom('receipt')
      .select('id')
      .where('senderID', '=', rows[0]?.senderID ?? '')
      .execute();
    expect(stored).toHaveLength(one === other ? 300 : 600);
  });

  it('A receipt that arrives while its message is being settled is not lost.', async () => {
    const { campus, scope, runs } = await queueRuns(200);
    const claimed = await claimSome(200);
    const accepted = claimed.map((message) => settle(message, acceptAsP(`m1:${message.id}:a1`), outside.now));
    const receipts = claimed.map(({ id, senderID }) =>
      toNewReceipt({ id: senderID, words: [] }, { providerID: `p${id}`, status: 'read', at: outside.now }),
    );
    const at = outside.now.toISOString();
    await Promise.all([
      ...[0, 50, 100, 150].map((from) =>
        inTransaction(scope, ({ db }) => settleClaimed(db, accepted.slice(from, from + 50), at)),
      ),
      ...[0, 40, 80, 120, 160].map((from) =>
        inTransaction(scope, ({ db }) =>
          applyReceipts(db, receipts.slice(from, from + 40), { now: at, chance: Math.random }),
        ),
      ),
    ]);
    while ((await pollProviders(world.deps)) > 0);
    expect(new Set(await statesOf(campus, runs[0] ?? 0))).toEqual(new Set(['read']));
  });

  it('Two concurrent retries put each message back once, and a late receipt for "delivered" wins over the retry.', async () => {
    const { campus, scope, runs } = await queueRuns(200);
    const claimed = await claimSome(200);
    const unsure = claimed.map((message) =>
      settle(message, { kind: 'unknown', reason: providerReason('No answer') }, outside.now),
    );
    const at = outside.now.toISOString();
    await inTransaction(scope, ({ db }) => settleClaimed(db, unsure, at));
    const ids = claimed.map(({ id }) => id);
    const teller = await receiptSenderOf(scope.db, claimed[0]?.senderID ?? '');
    const late = claimed.slice(0, 100).map(({ id }) =>
      toNewReceipt(teller, {
        providerID: `p${id}`,
        status: 'delivered',
        at: outside.now,
        opaque: opaqueBy(teller, id, 1),
      }),
    );
    const [first, second] = await Promise.all([
      retry(scope, world.deps, { ids }),
      retry(scope, world.deps, { ids }),
      inTransaction(scope, ({ db }) => applyReceipts(db, late, { now: at, chance: Math.random })),
    ]);
    expect(first.changed + second.changed).toBeGreaterThanOrEqual(100);
    expect(first.changed + second.changed).toBeLessThanOrEqual(200);
    const states = await statesOf(campus, runs[0] ?? 0);
    expect([count(states, 'delivered'), count(states, 'queued')]).toEqual([100, 100]);
    expect(await tenClaimers(20)).toHaveLength(100);
  });
});
