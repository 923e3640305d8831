/** Several campuses may use one Meta app with one webhook address; each gets the events of its own number. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const written = (phoneNumberID: string, text: string) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '924235761999', phone_number_id: phoneNumberID },
              messages: [
                {
                  from: '923001234567',
                  id: `wamid.${text}`,
                  timestamp: '1795000100',
                  type: 'text',
                  text: { body: text },
                },
              ],
            },
          },
        ],
      },
    ],
  });

describe.each(engines)('One Meta app for several campuses on %s', (engine) => {
  let world: World;
  let campuses: CampusInTest[];
  const senders: string[] = [];
  beforeAll(async () => {
    world = await createWorld(engine);
    const home = await world.school('main');
    campuses = [home, await home.sister(), await world.school('other')];
    const secrets = ['the secret', 'the secret', 'a guess'];
    for (const [index, campus] of campuses.entries()) {
      // The third campus claims the second one’s number without knowing the app’s secret.
      const phoneNumberID = index === 0 ? '10001' : '10002';
      const settings = { phoneNumberID, wabaID: '102290129340398', appID: '777', version: 'v25.0' };
      const { id } = await world.deps.store.db
        .updateTable('sender')
        .set({
          provider: 'cloud',
          settings: JSON.stringify(settings),
          secrets: world.deps.vault.seal(JSON.stringify({ token: 't', appSecret: secrets[index] })),
        })
        .where('campusID', '=', campus.id)
        .returning('id')
        .executeTakeFirstOrThrow();
      senders.push(id);
    }
  });
  afterAll(() => world.stop());

  const tell = async (raw: string): Promise<void> => {
    const signature = createHmac('sha256', 'the secret').update(raw).digest('hex');
    const answer = await fetch(`${world.address}/webhooks/whatsapp/${senders[0]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: raw,
    });
    expect(answer.status).toBe(200);
  };
  const storedOf = async (raw: string) => {
    const { db } = world.deps.store;
    const rows = await db.selectFrom('hook').select('senderID').where('body', '=', raw).execute();
    return rows.map(({ senderID }) => senderID).sort();
  };

  it('A parent’s message is stored for the campus whose WhatsApp number it names, not for one that claims that number with a wrong app secret.', async () => {
    await tell(written('10002', 'Salam'));
    while ((await handleStoredWebhooks(world.deps)) > 0);
    const { db } = world.deps.store;
    const rows = await db.selectFrom('inbound').select(['campusID', 'text']).execute();
    expect(rows).toEqual([{ campusID: campuses[1]?.id, text: 'Salam' }]);
    const reached = await db.selectFrom('sender').select('id').where('hookAt', 'is not', null).execute();
    expect(reached.map(({ id }) => id).sort()).toEqual([senders[0], senders[1]].sort());
  });

  it('A webhook is stored for the numbers or the account that it names, otherwise for the sender it was sent to.', async () => {
    const [first, second] = senders;
    const both = JSON.parse(written('10002', 'Both'));
    both.entry.push(...JSON.parse(written('10001', 'Both too')).entry);
    const ofAccount = (id: string) => {
      const changes = [{ field: 'account_update', value: { event: 'ACCOUNT_VIOLATION' } }];
      return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id, changes }] });
    };
    for (const [raw, whose] of [
      [written('10002', 'One'), [second]],
      [written('10001', 'The other'), [first]],
      [JSON.stringify(both), [first, second]],
      [ofAccount('102290129340398'), [first, second]],
      [ofAccount('9'), [first]],
      [written('10003', 'Nobody of ours'), [first]],
      ['{"object":"whatsapp_business_account"}', [first]],
    ] as const) {
      await tell(raw);
      expect(await storedOf(raw), raw).toEqual([...whose].sort());
    }
  });
});
