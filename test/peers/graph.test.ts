/** The fake accepts Meta’s own example requests and refuses everything that Meta refuses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import errors from './examples/graph-errors.json' with { type: 'json' };
import marks from './examples/mark-as-read.json' with { type: 'json' };
import mediaAnswers from './examples/media.json' with { type: 'json' };
import requests from './examples/send.requests.json' with { type: 'json' };
import responses from './examples/send.responses.json' with { type: 'json' };
import { ask, send, textTo, upload } from './graph/caller.ts';
import { type Graph, startGraph } from './graph.ts';

const to = '+923001234567';
const day = 86_400_000;

let graph: Graph;
let ahead: number;
beforeEach(async () => {
  ahead = 0;
  graph = await startGraph({ isByHand: true, now: () => new Date(Date.now() + ahead) });
});
afterEach(() => graph.close());

type Draft = {
  name: string;
  body: string;
  language?: string;
  examples?: object;
  header?: object;
  format?: string;
};

async function approve({ name, body, language = 'en', examples, header, format }: Draft): Promise<void> {
  const components = [
    ...(header ? [header] : []),
    { type: 'BODY', text: body, ...(examples ? { example: examples } : {}) },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop messages' }] },
  ];
  const draft = {
    name,
    language,
    category: 'UTILITY',
    components,
    ...(format ? { parameter_format: format } : {}),
  };
  const { status, body: created } = await ask(graph, `${graph.values.wabaID}/message_templates`, draft);
  expect(created).toMatchObject({ status: 'PENDING' });
  expect(status).toBe(200);
  graph.templates.approve(name);
}

const header = (format: string) => {
  graph.media.handles.add('4::handle');
  return { type: 'HEADER', format, example: { header_handle: ['4::handle'] } };
};
const four = ['Ali Khan', 'INV-1042', 'Rs. 12,500', '10-Dec-26'];
const names = ['student_name', 'invoice_no', 'amount', 'due_date'];
const places = (of: (string | number)[]) =>
  `Dear parent, the fee voucher of {{${of[0]}}} (no. {{${of[1]}}}) for {{${of[2]}}} is due on {{${of[3]}}}. Please pay in time.`;

/** Creates and approves every template of the examples. */
async function approveExamples(): Promise<void> {
  await approve({ name: 'fee_voucher_due', body: places([1, 2, 3, 4]), examples: { body_text: [four] } });
  await approve({
    name: 'fee_voucher_due_named',
    body: places(names),
    format: 'NAMED',
    examples: { body_text_named_params: names.map((param_name, at) => ({ param_name, example: four[at] })) },
  });
  await approve({
    name: 'fee_voucher_pdf',
    body: 'The voucher of {{1}} is attached.',
    examples: { body_text: [['Ali']] },
    header: header('DOCUMENT'),
  });
  await approve({ name: 'fee_notice_img', language: 'en_US', body: 'A notice.', header: header('IMAGE') });
  await approve({ name: 'event_video', language: 'en_US', body: 'Our sports day.', header: header('VIDEO') });
}

/** Replaces the ids of files in an example with uploaded ones. */
async function withUploadedFiles(body: object): Promise<object> {
  const ids = { image: 'image/jpeg', video: 'video/mp4', document: 'application/pdf' };
  let text = JSON.stringify(body);
  for (const [kind, type] of Object.entries(ids)) {
    if (text.includes(`"${kind}":{"id":`))
      text = text.replace(
        new RegExp(`"${kind}":{"id":"\\d+"`),
        `"${kind}":{"id":"${await upload(graph, type)}"`,
      );
  }
  return JSON.parse(text);
}

