/** What a provider tells later of its limits, of many messages at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSendersByID } from '../../src/server/senders/queries.ts';
import type { HookEvent } from '../../src/server/whatsapp/events.ts';
import { readRun } from '../races/one-message.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('a provider tells on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  it('of a limit for all that was on its way: slowed down once, and again for what goes after', async () => {
    const campus = await world.school('limited');
    const { tell, senderID } = await connectCalling(world, campus);
    const slowed = async () => (await findSendersByID(world.deps.store.db, [senderID]))[0]?.slowed;
    const { broadcastID } = await campus.message({ contacts: '0300-3000001, 0300-3000002, 0300-3000003' });
    await world.work();
    const late = (index: number, attempt: number): Promise<void> => {
      outside.pass(1);
      const told = { status: 'failed' as const, reason: 'Too fast', code: '130429', at: outside.now };
      const providerID = `p m1:${ids[index]}:a${attempt}`;
      return tell({ kind: 'receipt', receipt: { ...told, providerID, policy: 'retrySender' } });
    };
    const trouble: HookEvent = { kind: 'trouble', reason: 'Too fast', policy: 'retrySender' };
    const ids = (await readRun(campus.scope, broadcastID)).map(({ id }) => id);
    for (const index of [0, 1, 2]) await late(index, 1);
    await tell(trouble);
    expect(await slowed()).toBe(1);
    outside.pass(60);
    await world.work();
    await late(0, 2);
    await late(1, 2);
    expect(await slowed()).toBe(2);
    outside.pass(60);
    await world.work();
    await tell(trouble);
    await tell(trouble);
    expect(await slowed()).toBe(3);
  });
});
