/** The limits of WhatsApp that the fake enforces and counts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import errors from './examples/graph-errors.json' with { type: 'json' };
import { ask, send, textTo } from './graph/caller.ts';
import { type Graph, startGraph } from './graph.ts';

const to = '+923001234567';
const day = 86_400_000;

let graph: Graph;
let at: number;
beforeEach(async () => {
  at = Date.parse('2026-11-05T08:00:00Z');
  graph = await startGraph({ isByHand: true, now: () => new Date(at), perSecond: 50 });
});
afterEach(() => graph.close());

const codeOf = async (body: object): Promise<number | undefined> =>
  (await send(graph, body)).body.error?.code;
const person = (index: number) => `+9230012${String(index).padStart(5, '0')}`;

async function notice(): Promise<void> {
  const components = [{ type: 'BODY', text: 'A notice for all.' }];
  const draft = { name: 'notice', language: 'en', category: 'UTILITY', components };
  await ask(graph, `${graph.values.wabaID}/message_templates`, draft);
  graph.templates.approve('notice');
}
const noticeTo = (number: string) =>
  textTo(number, {
    type: 'template',
    text: undefined,
    template: { name: 'notice', language: { code: 'en' } },
  });

describe('Customer service window of the fake', () => {
  it('The window is open for a day after a parent wrote, and templates need no window.', async () => {
    await notice();
    expect(await codeOf(textTo(to))).toBe(131047);
    expect(await codeOf(noticeTo(to))).toBeUndefined();
    graph.phone(to).writes('Salam');
    expect(await codeOf(textTo(to))).toBeUndefined();
    at += day - 1;
    expect(await codeOf(textTo(to))).toBeUndefined();
    at += 1;
    expect(await codeOf(textTo(to))).toBe(131047);
    expect(graph.counts.refused.window).toBe(2);
  });
});

describe('Rate limits of the fake', () => {
  it('The fake accepts 45 messages at once to one person, and then one in six seconds.', async () => {
    graph.phone(to).opensWindow();
    for (let index = 0; index < 45; index += 1) expect(await codeOf(textTo(to))).toBeUndefined();
    at += 1000;
    const { body } = await send(graph, textTo(to));
    expect(body.error).toEqual({ ...errors.pair_131056.error, fbtrace_id: expect.any(String) });
    at += 5000;
    expect(await codeOf(textTo(to))).toBeUndefined();
    expect(await codeOf(textTo(to))).toBe(131056);
    expect(graph.counts.refused.pair).toBe(2);
  });

  it('The fake limits messages per second through one number, in and out.', async () => {
    await notice();
    for (let index = 0; index < 25; index += 1) graph.phone(person(index)).opensWindow();
    for (let index = 0; index < 25; index += 1) expect(await codeOf(noticeTo(person(index)))).toBeUndefined();
    const { body } = await send(graph, noticeTo(to));
    expect(body.error).toEqual({ ...errors.rate_130429.error, fbtrace_id: expect.any(String) });
    at += 1000;
    expect(await codeOf(noticeTo(to))).toBeUndefined();
    expect(graph.counts).toMatchObject({ refused: { throughput: 1 }, mostASecond: 50 });
  });
});

describe('Messaging limit of the fake', () => {
  const write = async (from: number, until: number) => {
    for (let index = from; index < until; index += 1) {
      at += 25;
      expect(await codeOf(noticeTo(person(index)))).toBeUndefined();
    }
  };
  it('The fake counts each person a day once, without open windows, and by how many the limit was exceeded.', async () => {
    await notice();
    graph.phone(to).opensWindow();
    await write(0, 249);
    await write(0, 10);
    await codeOf(noticeTo(to));
    expect(graph.counts.people).toEqual({ most: 249, allowed: 250, exceededBy: 0 });
    await write(249, 253);
    expect(graph.counts.people).toEqual({ most: 253, allowed: 250, exceededBy: 3 });
  });

  it('The fake forgets the counted people after a day.', async () => {
    await notice();
    await write(0, 200);
    at += day;
    await write(200, 400);
    expect(graph.counts.people).toMatchObject({ most: 200, exceededBy: 0 });
  });
});