describe('Example requests to the fake', () => {
  it.each(Object.entries(requests))('The example request %s is accepted.', async (_name, example) => {
    await approveExamples();
    graph.phone(to).opensWindow();
    const body = await withUploadedFiles(example);
    const response = await send(graph, body);
    expect(response).toMatchObject({ status: 200, body: { contacts: responses.accepted.contacts } });
    expect(response.body.messages[0].id).toMatch(/^wamid\./);
    expect(graph.accepted).toMatchObject([{ to, opaque: 'm1:01JD3V9W6C8Q4Z7K2N5R1T0XYA:a1', body }]);
  });

  it('The fake fills a template with its values.', async () => {
    await approveExamples();
    await send(graph, requests.template_positional);
    await send(graph, requests.template_named);
    const read =
      'Dear parent, the fee voucher of Ali Khan (no. INV-1042) for Rs. 12,500 is due on 10-Dec-26. Please pay in time.';
    expect(graph.accepted.map(({ text }) => text)).toEqual([read, read]);
  });

  it.each(Object.entries(marks))('The example %s marks a parent’s message as read.', async (_name, body) => {
    expect((await send(graph, body)).body.error.code).toBe(131009);
    const message_id = graph.phone(to).writes('Salam', body.message_id);
    expect(await send(graph, body)).toEqual({ status: 200, body: { success: true } });
    expect(graph.marked).toEqual([message_id]);
  });

  it('The fake gives every message its own id.', async () => {
    graph.phone(to).opensWindow();
    await Promise.all(Array.from({ length: 20 }, () => send(graph, textTo(to))));
    expect(new Set(graph.accepted.map(({ wamid }) => wamid)).size).toBe(20);
  });
});

