import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('outbox on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  it('hands every message over and takes its receipts', async () => {
    const campus = await world.school('one');
    const { token } = await campus.user();
    const group = await campus.group({ bills: 150 });
    const { queued, broadcastID } = await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    expect(queued).toBe(150);
    await campus.scope.db.updateTable('sender').set({ pace: 'instant' }).execute();
    await world.work();
    const { body } = await world.call(calls.listBroadcasts, { token, query: { db: 'one', cID: campus.id } });
    const { counts } = body[0];
    expect(counts.read + counts.delivered + counts.failed).toBe(150);
    expect(body[0].broadcastID).toBe(broadcastID);
  });
});
