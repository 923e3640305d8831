/** The webhooks of the fake Graph API, and everything that can go wrong with them. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import webhooks from './examples/webhooks.json' with { type: 'json' };
import { ask, listen, send, textTo } from './graph/caller.ts';
import type { Fault } from './graph/faults.ts';
import { acceptedTwice, type Graph, startGraph } from './graph.ts';

const to = '+923001234567';

let graph: Graph;
let at: number;
let hookListener: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => {
  at = 1_795_000_000_000;
  graph = await startGraph({ isByHand: true, now: () => new Date(at) });
  hookListener = await listen(graph);
  await graph.hooks.subscribe({ url: hookListener.url, verifyToken: 'expected' });
  graph.phone(to).opensWindow();
});
afterEach(async () => {
  await graph.close();
  await hookListener.close();
});

async function pass(milliseconds: number): Promise<void> {
  at += milliseconds;
  await graph.tick();
}
const opaque = 'm1:7:a1';
const marked = textTo(to, { biz_opaque_callback_data: opaque });
const statusNames = () => hookListener.statuses().map(({ status }) => status);

describe('Status webhooks of the fake Graph API', () => {
  it('The fake reports a message as sent, delivered and read, signed and with its opaque text.', async () => {
    const { body } = await send(graph, marked);
    await pass(20);
    await pass(40);
    await pass(60);
    expect(statusNames()).toEqual(['sent', 'delivered', 'read']);
    const [status] = hookListener.statuses();
    const example = webhooks.status_sent.entry[0]!.changes[0]!.value;
    expect(Object.keys(status!)).toEqual(Object.keys(example.statuses[0]!));
    expect(status).toMatchObject({ id: body.messages[0].id, biz_opaque_callback_data: opaque });
    expect(hookListener.changes()[0]?.value).toMatchObject({ metadata: example.metadata });
    expect(hookListener.calls.every(({ isSigned }) => isSigned)).toBe(true);
    expect(graph.accepted[0]?.statusUpdates.map(({ status }) => status)).toEqual([
      'sent',
      'delivered',
      'read',
    ]);
  });

  it('The fake reports no read receipt when the phone hides it, and a failure for a number not on WhatsApp.', async () => {
    graph.phone(to).person.tellsRead = false;
    await send(graph, marked);
    const stranger = graph.phone('+923007654321');
    stranger.opensWindow();
    stranger.person.isOnWhatsApp = false;
    await send(graph, textTo('+923007654321'));
    await pass(1000);
    expect(statusNames().toSorted()).toEqual(['delivered', 'failed', 'sent']);
    expect(hookListener.statuses().find(({ status }) => status === 'failed')?.errors?.[0]?.code).toBe(131026);
  });

  it('The fake sends statuses in batches with several entries and changes.', async () => {
    for (let index = 0; index < 40; index += 1) await send(graph, textTo(to));
    await pass(20);
    expect(hookListener.calls).toHaveLength(1);
    expect(hookListener.calls[0]!.body.entry.length).toBe(2);
    expect(hookListener.calls[0]!.body.entry[0]!.changes.length).toBeGreaterThan(1);
    expect(statusNames()).toHaveLength(40);
  });

  it('The fake repeats a webhook with the same bytes until it is accepted.', async () => {
    await hookListener.close();
    hookListener = await listen(graph, [503, 500]);
    await graph.hooks.subscribe({ url: hookListener.url, verifyToken: 'expected' });
    await send(graph, marked);
    await pass(20);
    expect(graph.accepted[0]?.statusUpdates).toEqual([]);
    await pass(100);
    await pass(200);
    expect(new Set(hookListener.calls.map(({ raw }) => raw)).size).toBe(hookListener.calls.length - 2);
    expect(graph.accepted[0]?.statusUpdates).toContainEqual({ status: 'sent' });
  });

  it('The fake refuses a webhook address that does not know the verify token.', async () => {
    await expect(graph.hooks.subscribe({ url: hookListener.url, verifyToken: 'other' })).rejects.toThrow(
      '403',
    );
    const path = `${graph.values.wabaID}/subscribed_apps`;
    const { body } = await ask(graph, path, {
      override_callback_uri: hookListener.url,
      verify_token: 'other',
    });
    expect(body.error.error_subcode).toBe(2200);
  });
});

describe('Actions of parents in the fake', () => {
  type Value = { messages?: Record<string, unknown>[] };
  const shapes = (value: Value) => value.messages?.map((one) => Object.keys(one));
  const bytes = Buffer.from('bytes');
  const written = {
    in_text: { text: 'STOP' },
    in_image: { image: bytes, caption: 'receipt' },
    in_audio: { audio: bytes },
    in_document: { document: bytes, name: 'receipt.pdf' },
    in_button: { button: { payload: 'STOP', text: 'Stop messages' }, to: 'wamid.A' },
  };
  it.each(Object.entries(written))(
    'The fake reports the parent’s message %s in the shape of the example.',
    async (name, what) => {
      graph.phone(to).writes(what);
      await graph.tick();
      const example = webhooks[name as 'in_text'].entry[0]!.changes[0]!;
      const change = hookListener.changes()[0]! as typeof example;
      expect(shapes(change.value)).toEqual(shapes(example.value));
      expect(Object.keys(change.value)).toEqual(Object.keys(example.value));
      const type = example.value.messages[0]!.type as 'text';
      expect(Object.keys(change.value.messages[0]![type])).toEqual(
        Object.keys(example.value.messages[0]![type]),
      );
    },
  );

  it('Media of a parent can be fetched by id for a week.', async () => {
    graph.phone(to).writes({ image: bytes });
    await graph.tick();
    const { id } = (hookListener.changes()[0]!.value as { messages: { image: { id: string } }[] })
      .messages[0]!.image;
    const { body } = await ask(graph, id);
    expect((await ask(graph, body.url)).body).toBe('bytes');
    at += 8 * 86_400_000;
    expect((await ask(graph, id)).status).toBe(400);
  });

  it('The fake reports a stop, a changed number, a quality update and an account update.', async () => {
    graph.phone(to).stops();
    graph.phone(to).changesNumber('+923009999999');
    graph.phone(to).writes({ reaction: '👍', to: 'wamid.A' });
    graph.rate('RED');
    graph.tell('account_update', { event: 'ACCOUNT_RESTRICTION' });
    await graph.tick();
    const stop = hookListener.changes()[0]!;
    const example = webhooks.user_stop.entry[0]!.changes[0]!;
    expect(stop).toEqual({
      ...example,
      value: {
        ...example.value,
        user_preferences: [{ ...example.value.user_preferences[0], timestamp: at / 1000 }],
      },
    });
    expect(hookListener.changes().map(({ field }) => field)).toEqual([
      'user_preferences',
      'messages',
      'messages',
      'phone_number_quality_update',
      'account_update',
    ]);
    expect(
      (await ask(graph, `${graph.values.phoneNumberID}?fields=quality_rating`)).body.quality_rating,
    ).toBe('RED');
  });
});

describe('User ids in the fake', () => {
  const userID = 'PK.13491208655302741918';
  const value = (at = 0) => hookListener.changes()[at]!.value as Record<string, Record<string, unknown>[]>;

  it('A status contains the user id beside the number, and so do its contacts.', async () => {
    graph.phone(to).person.userID = userID;
    await send(graph, marked);
    await pass(20);
    expect(value().statuses).toMatchObject([{ recipient_id: '923001234567', recipient_user_id: userID }]);
    expect(value().contacts).toEqual([{ wa_id: '923001234567', user_id: userID }]);
  });

  it('A failed status contains the number only.', async () => {
    Object.assign(graph.phone(to).person, { userID, isOnWhatsApp: false });
    await send(graph, marked);
    await pass(20);
    expect(value().statuses?.[0]).toMatchObject({ status: 'failed', recipient_id: '923001234567' });
    expect(value().statuses?.[0]).not.toHaveProperty('recipient_user_id');
    expect(value()).not.toHaveProperty('contacts');
  });

  it('A parent who hides the number is named by the user id only.', async () => {
    Object.assign(graph.phone(to).person, { userID, hidesNumber: true });
    graph.phone(to).writes('Salam');
    graph.phone(to).stops();
    graph.phone(to).changesNumber('+923009999999');
    await graph.tick();
    expect(value(0)).toMatchObject({ contacts: [{ user_id: userID }], messages: [{ from_user_id: userID }] });
    expect(value(1)).toMatchObject({
      contacts: [{ user_id: userID }],
      user_preferences: [{ user_id: userID }],
    });
    const named = [value(0).contacts, value(0).messages, value(1).user_preferences, value(2).messages].flat();
    for (const part of named) {
      expect(part).not.toHaveProperty('from');
      expect(part).not.toHaveProperty('wa_id');
    }
  });

  it('The fake uses WhatsApp’s own spelling of a number everywhere.', async () => {
    graph.phone(to).person.waID = '+9213001234567';
    const { body } = await send(graph, marked);
    expect(body.contacts).toEqual([{ input: to, wa_id: '9213001234567' }]);
    graph.phone(to).writes('Salam');
    await pass(20);
    expect(value(0)).toMatchObject({ messages: [{ from: '9213001234567' }] });
    expect(hookListener.statuses()).toMatchObject([{ recipient_id: '9213001234567' }]);
  });

  it('A message to WhatsApp’s own spelling of a number reaches the person whose window is open.', async () => {
    const { person, writes, received } = graph.phone(to);
    person.waID = '+9213001234567';
    writes('Salam');
    expect(await send(graph, { ...marked, to: person.waID })).toMatchObject({ status: 200 });
    expect(received()).toMatchObject([{ to: '+9213001234567' }]);
  });
});

/** The result for a caller: a status, or a cut connection. */
const outcome = (body: object): Promise<number | 'cut'> =>
  send(graph, body).then(
    ({ status }) => status,
    () => 'cut',
  );

