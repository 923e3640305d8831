/** When messages without a rate are marked as handed over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';
import { nextSlug } from './one-message.ts';

/** A provider that writes a request only when the test lets it. */
function createHeldProvider() {
  const held: (() => void)[] = [];
  const send: Provider['send'] = async (_sender, { opaque }, leave) => {
    const outcome = await leave();
    if (outcome) return outcome;
    await new Promise<void>((resolve) => held.push(resolve));
    return { kind: 'accepted', providerID: opaque };
  };
  return { held, demo: { send } };
}

describe.each(engines)('Handover without a rate on %s', (engine) => {
  const { held, demo } = createHeldProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo } });
  });
  afterAll(() => world.stop());

  it('A message is marked as handed over only when the request of the message before it was written.', async () => {
    const campus = await world.school(nextSlug());
    const { bills } = await campus.group({ bills: 3 });
    await campus.message({ contactIDs: bills.map(({ id }) => id) });
    const marked = async () => {
      const { db } = campus.scope;
      const rows = await db
        .selectFrom('message')
        .select('handedOverAt')
        .where('status', '=', 'sending')
        .execute();
      return rows.map(({ handedOverAt }) => handedOverAt !== null).sort();
    };
    // The clock stands still, so the wait for a slow connection does not end.
    const runtime = { ...world.deps.runtime, elapsed: () => 0, after: () => ({ cancel: () => {} }) };
    const sending = sendNext({ ...world.deps, runtime });
    await eventually(() => expect(held).toHaveLength(1));
    expect(await marked()).toEqual([false, false, true]);
    held.shift()?.();
    // The first request was written at once, so the next two are marked together.
    await eventually(() => expect(held).toHaveLength(2));
    for (const write of held.splice(0)) write();
    expect(await sending).toBe(3);
    expect(await marked()).toEqual([]);
  });
});
