/** Each of Meta’s own webhook examples, posted like Meta does, and its effect in the store; then all in one batch. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { cloudApi } from '../../src/server/whatsapp/cloud/provider.ts';
import type { CampusInTest } from '../support/campus.ts';
import { surround } from '../support/cloud-sender.ts';
import { engines } from '../support/engines.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import { createWorld, type World } from '../support/world.ts';

type Body = { entry: unknown[] };
const examples: Record<string, Body> = JSON.parse(
  await readFile(new URL('../peers/examples/webhooks.json', import.meta.url), 'utf8'),
);

const appSecret = 'the secret of the app';
const settings = {
  phoneNumberID: '106540352242922',
  wabaID: '102290129340398',
  appID: '777',
  version: 'v25.0',
};
const parent = '+923001234567';
/** The examples are of about this time: 1795000000 seconds. */
const now = new Date(1_795_000_500_000);

const statuses: Record<string, object> = {
  status_sent: { status: 'sent' },
  status_delivered: { status: 'delivered' },
  status_read: { status: 'read' },
  status_failed_131026: { status: 'failed', code: '131026' },
  // It is tried once more, but not today.
  status_failed_131049: { status: 'queued', dueAt: new Date(now.getTime() + 86_400_000).toISOString() },
  status_failed_131053: { status: 'failed', code: '131053' },
};
const inbound: Record<string, object> = {
  in_text: { text: 'STOP', mediaID: null },
  in_image: { text: 'receipt', mediaID: '1003383421387256', mediaType: 'image/jpeg' },
  in_audio: { text: '', mediaID: '1003383421387256', mediaType: 'audio/ogg; codecs=opus' },
  in_document: { text: 'receipt.pdf', mediaID: '1003383421387256', mediaType: 'application/pdf' },
  in_button: { text: 'Stop messages' },
  in_interactive_button: { text: 'Already paid' },
  in_interactive_list: { text: expect.stringContaining('Row') },
  in_flow: { text: 'Form answered: Sent\nvisit_day: 2026-12-10\nchildren: 2' },
  in_unsupported: { text: expect.stringMatching(/\w/) },
  in_number_changed: { text: expect.stringContaining('+923009999999') },
};
const templates: Record<string, object> = {
  template_approved: { state: 'approved', reason: '' },
  template_rejected: {
    state: 'rejected',
    reason: expect.stringMatching(/^{"code":"textFormat","reported":".*Separate parameters/),
  },
  template_paused: { state: 'paused' },
  template_deleting_reason_null: { state: 'disabled' },
};
/** Examples after which the parent is opted out. */
const stops = ['in_text', 'in_button', 'in_number_changed', 'user_stop'];

/** The example with its own ids, as every real webhook has. */
function own(name: string, { opaque, providerID }: { opaque: string; providerID: string }): string {
  return JSON.stringify(examples[name])
    .replaceAll('m1:01JD3V9W6C8Q4Z7K2N5R1T0XYA:a1', opaque)
    .replaceAll(/wamid\.HBgM[^"]*/g, providerID)
    .replaceAll(/wamid\.(IN1|SYS)/g, `wamid.${name}`);
}

describe.each(engines)('Meta’s webhook examples on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let senderID: string;

  beforeAll(async () => {
    const cloud = cloudApi(surround({}, now), { graphUrl: 'http://127.0.0.1:9' });
    world = await createWorld(engine, {
      now: () => now,
      providers: {
        cloud: {
          ...cloud,
          windowHours: undefined,
          send: async (_sender, { opaque }) => ({ kind: 'accepted', providerID: `wamid.${opaque}` }),
        },
      },
    });
  });
  afterAll(() => world.stop());

  /** Makes a campus with an accepted message and two pending templates. */
  async function open(): Promise<{ id: number; opaque: string; providerID: string }> {
    const { db } = world.deps.store;
    campus = await world.school(`s${Math.random().toString(36).slice(2)}`);
    const secrets = world.deps.vault.seal(JSON.stringify({ token: 't', appSecret }));
    // The campus of the previous test no longer uses this app.
    await db.updateTable('sender').set({ provider: 'demo' }).execute();
    const sender = await db
      .updateTable('sender')
      .set({ provider: 'cloud', settings: JSON.stringify(settings), secrets })
      .where('campusID', '=', campus.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    senderID = sender.id;
    for (const name of ['fee_voucher_due', 'x']) {
      const template = await campus.template(name, 'Dear parent');
      const approval = { language: 'en', category: 'UTILITY', providerID: '1', state: 'pending' as const };
      await db
        .insertInto('approval')
        .values({
          ...approval,
          templateID: template!.id,
          campusID: campus.id,
          name,
          reason: '',
          message: 'Dear parent',
          media: '',
          stopButton: 0,
          submittedAt: new Date(0).toISOString(),
          syncedAt: null,
        })
        .execute();
    }
    await campus.message({ contacts: parent, message: 'Fees are due' });
    await sendNext(world.deps);
    const { id, providerID } = await db
      .selectFrom('message')
      .select(['id', 'providerID'])
      .where('campusID', '=', campus.id)
      .executeTakeFirstOrThrow();
    const opaque = opaqueBy(await receiptSenderOf(db, senderID), id, 1);
    return { id, opaque, providerID: providerID! };
  }

  async function post(raw: string): Promise<void> {
    const signature = createHmac('sha256', appSecret).update(raw).digest('hex');
    const answer = await fetch(`${world.address}/webhooks/whatsapp/${senderID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: raw,
    });
    expect(answer.status).toBe(200);
    while ((await handleStoredWebhooks(world.deps)) > 0);
  }

  const rows = {
    message: () =>
      world.deps.store.db
        .selectFrom('message')
        .select(['status', 'code', 'dueAt'])
        .where('campusID', '=', campus.id)
        .orderBy('id')
        .executeTakeFirstOrThrow(),
    inbound: () =>
      world.deps.store.db
        .selectFrom('inbound')
        .select(['number', 'text', 'mediaID', 'mediaType'])
        .where('campusID', '=', campus.id)
        .orderBy('id')
        .execute(),
    approvals: () =>
      world.deps.store.db
        .selectFrom('approval')
        .select(['name', 'state', 'reason'])
        .where('campusID', '=', campus.id)
        .where('state', '<>', 'pending')
        .execute(),
    optOuts: () =>
      world.deps.store.db.selectFrom('opt_out').select('number').where('campusID', '=', campus.id).execute(),
    sender: () =>
      world.deps.store.db
        .selectFrom('sender')
        .select(['refused', 'slowed', 'stoppedAt'])
        .where('id', '=', senderID)
        .executeTakeFirstOrThrow(),
    troubles: () =>
      world.deps.store.db.selectFrom('hook').select('body').where('error', 'is not', null).execute(),
  };

  it('Every webhook example has an expected effect.', () => {
    const listed = [...Object.keys(statuses), ...Object.keys(inbound), ...Object.keys(templates)];
    expect([...listed, 'user_stop', 'value_level_error_130429'].sort()).toEqual(Object.keys(examples).sort());
  });

  it.each(Object.keys(examples))('The webhook example %s has its expected effect.', async (name) => {
    const message = await open();
    await post(own(name, message));
    expect(await rows.message()).toMatchObject(statuses[name] ?? { status: 'accepted' });
    expect(await rows.inbound()).toMatchObject(inbound[name] ? [{ number: parent, ...inbound[name] }] : []);
    expect(await rows.approvals()).toMatchObject(templates[name] ? [templates[name]] : []);
    expect(await rows.optOuts()).toEqual(stops.includes(name) ? [{ number: parent }] : []);
    // One refusal adds three to a counter that slows the sender down at thirty.
    const refused = name === 'value_level_error_130429' ? 3 : 0;
    expect(await rows.sender()).toEqual({ refused, slowed: 0, stoppedAt: null });
    expect(await rows.troubles()).toEqual([]);
  });

  it('All webhook examples in one batch have their effects.', async () => {
    const message = await open();
    const names = Object.keys(examples);
    const entry = names.flatMap((name) => (JSON.parse(own(name, message)) as Body).entry);
    await post(JSON.stringify({ object: 'whatsapp_business_account', entry }));
    // The furthest status counts, in whatever order statuses arrive.
    expect((await rows.message()).status).toBe('read');
    expect((await rows.inbound()).map(({ number }) => number)).toEqual(
      Object.keys(inbound).map(() => parent),
    );
    expect((await rows.approvals()).map(({ name }) => name).sort()).toEqual(['fee_voucher_due', 'x']);
    expect(await rows.optOuts()).toEqual([{ number: parent }]);
    expect((await rows.sender()).refused).toBe(3);
    expect(await rows.troubles()).toEqual([]);
  });
});
