/** Many concurrent webhooks and several workers that handle them: each webhook is stored once and handled once. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { lockSender } from '../../src/server/senders/settings/settings-queries.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { nextSlug } from './one-message.ts';

describe.each(engines)('Concurrent webhooks on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());

  async function createCaller() {
    const campus = await world.school(nextSlug());
    return { campus, ...(await connectCalling(world, campus)) };
  }
  const wrote = (text: string, number = '+923001234567'): WebhookEvent => ({
    kind: 'inbound',
    providerID: `w ${text}`,
    number,
    text,
    at: outside.now,
  });
  const count = async (table: 'hook' | 'inbound' | 'receipt' | 'message' | 'opt_out') =>
    (
      await world.deps.store.db
        .selectFrom(table as 'hook')
        .selectAll()
        .execute()
    ).length;

  it('The same webhook called several times at once is stored and handled once.', async () => {
    const { call, webhookBody } = await createCaller();
    const bodies = Array.from({ length: 20 }, (_, at) => webhookBody(wrote(`same ${at}`)));
    const before = { hook: await count('hook'), inbound: await count('inbound') };
    const answers = await Promise.all(
      [...bodies, ...bodies, ...bodies.toReversed()].map((body) => call(body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await count('hook')).toBe(before.hook + 20);
    await Promise.all([1, 2, 3].map(() => handleStoredWebhooks(world.deps)));
    while ((await handleStoredWebhooks(world.deps)) > 0);
    expect(await count('inbound')).toBe(before.inbound + 20);
  });

  it('Webhooks of several campuses are handled once by several workers, with their opt-outs and receipts.', async () => {
    const callers = await Promise.all([1, 2, 3, 4].map(createCaller));
    const before = { message: await count('message'), opt_out: await count('opt_out') };
    const calls = callers.flatMap(({ call, webhookBody, senderID }, index) =>
      Array.from({ length: 25 }, async (_, at) => {
        const stop =
          at === 7
            ? [{ ...wrote('STOP', '+923007777777'), providerID: `stop ${index}` } as WebhookEvent]
            : [];
        const status = (['sent', 'delivered', 'read'] as const)[at % 3] ?? 'sent';
        const receipt = { providerID: `p ${senderID} ${Math.floor(at / 3)}`, status, at: outside.now };
        return call(webhookBody(wrote(`of ${index} ${at}`), { kind: 'receipt', receipt }, ...stop));
      }),
    );
    const work = async () => {
      // SQLite never yields by itself, so without this turn no webhook would come in.
      for (let done = 1; !isOver || done > 0; await turn()) done = await handleStoredWebhooks(world.deps);
    };
    let isOver = false;
    const workers = [work(), work(), work()];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    isOver = true;
    await Promise.all(workers);
    const { db } = world.deps.store;
    const hooks = await db.selectFrom('hook').select(['handledAt', 'error']).execute();
    expect(hooks.filter(({ handledAt, error }) => handledAt === null || error !== null)).toEqual([]);
    for (const { senderID } of callers) {
      const rows = await db.selectFrom('inbound').select('text').where('senderID', '=', senderID).execute();
      expect(rows).toHaveLength(26);
      const receipts = await db.selectFrom('receipt').select('id').where('senderID', '=', senderID).execute();
      expect(receipts).toHaveLength(25);
    }
    expect(await count('opt_out')).toBe(before.opt_out + 4);
    // One confirmation message for each opt-out.
    expect(await count('message')).toBe(before.message + 4);
  });

  // On SQLite a single sender cannot be locked.
  it.skipIf(engine === 'sqlite')(
    'A webhook is stored while its sender is locked, and the sender is marked by the next webhook.',
    async () => {
      const [held, other] = await Promise.all([createCaller(), createCaller()]);
      const { db } = world.deps.store;
      const notedOf = async (...callers: (typeof held)[]) =>
        (
          await db
            .selectFrom('sender')
            .select('hookAt')
            .where(
              'id',
              'in',
              callers.map(({ senderID }) => senderID),
            )
            .where('hookAt', 'is not', null)
            .execute()
        ).length;
      await inTransaction({ db }, async ({ db }) => {
        await lockSender(db, held.senderID);
        const before = await count('hook');
        const answers = [held, other].map(({ call, webhookBody }) => call(webhookBody(wrote('while held'))));
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
        expect(await count('hook')).toBe(before + 2);
      });
      expect([await notedOf(held), await notedOf(other)]).toEqual([0, 1]);
      await held.call(held.webhookBody(wrote('after')));
      expect(await notedOf(held)).toBe(1);
    },
  );

  it('Webhooks that change one limit of several numbers cause no deadlock.', async () => {
    const callers = await Promise.all([1, 2, 3, 4].map(createCaller));
    const { db } = world.deps.store;
    const ids = callers.map(({ senderID }) => senderID);
    await db.updateTable('sender').set({ portfolio: 'one' }).where('id', 'in', ids).execute();
    for (let round = 1; round <= 5; round += 1) {
      const perDay = 1000 * round;
      for (const { call, webhookBody } of callers)
        await call(webhookBody({ kind: 'quality', quality: 'good' }, { kind: 'limit', perDay }));
      await Promise.all(callers.map(() => handleStoredWebhooks(world.deps)));
      while ((await handleStoredWebhooks(world.deps)) > 0);
      const rows = await db.selectFrom('sender').select('perDay').where('id', 'in', ids).execute();
      expect(rows).toEqual(ids.map(() => ({ perDay })));
    }
  });
});