describe('Authentication of the fake', () => {
  const path = () => `${graph.values.phoneNumberID}/messages`;
  it('A request without the right token is refused.', async () => {
    const { status, body } = await ask(graph, path(), textTo(to), {
      headers: { authorization: 'Bearer other' },
    });
    expect(status).toBe(401);
    expect(body.error).toMatchObject({ ...errors.token_190.error, fbtrace_id: expect.any(String) });
  });
  it('A request without a version in its path is refused.', async () => {
    const { status, body } = await ask(graph, `${graph.url}/${path()}`, textTo(to));
    expect([status, body.error.code]).toEqual([400, 2500]);
  });
  it('A request for another phone number id is refused.', async () => {
    const { body } = await ask(graph, '999999/messages', textTo(to));
    expect(body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
  it('A request that is not valid JSON is refused.', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'to=1' };
    expect((await ask(graph, path(), undefined, form)).body.error.code).toBe(100);
    const half = { headers: { 'content-type': 'application/json' }, body: '{"to"' };
    expect((await ask(graph, path(), undefined, half)).body.error.code).toBe(100);
  });
});

describe('Strict checks of the fake', () => {
  const image = (more: object) => textTo(to, { type: 'image', text: undefined, image: more });
  const link = 'https://files.example.edu.pk/notice.jpg';
  const wrong: [string, object, number][] = [
    ['a number without its plus', textTo('923001234567'), 131009],
    ['no number', textTo(to, { to: undefined }), 131008],
    ['a key too many', textTo(to, { priority: 1 }), 100],
    ['a key too many further in', textTo(to, { text: { body: 'a', colour: 'red' } }), 100],
    ['no product', textTo(to, { messaging_product: undefined }), 131008],
    ['an unknown type', textTo(to, { type: 'poll' }), 131009],
    ['an empty text', textTo(to, { text: { body: '' } }), 131009],
    ['a text too long', textTo(to, { text: { body: 'a'.repeat(4097) } }), 100],
    ['a caption too long', image({ link, caption: 'a'.repeat(1025) }), 100],
    ['an opaque text too long', textTo(to, { biz_opaque_callback_data: 'a'.repeat(513) }), 100],
    ['neither id nor link', image({}), 131009],
    ['both id and link', image({ link, id: '1037543291543636' }), 131009],
    ['a file name on an image', image({ link, filename: 'a.jpg' }), 100],
    ['a file that nobody uploaded', image({ id: '1037543291543636' }), 100],
    ['our own number', textTo('+924235761999'), 131021],
  ];
  it.each(wrong)('The fake refuses a message with %s.', async (_name, body, code) => {
    graph.phone(to).opensWindow();
    const response = await send(graph, body);
    expect(response.body.error?.code).toBe(code);
    expect(response.status).toBe(400);
    expect(graph.accepted).toEqual([]);
    expect(graph.refused).toMatchObject([{ code }]);
  });

  it('The fake refuses an uploaded file of another kind.', async () => {
    graph.phone(to).opensWindow();
    const id = await upload(graph, 'application/pdf');
    expect((await send(graph, image({ id }))).body.error.code).toBe(131053);
  });

  const filled = (change: (body: typeof requests.template_positional) => void) => {
    const body = structuredClone(requests.template_positional);
    change(body);
    return body;
  };
  type Positional = typeof requests.template_positional;
  const parameters = ({ template }: Positional) => template.components[0]!.parameters;
  const unfit: [string, (body: Positional) => void, number][] = [
    ['an unknown template', (body) => (body.template.name = 'other'), 132001],
    ['another language', (body) => (body.template.language.code = 'ur'), 132001],
    ['a value too few', (body) => parameters(body).pop(), 132000],
    ['a value too many', (body) => parameters(body).push({ type: 'text', text: 'a' }), 132000],
    ['a new line', (body) => (parameters(body)[0]!.text = 'a\nb'), 132018],
    ['a tab', (body) => (parameters(body)[0]!.text = 'a\tb'), 132018],
    ['five spaces', (body) => (parameters(body)[0]!.text = 'a     b'), 132018],
    ['an empty value', (body) => (parameters(body)[0]!.text = ''), 131008],
    [
      'a name where places are',
      (body) => Object.assign(parameters(body)[0]!, { parameter_name: 'a' }),
      132012,
    ],
    ['a text that grows too long', (body) => (parameters(body)[0]!.text = 'a'.repeat(1000)), 132005],
    ['no values at all', (body) => Object.assign(body.template, { components: undefined }), 132000],
    ['empty components', (body) => (body.template.components = []), 131009],
    [
      'a header that the template has not',
      (body) =>
        Object.assign(body.template, {
          components: [
            { type: 'header', parameters: [{ type: 'image', image: { link } }] },
            ...body.template.components,
          ],
        }),
      132012,
    ],
    [
      'a button that is not there',
      (body) =>
        Object.assign(body.template, {
          components: [
            ...body.template.components,
            {
              type: 'button',
              sub_type: 'quick_reply',
              index: '1',
              parameters: [{ type: 'payload', payload: 'STOP' }],
            },
          ],
        }),
      131009,
    ],
  ];
  it.each(unfit)('The fake refuses a template message with %s.', async (_name, change, code) => {
    await approveExamples();
    const { body } = await send(graph, filled(change));
    expect(body.error?.code).toBe(code);
    expect(graph.accepted).toEqual([]);
  });

  it('The fake refuses with the errors of the examples.', async () => {
    await approveExamples();
    const responseBody = async (change: (body: Positional) => void) =>
      (await send(graph, filled(change))).body;
    const trace = { fbtrace_id: expect.any(String) };
    const newline = await responseBody((body) => (parameters(body)[0]!.text = 'a\nb'));
    expect(newline).toEqual({ error: { ...errors.newline_132018.error, ...trace } });
    graph.templates.disable('fee_voucher_due_named');
    await ask(graph, `${graph.values.wabaID}/message_templates?name=fee_voucher_due`, undefined, {
      method: 'DELETE',
    });
    expect(await responseBody(() => {})).toEqual({ error: { ...errors.tpl_132001.error, ...trace } });
    expect((await send(graph, requests.template_named)).body.error.code).toBe(132016);
  });

  it('The fake needs all names of a named template, and the header that the template has.', async () => {
    await approveExamples();
    const named = structuredClone(requests.template_named);
    Object.assign(named.template.components[0]!.parameters[0]!, { parameter_name: undefined });
    expect((await send(graph, named)).body.error.code).toBe(100);
    const bare = structuredClone(requests.template_header_image_link);
    Object.assign(bare.template, { components: undefined });
    expect((await send(graph, bare)).body.error.code).toBe(132012);
    const video = structuredClone(requests.template_header_image_link);
    video.template.name = 'event_video';
    expect((await send(graph, video)).body.error.code).toBe(132012);
  });
});

describe('Media in the fake', () => {
  it('The fake keeps an upload for 30 days and describes it.', async () => {
    const id = await upload(graph, 'image/jpeg', Buffer.from('a picture'));
    const { body } = await ask(graph, `${id}?phone_number_id=${graph.values.phoneNumberID}`);
    expect(Object.keys(body)).toEqual(Object.keys(mediaAnswers.get_response));
    expect(body).toMatchObject({ id, mime_type: 'image/jpeg', file_size: '9' });
    expect((await ask(graph, body.url)).body).toBe('a picture');
    expect((await ask(graph, body.url, undefined, { headers: { authorization: 'none' } })).status).toBe(401);
    ahead = 6 * 60_000;
    expect((await ask(graph, body.url)).status).toBe(404);
    ahead = 30 * day + 1000;
    graph.phone(to).opensWindow();
    const late = await send(graph, textTo(to, { type: 'image', text: undefined, image: { id } }));
    expect(late.body.error.code).toBe(100);
  });

  it('An upload that was deleted cannot be fetched from the fake any more.', async () => {
    const id = await upload(graph, 'image/jpeg');
    expect((await ask(graph, id, undefined, { method: 'DELETE' })).body).toEqual(
      mediaAnswers.delete_response,
    );
    expect((await ask(graph, id)).body.error.code).toBe(100);
  });

  it('The fake refuses types and sizes that WhatsApp does not accept.', async () => {
    expect(await upload(graph, 'image/webp', Buffer.alloc(600_000))).toBeUndefined();
    expect(await upload(graph, 'image/gif')).toBeUndefined();
    expect(await upload(graph, 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1))).toBeUndefined();
    expect(await upload(graph, 'image/png', Buffer.alloc(5 * 1024 * 1024))).toMatch(/^\d+$/);
  });

  it('The fake accepts examples for templates in two steps.', async () => {
    const bytes = Buffer.from('an example');
    const query = `file_name=a.pdf&file_length=${bytes.length}&file_type=application/pdf`;
    const { body } = await ask(graph, `${graph.values.appID}/uploads?${query}`, undefined, {
      method: 'POST',
    });
    const headers = { authorization: `OAuth ${graph.account.token}`, file_offset: '0' };
    const half = await ask(graph, body.id, undefined, { headers, body: new Uint8Array(bytes.subarray(1)) });
    expect(half.body.error.code).toBe(100);
    const bearer = await ask(graph, body.id, undefined, {
      headers: { file_offset: '0' },
      body: new Uint8Array(bytes),
    });
    expect(bearer.status).toBe(401);
    const whole = await ask(graph, body.id, undefined, { headers, body: new Uint8Array(bytes) });
    expect(whole.body.h).toMatch(/^4::/);
    expect(graph.media.handles.has(whole.body.h)).toBe(true);
  });
});

