/** Parents' messages with a wrong clock in them, or for a number whose secrets cannot be opened just now. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadChat } from '../../src/server/chat/actions.ts';
import { handleHooks } from '../../src/server/hooks/worker.ts';
import { listOptedOut } from '../../src/server/optouts/queries.ts';
import type { HookEvent } from '../../src/server/whatsapp/events.ts';
import { nextSlug } from '../races/one-message.ts';
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

  async function open() {
    const campus = await world.school(nextSlug());
    return { campus, ...(await connectCalling(world, campus)) };
  }
  type Open = Awaited<ReturnType<typeof open>>;

  const number = '+923007654321';
  const wrote = (text: string, more: object = {}): HookEvent => ({
    kind: 'inbound',
    providerID: `w ${crypto.randomUUID()}`,
    number,
    text,
    at: outside.now,
    ...more,
  });

  it('of what was written at a time to come: it was written now', async () => {
    const { tell, campus } = await open();
    const at = new Date(outside.now.getTime() + 400 * 86_400_000);
    await tell(wrote('STOP', { at }));
    const rows = await world.deps.store.db
      .selectFrom('inbound')
      .select('at')
      .where('campusID', '=', campus.id)
      .execute();
    expect(rows).toEqual([{ at: outside.now.toISOString() }]);
    outside.pass(60);
    await tell(wrote('START'));
    expect([...(await listOptedOut(campus.scope))]).toEqual([]);
  });

  it('while the secrets of a number cannot be opened: it waits until they can, and holds up nobody', async () => {
    const locked = await open();
    const other = await open();
    for (const { call, told } of [locked, other]) expect((await call(told(wrote('Salam')))).status).toBe(200);
    const { db } = world.deps.store;
    const seal = (secrets: string | null) =>
      db.updateTable('sender').set({ secrets }).where('id', '=', locked.senderID).execute();
    await seal(Buffer.alloc(64, 7).toString('base64'));
    while ((await handleHooks(world.deps)) > 0);
    const read = async ({ campus }: Open) => (await loadChat(campus.scope, number)).length;
    expect([await read(locked), await read(other)]).toEqual([0, 1]);
    await seal(null);
    while ((await handleHooks(world.deps)) > 0);
    expect(await read(locked)).toBe(1);
  });
});