describe('Faults of the fake', () => {
  const fates: [Fault, number | 'cut', boolean][] = [
    [{ kind: 'reject', code: 131016 }, 503, false],
    [{ kind: 'reject', code: 131026 }, 400, false],
    [{ kind: 'html' }, 502, false],
    [{ kind: 'htmlAfter' }, 502, true],
    [{ kind: 'hang', seconds: 0.01 }, 'cut', false],
    [{ kind: 'hangAfter', seconds: 0.01 }, 'cut', true],
    [{ kind: 'cutBefore' }, 'cut', false],
    [{ kind: 'cutAfter' }, 'cut', true],
    [{ kind: 'noID' }, 200, true],
    [{ kind: 'held' }, 200, true],
    [{ kind: 'failLater', code: 131049 }, 200, true],
  ];
  it.each(fates)(
    'The fault %o has its expected answer and outcome, once.',
    async (fault, answer, isTaken) => {
      graph.faults.next(fault);
      expect(await outcome(marked)).toBe(answer);
      expect(graph.accepted).toHaveLength(isTaken ? 1 : 0);
      await pass(1000);
      const last = fault.kind === 'failLater' ? 'failed' : 'read';
      expect(statusNames().at(-1)).toBe(isTaken ? last : undefined);
      // The fault applies once.
      expect(await outcome(marked)).toBe(200);
    },
  );

  it('The fake answers an error like the Graph API, and a page like a proxy.', async () => {
    graph.faults.next({ kind: 'reject', code: 2 });
    const { body } = await send(graph, marked);
    expect(body.error).toMatchObject({ code: 2, is_transient: true, type: 'OAuthException' });
    graph.faults.next({ kind: 'html', status: 504 });
    expect((await send(graph, marked)).body).toMatch(/^<!DOCTYPE html>/);
    graph.faults.next({ kind: 'noID' });
    expect((await send(graph, marked)).body.messages).toBeUndefined();
  });

  it('A request with the fault hang never gets an answer.', async () => {
    graph.faults.next({ kind: 'hang' });
    const call = request(`${graph.url}/v25.0/${graph.values.phoneNumberID}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${graph.account.token}`, 'content-type': 'application/json' },
    });
    const answered = vi.fn();
    const ended = new Promise<void>((resolve) => call.once('error', () => resolve()));
    call.once('response', answered).end(JSON.stringify(marked));
    await eventually(() => expect(graph.requests).toHaveLength(1));
    await graph.close();
    await ended;
    expect(answered).not.toHaveBeenCalled();
    graph = await startGraph();
  });

  it('The fault cutAfter with a delay reports the message late.', async () => {
    graph.faults.next({ kind: 'cutAfter', late: 60 });
    expect(await outcome(marked)).toBe('cut');
    await pass(30_000);
    expect(statusNames()).toEqual([]);
    await pass(31_000);
    expect(statusNames()).toEqual(['sent', 'delivered', 'read']);
  });

  it('The fault hookFirst sends the webhook before the answer.', async () => {
    graph.faults.next({ kind: 'hookFirst' });
    const heard: string[] = [];
    const { body } = await send(graph, marked);
    heard.push(...statusNames());
    expect(heard).toEqual(['sent']);
    expect(hookListener.statuses()[0]?.id).toBe(body.messages[0].id);
  });

  it('The faults repeat, reorder and drop send webhooks twice, in another order, or not all.', async () => {
    graph.faults.next({ kind: 'repeat' });
    await send(graph, marked);
    await pass(20);
    expect(statusNames()).toEqual(['sent', 'sent', 'sent']);
    expect(hookListener.calls[1]!.raw).toBe(hookListener.calls[2]!.raw);
    await pass(1000);
    const before = statusNames().length;
    graph.faults.next({ kind: 'reorder' });
    await send(graph, marked);
    await pass(1000);
    expect(statusNames().slice(before)).toEqual(['read', 'delivered', 'sent']);
    graph.faults.next({ kind: 'drop' });
    await send(graph, marked);
    await pass(1000);
    expect(statusNames().slice(before + 3)).toHaveLength(2);
  });

  it('A fault can apply to another path or to one number only.', async () => {
    graph.faults.next({ kind: 'reject', code: 190 }, { where: 'number' });
    graph.faults.next({ kind: 'reject', code: 131026 }, { to: '+923007654321', times: 2 });
    expect((await ask(graph, graph.values.phoneNumberID)).status).toBe(401);
    expect(await outcome(marked)).toBe(200);
    graph.phone('+923007654321').opensWindow();
    expect(await outcome(textTo('+923007654321'))).toBe(400);
  });

  it('A storm of faults hits a steady share of messages, and the same messages each time.', async () => {
    const fates = () => {
      graph.faults.storm({ seed: 7, share: 0.2, faults: [{ kind: 'cutBefore' }] });
      const name = (index: number) => ({ name: `m1:${index}:a1` });
      return Array.from({ length: 1000 }, (_, index) => graph.faults.choose('messages', name(index))?.kind);
    };
    const first = fates();
    expect(fates()).toEqual(first);
    const share = first.filter(Boolean).length / 1000;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
    const again = Array.from({ length: 50 }, () => graph.faults.choose('messages', { name: 'm1:1:a1' }));
    expect(new Set(again).size).toBe(2);
    graph.faults.storm(undefined);
    expect(graph.faults.choose('messages', { name: 'm1:1:a1' })).toBeUndefined();
  });

  it('The fault pauseTemplate pauses a template until it is approved again.', async () => {
    const components = [{ type: 'BODY', text: 'A notice for all.' }];
    const draft = { name: 'notice', language: 'en', category: 'UTILITY', components };
    await ask(graph, `${graph.values.wabaID}/message_templates`, draft);
    graph.templates.approve('notice');
    graph.faults.next({ kind: 'pauseTemplate' });
    const body = textTo(to, {
      type: 'template',
      text: undefined,
      template: { name: 'notice', language: { code: 'en' } },
    });
    expect((await send(graph, body)).body.error.code).toBe(132015);
    expect((await send(graph, body)).body.error.code).toBe(132015);
    await graph.tick();
    expect(hookListener.changes().at(-1)?.value).toMatchObject({ event: 'PAUSED' });
    graph.templates.approve('notice');
    expect(await outcome(body)).toBe(200);
  });
});