describe('The number in the fake', () => {
  it('The fake answers the requested fields of the number, and refuses unknown ones.', async () => {
    const fields =
      'display_phone_number,verified_name,quality_rating,whatsapp_business_manager_messaging_limit';
    const { body } = await ask(graph, `${graph.values.phoneNumberID}?fields=${fields}`);
    expect(body).toEqual({
      display_phone_number: '+924235761999',
      verified_name: 'Example School',
      quality_rating: 'GREEN',
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      id: graph.values.phoneNumberID,
    });
    expect((await ask(graph, `${graph.values.phoneNumberID}?fields=colour`)).body.error.code).toBe(100);
  });
  it('The number belongs to its account, and an app can subscribe to it.', async () => {
    const path = `${graph.values.wabaID}/subscribed_apps`;
    const numbers = await ask(graph, `${graph.values.wabaID}/phone_numbers`);
    expect(numbers.body.data[0].id).toBe(graph.values.phoneNumberID);
    expect((await ask(graph, path)).body.data).toHaveLength(1);
    await ask(graph, path, undefined, { method: 'DELETE' });
    expect((await ask(graph, path)).body.data).toEqual([]);
    await ask(graph, path, undefined, { method: 'POST' });
    expect((await ask(graph, path)).body.data).toHaveLength(1);
  });
});
