/** A receipt counts only for messages of this installation and for their recipients. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import type { Receipt } from '../../src/server/whatsapp/model.ts';
import type { Outcome } from '../../src/server/whatsapp/port.ts';
import { nextSlug, readRun } from '../races/one-message.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const unknown: Outcome = { kind: 'unknown', reason: makeReason('noAnswer') };
const refused: Outcome = {
  kind: 'rejected',
  reason: makeReason('cloudRefused', {}),
  policy: 'failRecipient',
};
const unsent: Outcome = { kind: 'notSent', reason: makeReason('cloudUnreachable') };

describe.each(engines)('Receipts on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  /** Makes one attempt to send a message and returns its opaque text and a way to report receipts. */
  async function tryOne(outcome: Outcome, of = world) {
    const campus = await of.school(nextSlug());
    const caller = await connectCalling(of, campus);
    const { broadcastID } = await campus.message({ contacts: '0300-7654321' });
    let opaque = '';
    outside.answer = (word) => {
      opaque = word;
      return outcome;
    };
    await sendNext(of.deps);
    const read = async () => (await readRun(campus.scope, broadcastID))[0]!;
    const { id } = await read();
    const tell = (receipt: Partial<Receipt>) =>
      caller.tell({
        kind: 'receipt',
        receipt: { providerID: `stranger ${id}`, status: 'delivered', at: outside.now, ...receipt },
      });
    return { campus, id, opaque, read, tell, senderID: caller.senderID };
  }

  it.each([
    ['unknown', unknown],
    ['failed', refused],
    ['queued', unsent],
  ] as const)(
    'A receipt with a guessed opaque text of a message that is %s changes nothing.',
    async (status, outcome) => {
      const { id, read, tell } = await tryOne(outcome);
      for (const opaque of [`m1:${id}:a1`, `m2:${id}:a1:0123456789abcdef`, `m2:${id}:a1:`])
        await tell({ opaque, recipient: '+923330000000' });
      expect((await read()).status).toBe(status);
    },
  );

  it('A receipt with a guessed opaque text of a requeued message changes nothing.', async () => {
    const { campus, id, read, tell } = await tryOne(unknown);
    await retry(campus.scope, world.deps, { ids: [id] });
    await tell({ opaque: `m1:${id}:a1`, recipient: '+923330000000' });
    expect((await read()).status).toBe('queued');
  });

  it('A receipt with the opaque text of a message settles an attempt whose answer was lost.', async () => {
    const { opaque, read, tell } = await tryOne(unknown);
    expect(/[\da-z]{8,}/.test(opaque)).toBe(true);
    await tell({ opaque, recipient: '+923007654321' });
    expect((await read()).status).toBe('delivered');
  });

  it('A receipt of another installation with the same ids changes nothing.', async () => {
    const old = await createWorld(engine, given);
    const gone = await tryOne(unknown, old);
    await old.stop();
    const young = await createWorld(engine, given);
    const here = await tryOne(unknown, young);
    expect([here.id, here.senderID]).toEqual([gone.id, gone.senderID]);
    await here.tell({ opaque: gone.opaque, providerID: 'wamid of the old one', recipient: '+923007654321' });
    expect((await here.read()).status).toBe('unknown');
    await here.tell({ opaque: here.opaque, recipient: '+923007654321' });
    expect((await here.read()).status).toBe('delivered');
    await young.stop();
  });

  it('A receipt for another recipient changes nothing, and a later one for the right recipient counts.', async () => {
    // WhatsApp may use another spelling of a number.
    const waID = '+5215512345678';
    const { id, read, tell } = await tryOne({ kind: 'accepted', providerID: 'wamid of ours', waID });
    await tell({ providerID: 'wamid of ours', recipient: '+923330000000' });
    expect(await read()).toMatchObject({ id, status: 'accepted' });
    await tell({ providerID: 'wamid of ours', recipient: waID });
    expect((await read()).status).toBe('delivered');
  });

  it('A receipt without a receipt secret counts only for attempts made before secrets existed.', async () => {
    const before = await tryOne(unknown);
    const after = await tryOne(unknown);
    const until = (instant: Date) =>
      JSON.stringify([
        { word: '0123456789abcdef', until: '9999' },
        { word: '', until: instant.toISOString() },
      ]);
    const { db } = world.deps.store;
    const upgrade = async (senderID: string, at: Date) =>
      db
        .updateTable('sender')
        .set({ words: until(at) })
        .where('id', '=', senderID)
        .execute();
    await upgrade(before.senderID, new Date(outside.now.getTime() + 1));
    await upgrade(after.senderID, outside.now);
    await before.tell({ opaque: `m1:${before.id}:a1` });
    await after.tell({ opaque: `m1:${after.id}:a1` });
    expect([(await before.read()).status, (await after.read()).status]).toEqual(['delivered', 'unknown']);
  });
});