describe('Counting in the fake', () => {
  it('The function acceptedTwice finds a message that was accepted twice.', async () => {
    await send(graph, marked);
    await send(graph, marked);
    await send(graph, textTo(to));
    await send(graph, textTo(to));
    expect(acceptedTwice(graph.accepted, ({ opaque }) => opaque)).toEqual([opaque]);
  });
});

describe('Page of the fake', () => {
  const submit = async (fields: Record<string, string>) =>
    (await fetch(`${graph.url}/act`, { method: 'POST', body: new URLSearchParams(fields) })).text();
  it('The page shows what was sent and has the buttons of Meta and of parents.', async () => {
    await send(graph, textTo(to, { text: { body: '<b>Salam</b>' } }));
    const page = await (await fetch(graph.url)).text();
    for (const value of Object.values(graph.values)) expect(page).toContain(value);
    expect(page).toContain('&#60;b&#62;Salam');
    expect(page).not.toContain('<b>Salam');
    const components = [{ type: 'BODY', text: 'A notice for all.' }];
    const draft = { name: 'notice', language: 'en', category: 'UTILITY', components };
    await ask(graph, `${graph.values.wabaID}/message_templates`, draft);
    await submit({ act: 'approve', name: 'notice' });
    expect(graph.templates.all()[0]?.status).toBe('APPROVED');
    await submit({ act: 'write', number: to, text: 'Paid' });
    expect(await submit({ act: 'verify', url: hookListener.url, verifyToken: 'other' })).toContain('403');
    expect(await submit({ act: 'verify', url: hookListener.url, verifyToken: 'expected' })).toContain(
      'Verified',
    );
    await graph.tick();
    expect(JSON.stringify(hookListener.changes())).toContain('"body":"Paid"');
  });

  it('The page accepts a photo from a parent.', async () => {
    const form = new FormData();
    form.set('act', 'write');
    form.set('number', to);
    form.set('photo', new Blob(['a photo'], { type: 'image/jpeg' }), 'a.jpg');
    await fetch(`${graph.url}/act`, { method: 'POST', body: form });
    await graph.tick();
    expect(hookListener.changes()[0]?.value).toMatchObject({
      messages: [{ type: 'image', image: { mime_type: 'image/jpeg' } }],
    });
  });
});

describe('The fake in real time', () => {
  it('The fake reports statuses automatically after its delays.', async () => {
    const running = await startGraph({ delays: { sent: 1, delivered: 2, read: 3 } });
    await running.hooks.subscribe({ url: hookListener.url, verifyToken: 'expected' });
    running.phone(to).opensWindow();
    await send(running, marked);
    await eventually(() => expect(running.accepted[0]?.statusUpdates).toHaveLength(3));
    expect(running.isIdle()).toBe(true);
    await running.close();
  });
});
