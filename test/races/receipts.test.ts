/** Receipts come early, late, twice and in the wrong order. The state of a message only moves forward. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { settleClaimed } from '../../src/server/outbox/delivery/completer-queries.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { pollProviders } from '../../src/server/outbox/receipts/worker.ts';
import type { Receipt } from '../../src/server/whatsapp/model.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';
import { acceptAsP, claimAll, createOutside, emptyOutbox, queueOne, triedOf } from './one-message.ts';

type One = Awaited<ReturnType<typeof queueOne>>;

describe.each(engines)('Receipts on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  const accept = async () => {
    outside.answer = acceptAsP;
    return { ...(await queueOne(world)), send: () => sendNext(world.deps) };
  };

  it('A receipt that comes before the provider’s answer is applied once the message has its id.', async () => {
    const { read, tell, send, scope, senderID } = await accept();
    await tell('delivered');
    expect((await read()).status).toBe('queued');
    await send();
    expect((await read()).status).toBe('accepted');
    await pollProviders(world.deps);
    expect((await read()).status).toBe('delivered');
    const waiting = scope.db
      .selectFrom('receipt')
      .select('id')
      .where('senderID', '=', senderID)
      .where('matched', '=', 0);
    expect(await waiting.execute()).toEqual([]);
  });

  it('A receipt that comes before the answer is not lost when a weaker one comes after it.', async () => {
    const { read, tell, send } = await accept();
    await tell('read');
    await send();
    await tell('sent');
    await pollProviders(world.deps);
    expect((await read()).status).toBe('read');
  });

  it('A receipt with the opaque id of a try is applied before the answer, which does not undo it.', async () => {
    const { id, read, tell, opaque, scope } = await accept();
    await claimAll(scope, outside.now);
    const tried = triedOf(await read());
    await tell('sent', { opaque: opaque(1) });
    expect(await read()).toMatchObject({ status: 'sent', providerID: `p${id}`, leaseUntil: null });
    const answered = settle(tried, { kind: 'accepted', providerID: `p${id}` }, outside.now);
    await settleClaimed(scope.db, [answered], outside.now.toISOString());
    expect((await read()).status).toBe('sent');
  });

  it('A receipt with the opaque id of a try settles a message whose answer was lost.', async () => {
    const { id, read, tell, opaque } = await queueOne(world);
    outside.answer = () => ({ kind: 'unknown', reason: providerReason('No answer') });
    await sendNext(world.deps);
    await tell('delivered', { opaque: opaque(1) });
    expect(await read()).toMatchObject({ status: 'delivered', reason: null, providerID: `p${id}` });
  });

  it.each([
    ['no try of ours', 1, () => 'm1:none'],
    ['a try that was never made', 1, ({ opaque }: One) => opaque(2)],
  ])('A receipt that names %s does not change the message.', async (_what, attempts, opaque) => {
    const one = await queueOne(world);
    const { id, read, tell, scope } = one;
    await claimAll(scope, outside.now);
    await scope.db.updateTable('message').set({ attempts }).where('id', '=', id).execute();
    await tell('delivered', { opaque: opaque(one) });
    expect(await read()).toMatchObject({ status: 'sending', providerID: null });
  });

  it.each<[Receipt['status'], string]>([
    ['sent', 'sending'],
    ['failed', 'sending'],
    ['delivered', 'delivered'],
    ['read', 'read'],
  ])(
    'A receipt "%s" for an earlier try makes the message, which is being sent again, %s.',
    async (status, becomes) => {
      const { id, read, tell, opaque, scope, campus } = await queueOne(world);
      outside.answer = () => ({ kind: 'unknown', reason: providerReason('No answer') });
      await sendNext(world.deps);
      await retry(campus.scope, world.deps, { ids: [id] });
      await claimAll(scope, outside.now);
      expect(await read()).toMatchObject({ status: 'sending', attempts: 2 });
      await tell(status, { opaque: opaque(1) });
      expect(await read()).toMatchObject({ status: becomes });
    },
  );

  it('A receipt that comes twice is stored once and changes nothing the second time.', async () => {
    const { read, tell, send, scope, senderID } = await accept();
    await send();
    expect(await tell('delivered')).toHaveLength(1);
    const before = await read();
    outside.pass(5);
    expect(await tell('delivered')).toEqual([]);
    expect(await read()).toEqual(before);
    const rows = await scope.db.selectFrom('receipt').selectAll().where('senderID', '=', senderID).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ status: 'delivered', matched: 1 });
  });

  it.each([
    [['read', 'delivered', 'sent'], 'read'],
    [['sent', 'delivered', 'read'], 'read'],
    [['delivered', 'failed'], 'delivered'],
    [['failed', 'delivered'], 'delivered'],
    [['failed', 'sent'], 'failed'],
    [['sent', 'failed'], 'failed'],
    [['failed', 'sent', 'read'], 'read'],
  ] as const)('Receipts in the order %j end as %s, one by one and all at once.', async (order, end) => {
    const single = await accept();
    const together = await accept();
    await single.send();
    await together.send();
    for (const status of order) await single.tell(status);
    expect((await single.read()).status).toBe(end);
    const receipts = order.map(
      (status): Receipt => ({ providerID: `p${together.id}`, status, at: outside.now }),
    );
    await together.take(...receipts);
    expect((await together.read()).status).toBe(end);
  });

  it('A failed receipt brings its reason, and a delivered receipt removes it.', async () => {
    const { read, tell, send } = await accept();
    await send();
    await tell('failed', { reason: providerReason('Switched off') });
    expect((await read()).reason).toBe(providerReason('Switched off'));
    await tell('delivered');
    expect((await read()).reason).toBeNull();
  });

  it('A receipt of another sender with the same provider id does not change the message.', async () => {
    const { id, read, send, opaque } = await accept();
    await send();
    const other = await queueOne(world);
    await other.take({
      providerID: `p${id}`,
      status: 'read',
      at: outside.now,
      opaque: opaque(1),
    });
    expect((await read()).status).toBe('accepted');
  });

  it('A late "sent" receipt of a failed attempt does not stop the queued retry, and a late "delivered" receipt does.', async () => {
    const { id, read, tell, send, opaque, scope } = await accept();
    await send();
    await tell('failed', { reason: providerReason('Switched off') });
    await retry(scope, world.deps, { ids: [id] });
    expect((await read()).status).toBe('queued');
    await tell('sent', { opaque: opaque(1) });
    expect((await read()).status).toBe('queued');
    await tell('delivered', { opaque: opaque(1) });
    expect((await read()).status).toBe('delivered');
    expect(await send()).toBe(0);
  });
});
