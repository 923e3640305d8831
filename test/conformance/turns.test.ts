/** In which order a run goes out, and what waits for it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receiptsWorker } from '../../src/server/receipts/worker.ts';
import { sendNext } from '../../src/server/sending/worker.ts';
import { claimNext } from '../../src/server/turns/actions.ts';
import { createProgress } from '../../src/server/turns/rules.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const asked: string[] = [];
const demo: Provider = {
  send: async (_sender, { opaque }) => ({
    kind: 'accepted',
    providerID: `demo.${opaque}`,
    pollAt: new Date(),
  }),
  ask: (_sender, { providerID }) => {
    asked.push(providerID);
    return { receipts: [], askAgainAt: new Date() };
  },
};

describe.each(engines)('turns on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo } });
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function queueRun(bills: number) {
    const campus = await world.school(nextSlug());
    const { id: groupID } = await campus.group({ bills });
    const { broadcastID } = await campus.message({ groupIDs: [groupID] });
    const rows = await readRun(campus.scope, broadcastID);
    /** Back in the queue, as after an answer that it goes later. */
    const putBack = (place: number) =>
      campus.scope.db
        .updateTable('message')
        .set({ status: 'queued', leaseUntil: null, dueAt: world.deps.now().toISOString() })
        .where('id', '=', rows[place]?.id ?? 0)
        .execute();
    const state = async () => {
      const { db } = campus.scope;
      const run = db.selectFrom('broadcast').select('state').where('id', '=', broadcastID);
      return (await run.executeTakeFirstOrThrow()).state;
    };
    return { placeOf: (id: number) => rows.findIndex((row) => row.id === id), putBack, state };
  }

  it('what was put back has its turn after a second, and before the run is done', async () => {
    const { placeOf, putBack, state } = await queueRun(14);
    let now = 0;
    const progress = createProgress(() => now);
    const claim = async (most: number) => {
      const { claimed } = await claimNext(world.deps, { most: () => most, progress });
      return claimed.map(({ id }) => placeOf(id));
    };
    expect(await claim(4)).toEqual([0, 1, 2, 3]);
    await putBack(1);
    expect(await claim(4)).toEqual([4, 5, 6, 7]);
    now += 1000;
    expect(await claim(4)).toEqual([1, 8, 9, 10]);
    await putBack(2);
    expect(await state()).toBe('running');
    expect(await claim(4)).toEqual([2, 11, 12, 13]);
    await putBack(3);
    expect(await claim(4)).toEqual([3]);
    expect(await state()).toBe('done');
  });

  it('a claim that was taken back leaves nothing out for long', async () => {
    const { placeOf } = await queueRun(3);
    let now = 0;
    const progress = createProgress(() => now);
    const store = { ...world.deps.store, engine: 'sqlite' as const };
    const claimIn = (db: World['deps']['store']['db']) =>
      claimNext({ ...world.deps, store: { ...store, db } }, { most: () => 2, progress });
    await world.deps.store.db
      .transaction()
      .execute(async (db) => {
        expect((await claimIn(db)).claimed).toHaveLength(2);
        throw new Error('taken back');
      })
      .catch(() => {});
    now += 1000;
    const { claimed } = await claimIn(world.deps.store.db);
    expect(claimed.map(({ id }) => placeOf(id))).toEqual([0, 1]);
  });

  it('a provider is asked at once while nothing goes out, and once in a while while much does', async () => {
    await queueRun(1);
    await sendNext(world.deps);
    let isSending = false;
    const { tick } = receiptsWorker(world.deps, () => isSending);
    asked.length = 0;
    await tick();
    await tick();
    expect(asked).toHaveLength(2);
    isSending = true;
    await tick();
    expect(asked).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 1001));
    await tick();
    expect(asked).toHaveLength(3);
  });
});
