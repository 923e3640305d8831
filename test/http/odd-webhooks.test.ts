/** Webhooks with a wrong clock, with values that the store refuses, or for a sender whose secrets cannot be opened. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeReason, noReason, sayReason } from '#shared/messages/reasons.ts';
import { buildApp } from '../../src/server/app.ts';
import { loadChat } from '../../src/server/chat/chat.ts';
import { listOptedOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { deleteExpired } from '../../src/server/webhooks/retention/retention.ts';
import { nextSlug } from '../races/one-message.ts';
import { callingProvider, connectCalling, parentNumber } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Odd webhooks on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { ...given, log });
  });
  afterAll(() => world.stop());

  async function open() {
    const campus = await world.school(nextSlug());
    return { campus, ...(await connectCalling(world, campus)) };
  }
  type Open = Awaited<ReturnType<typeof open>>;

  it('A message with a future time is stored with the present time.', async () => {
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

  it('Webhooks wait while the secrets of their sender cannot be opened, and delay no other sender.', async () => {
    const locked = await open();
    const other = await open();
    for (const { call, webhookBody } of [locked, other])
      expect((await call(webhookBody(wrote('Salam')))).status).toBe(200);
    const { db } = world.deps.store;
    const seal = (secrets: string | null) =>
      db.updateTable('sender').set({ secrets }).where('id', '=', locked.senderID).execute();
    await seal(Buffer.alloc(64, 7).toString('base64'));
    while ((await handleStoredWebhooks(world.deps)) > 0);
    const read = async ({ campus }: Open) => (await loadChat(campus.scope, parentNumber)).length;
    expect([await read(locked), await read(other)]).toEqual([0, 1]);
    await seal(null);
    while ((await handleStoredWebhooks(world.deps)) > 0);
    expect(await read(locked)).toBe(1);
  });

  const hooksOf = (senderID: string) =>
    world.deps.store.db
      .selectFrom('hook')
      .selectAll()
      .where('senderID', '=', senderID)
      .orderBy('id')
      .execute();

  it.each([
    ['without a number', { number: null }],
    ['by a name too long for an index', { providerID: randomBytes(4000).toString('hex') }],
  ])(
    'A webhook with an event that the store refuses (%s) keeps its other events, and its trouble is logged.',
    async (_what, odd) => {
      const { campus, senderID, call, webhookBody, tell } = await open();
      const { queued } = await campus.message({ contacts: '0300-1111111' });
      expect(queued).toBe(1);
      await world.work();
      const sent = () =>
        world.deps.store.db
          .selectFrom('message')
          .select(['status', 'providerID'])
          .where('campusID', '=', campus.id)
          .executeTakeFirstOrThrow();
      const { providerID } = await sent();
      const receipt = { providerID: providerID ?? '', status: 'read' as const, at: outside.now };
      const body = webhookBody(wrote('before'), wrote('refused words', odd), wrote('after'), {
        kind: 'receipt',
        receipt,
      });
      expect((await call(body)).status).toBe(200);
      await tell(wrote('beside'));
      const texts = (await loadChat(campus.scope, parentNumber)).map(({ message }) => message);
      // SQLite has no such limit and stores this event too.
      expect(texts.filter((text) => text !== 'refused words')).toEqual(['before', 'after', 'beside']);
      expect((await sent()).status).toBe('read');
      const [hook, beside] = await hooksOf(senderID);
      expect(hook).toMatchObject({ body, handledAt: outside.now.toISOString() });
      expect(beside).toMatchObject({ error: null });
      if (!texts.includes('refused words'))
        expect(sayReason(hook?.error ?? noReason)).toMatch(/^1 of 4: .*(null|index row)/i);
      const output = lines.filter((line) => line.includes(`"hookID":${hook?.id}`)).join('');
      expect(output).toContain(texts.includes('refused words') ? 'call handled' : 'could not be handled');
      expect(lines.join('')).not.toContain('refused words');
    },
  );

  it('A webhook that cannot be stored is answered with 200 and marked with the error, and the other webhooks are stored.', async () => {
    const { campus, senderID, sign, webhookBody } = await open();
    const odd = webhookBody(wrote('no store takes this'));
    const refusal = Object.assign(new Error('no such character'), { code: '22P05' });
    const db = world.deps.store.db.withPlugin({
      transformQuery: ({ node }) => {
        const statement = JSON.stringify(node);
        if (statement.includes('insert into hook') && statement.includes('no store takes this'))
          throw refusal;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const app = await buildApp({ ...world.deps, store: { ...world.deps.store, db } });
    const make = async (payload: string) => {
      const headers = { 'content-type': 'application/json', 'x-signature': sign(payload) };
      const url = `/webhooks/whatsapp/${senderID}`;
      return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const bodies = [webhookBody(wrote('before')), odd, webhookBody(wrote('after'))];
    expect(await Promise.all(bodies.map(make))).toEqual([200, 200, 200]);
    expect(await make(odd)).toBe(200);
    await app.close();
    while ((await handleStoredWebhooks(world.deps)) > 0);
    const texts = (await loadChat(campus.scope, parentNumber)).map(({ message }) => message);
    expect(texts.sort()).toEqual(['after', 'before']);
    const failed = (await hooksOf(senderID)).filter(({ error }) => error !== null);
    expect(failed).toMatchObject([
      { body: '', error: makeReason('other', { text: 'Error: no such character' }) },
    ]);
    expect(failed[0]?.handledAt).not.toBeNull();
    const output = lines.filter((line) => line.includes('could not be stored')).join('');
    expect(output).toContain('no such character');
    expect(output).not.toContain('no store takes this');
  });

  it('Retention removes expired rows of the provider cache and keeps the others.', async () => {
    const { senderID } = await open();
    const { db } = world.deps.store;
    const at = (seconds: number) => new Date(outside.now.getTime() + seconds * 1000).toISOString();
    const seconds = [1, ...Array.from({ length: 1100 }, (_, ago) => -ago)];
    const rows = seconds.map((one) => ({ senderID, name: `until ${one}`, value: '1', expiresAt: at(one) }));
    await db.insertInto('provider_cache').values(rows).execute();
    await deleteExpired(world.deps);
    const left = await db
      .selectFrom('provider_cache')
      .select('name')
      .where('senderID', '=', senderID)
      .execute();
    expect(left).toEqual([{ name: 'until 1' }]);
  });
});
