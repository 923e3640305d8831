import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { markSending } from '../../src/server/outbox/delivery/claims-queries.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Outbox on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  it('All 150 messages of a send are sent and end as read, delivered or failed.', async () => {
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

  it('A message that one worker has claimed is not claimed by another.', async () => {
    const campus = await world.school('two');
    await campus.message({ contacts: '03001234567' });
    const { db } = campus.scope;
    const { id } = await db
      .selectFrom('message')
      .select('id')
      .where('campusID', '=', campus.id)
      .executeTakeFirstOrThrow();
    const claim = () =>
      markSending(db, [{ id, sequence: 1 }], {
        now: '2026-11-27T08:00:00.000Z',
        leaseUntil: '2026-11-27T08:01:00.000Z',
      });
    expect(await claim()).toEqual(new Set([id]));
    expect(await claim()).toEqual(new Set());
  });
});
