/** Templates: what Meta’s form accepts, and their reviews. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import creates from './examples/template.create.requests.json' with { type: 'json' };
import answers from './examples/template.responses.json' with { type: 'json' };
import webhooks from './examples/webhooks.json' with { type: 'json' };
import { ask, listen } from './graph/caller.ts';
import { type Graph, startGraph } from './graph.ts';

let graph: Graph;
let ahead: number;
let hookListener: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => {
  ahead = 0;
  graph = await startGraph({ isByHand: true, reviewAfter: 60_000, now: () => new Date(Date.now() + ahead) });
  hookListener = await listen(graph);
  await graph.hooks.subscribe({ url: hookListener.url, verifyToken: 'expected' });
});
afterEach(async () => {
  await graph.close();
  await hookListener.close();
});

const create = (draft: object) => ask(graph, `${graph.values.wabaID}/message_templates`, draft);
const list = (query = '') => ask(graph, `${graph.values.wabaID}/message_templates?${query}`);
const withBody = (text: string, examples: string[] = []) => ({
  name: 'notice',
  language: 'en',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text, ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}) },
  ],
});
const withPart = (part: object) => {
  const draft = withBody('A notice for all.');
  return { ...draft, components: [...draft.components, part] };
};

describe('Template form of the fake', () => {
  it('The fake accepts the templates of the examples.', async () => {
    graph.media.handles.add('4::aW...');
    const { body } = await create(creates.create_positional);
    expect(body).toEqual({ ...answers.create, id: expect.stringMatching(/^\d+$/) });
    expect((await create(creates.create_named_document_header)).body).toMatchObject({ status: 'PENDING' });
  });

  const wrong: [string, object, number | undefined][] = [
    ['a variable first', withBody('{{1}} is to be paid in time, please.', ['a']), 2388299],
    ['a variable last', withBody('Please pay in time the sum of {{1}}', ['a']), 2388299],
    ['only a full stop after the last', withBody('Please pay in time the sum of {{1}}.', ['a']), 2388299],
    ['nothing but a variable', withBody('{{1}}', ['a']), 2388299],
    [
      'too many variables for its length',
      withBody('Dear {{1}} of {{2}}, pay {{3}} now.', ['a', 'b', 'c']),
      2388293,
    ],
    ['numbers with a gap', withBody('Dear parent of {{1}}, please pay {{3}} in time.', ['a', 'b']), 2388072],
    ['names where numbers are', withBody('Dear parent of {{name}}, please pay.', ['a']), 2388072],
    ['no example', withBody('Dear parent of {{1}}, please pay in time.'), 2388043],
    ['an empty body', withBody(' '), 2388072],
    ['a body too long', withBody('a'.repeat(1025)), 2388040],
    ['a footer too long', withPart({ type: 'FOOTER', text: 'a'.repeat(61) }), 2388040],
    ['a variable in the footer', withPart({ type: 'FOOTER', text: 'From {{1}}' }), 2388073],
    ['a header too long', withPart({ type: 'HEADER', format: 'TEXT', text: 'a'.repeat(61) }), 2388040],
    ['a header without an example', withPart({ type: 'HEADER', format: 'IMAGE' }), 2388047],
    [
      'an example that nobody uploaded',
      withPart({ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::other'] } }),
      2388047,
    ],
    [
      'a button too long',
      withPart({ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'a'.repeat(26) }] }),
      2388040,
    ],
    ['two bodies', withPart({ type: 'BODY', text: 'Another.' }), undefined],
    ['a name in capitals', { ...withBody('A notice.'), name: 'Notice' }, undefined],
    ['a hyphen in the language', { ...withBody('A notice.'), language: 'en-US' }, undefined],
    ['a key too many', { ...withBody('A notice.'), colour: 'red' }, undefined],
  ];
  it.each(wrong)('The fake refuses a template with %s.', async (_name, draft, subcode) => {
    const { status, body } = await create(draft);
    expect(status).toBe(400);
    expect(body.error.error_subcode).toBe(subcode);
    expect(graph.templates.all()).toEqual([]);
  });

  it('The fake refuses a template with the same name and language.', async () => {
    await create(withBody('A notice.'));
    expect((await create(withBody('A notice.'))).body.error.error_subcode).toBe(2388024);
    expect((await create({ ...withBody('A notice.'), language: 'ur' })).status).toBe(200);
  });
});

describe('Template reviews of the fake', () => {
  it('The fake approves a template after the review time and sends a webhook.', async () => {
    await create(creates.create_positional);
    await graph.tick();
    expect(graph.templates.all()[0]?.status).toBe('PENDING');
    ahead = 61_000;
    await graph.tick();
    expect(graph.templates.all()[0]?.status).toBe('APPROVED');
    const value = {
      ...webhooks.template_approved.entry[0]!.changes[0]!.value,
      message_template_id: expect.any(Number),
    };
    expect(hookListener.changes()).toEqual([{ field: 'message_template_status_update', value }]);
  });

  it('The fake rejects a template with two adjacent variables.', async () => {
    await create(withBody('Dear parent, the fee of {{1}} {{2}} is due, please pay it in time.', ['a', 'b']));
    ahead = 61_000;
    await graph.tick();
    expect(hookListener.changes()[0]?.value).toMatchObject({
      event: 'REJECTED',
      reason: 'INVALID_FORMAT',
      rejection_info: webhooks.template_rejected.entry[0]!.changes[0]!.value.rejection_info,
    });
  });

  it('The fake reports paused, recategorised and deleted templates, with a hyphen in the language.', async () => {
    await create({ ...withBody('A notice.'), language: 'en_US' });
    graph.templates.pause('notice');
    graph.templates.recategorise('notice', 'MARKETING');
    await ask(graph, `${graph.values.wabaID}/message_templates?name=notice`, undefined, { method: 'DELETE' });
    await graph.tick();
    expect(hookListener.changes().map(({ value }) => value)).toMatchObject([
      { event: 'PAUSED', message_template_language: 'en-US', other_info: { title: 'FIRST_PAUSE' } },
      { previous_category: 'UTILITY', new_category: 'MARKETING' },
      { event: 'PENDING_DELETION', reason: null },
    ]);
    expect((await list()).body).toEqual({ data: [] });
  });

  it('The fake lists templates in pages, by status and by name.', async () => {
    for (let index = 0; index < 5; index += 1)
      await create({ ...withBody('A notice.'), name: `notice_${index}` });
    graph.templates.approve('notice_3');
    const first = await list('fields=name,status&limit=2');
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['notice_0', 'notice_1']);
    const { next, cursors } = first.body.paging;
    expect((await ask(graph, next)).body.data).toHaveLength(2);
    const second = await list(`limit=100&after=${cursors.after}`);
    expect(second.body.data).toHaveLength(3);
    expect(second.body.paging.next).toBeUndefined();
    expect(Object.keys(second.body.data[0]).toSorted()).toEqual(
      Object.keys(answers.list.data[0]!).toSorted(),
    );
    expect((await list('status=approved')).body.data).toMatchObject([{ name: 'notice_3' }]);
    expect((await list('name=notice_1')).body.data).toMatchObject([{ name: 'notice_1' }]);
  });

  it('An edited template is pending again, and a second edit is refused.', async () => {
    const { body } = await create(withBody('A notice.'));
    graph.templates.approve('notice');
    const { components } = withBody('Another notice.');
    expect((await ask(graph, body.id, { components })).body).toEqual(answers.edit);
    expect((await ask(graph, `${body.id}?fields=status`)).body.status).toBe('PENDING');
    graph.templates.approve('notice');
    expect((await ask(graph, body.id, { components })).body.error.error_subcode).toBe(2388039);
  });

  it('Deleting an unknown template is refused.', async () => {
    const path = `${graph.values.wabaID}/message_templates?name=other`;
    expect((await ask(graph, path, undefined, { method: 'DELETE' })).status).toBe(400);
  });
});
