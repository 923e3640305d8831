/** Late rate limit errors of a provider for many messages at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSendersByID } from '../../src/server/senders/settings/settings-queries.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { readRun } from '../races/one-message.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Rate limit receipts on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  it('Late rate limit receipts for one batch slow a sender once, and those for the next batch once more.', async () => {
    const campus = await world.school('limited');
    const { tell, senderID } = await connectCalling(world, campus);
    const slowed = async () => (await findSendersByID(world.deps.store.db, [senderID]))[0]?.slowed;
    const most = Array.from({ length: 30 }, (_, index) => `0300-${3_000_001 + index * 10}`);
    const { broadcastID } = await campus.message({ contacts: most.join(', ') });
    await world.work();
    const names = async () =>
      (await readRun(campus.scope, broadcastID)).map(({ providerID }) => providerID ?? '');
    const late = async (providerIDs: readonly string[]): Promise<void> => {
      for (const providerID of providerIDs) {
        outside.pass(0.1);
        const failure = {
          status: 'failed' as const,
          reason: providerReason('Too fast'),
          code: '130429',
          at: outside.now,
        };
        await tell({ kind: 'receipt', receipt: { ...failure, providerID, policy: 'retrySender' } });
      }
    };
    const errorEvent: WebhookEvent = {
      kind: 'problem',
      reason: providerReason('Too fast'),
      policy: 'retrySender',
    };
    const ids = await names();
    await late(ids.slice(0, 9));
    expect(await slowed()).toBe(0);
    // A limit event about no message, and failures of messages that were already in flight.
    await tell(errorEvent);
    expect(await slowed()).toBe(1);
    await late(ids.slice(9, 25));
    expect(await slowed()).toBe(1);
    await tell(errorEvent);
    expect(await slowed()).toBe(1);
    outside.pass(5);
    await world.work();
    const again = (await names()).filter((id) => id !== '' && !ids.includes(id));
    expect(again.length).toBeGreaterThanOrEqual(20);
    await late(again.slice(0, 20));
    expect(await slowed()).toBe(2);
  });
});
