/** The inbox: which chats wait for an answer, whose they are, and the quick answers of the campus. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Conversation } from '#shared/calls/chat.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const [ayesha, bilal, zainab] = ['+923007654321', '+923007654322', '+923007654323'] as const;

describe.each(engines)('The inbox on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const write = (number: string, message: string) =>
    here.clerk.get(calls.replyFromPhone, { body: { number, message } });
  const ask = (query: Record<string, unknown> = {}) => here.clerk.get(calls.listConversations, { query });
  const numbersIn = async (query: Record<string, unknown>): Promise<string[]> =>
    (await ask(query)).items.map(({ number }: Conversation) => number);
  const latestOf = async (number: string): Promise<string> =>
    (await here.clerk.get(calls.loadChat, { query: { number } })).findLast(
      ({ fromAdmin }: { fromAdmin: boolean }) => !fromAdmin,
    ).id;
  const see = async (number: string) =>
    here.clerk.get(calls.markSeen, { body: { number, upTo: await latestOf(number) } });
  const mark = (number: string, upTo: string, isAnswered?: boolean) =>
    here.clerk.get(calls.markAnswered, { body: { number, upTo, isAnswered } });

  it('The inbox lists conversations that wait for an answer, page by page, until somebody marks them as answered.', async () => {
    for (const number of [ayesha, bilal, zainab]) await write(number, 'Salam');
    expect(await ask({ list: 'waiting', take: 2 })).toMatchObject({
      items: [
        { number: zainab, isAnswered: false },
        { number: bilal, isAnswered: false },
      ],
      waiting: 3,
      unread: 3,
    });
    const { next } = await ask({ list: 'waiting', take: 2 });
    expect(await numbersIn({ list: 'waiting', after: next })).toEqual([ayesha]);

    // An answered mark holds for every user, and unread messages stay unread.
    expect(await mark('0300-7654322', await latestOf(bilal))).toEqual({ changed: 1 });
    expect(await mark(bilal, await latestOf(bilal))).toEqual({ changed: 0 });
    expect(await ask({ list: 'waiting' })).toMatchObject({ waiting: 2, unread: 3 });
    expect(await numbersIn({ list: 'waiting' })).toEqual([zainab, ayesha]);
    expect(await numbersIn({ list: 'answered' })).toEqual([bilal]);
    expect(await numbersIn({ list: 'all' })).toEqual([zainab, bilal, ayesha]);

    // A new message waits again, and marking an older one as answered does not change that.
    const old = await latestOf(bilal);
    await write(bilal, 'And one thing more');
    expect(await numbersIn({ list: 'waiting' })).toEqual([bilal, zainab, ayesha]);
    expect(await mark(bilal, old)).toEqual({ changed: 0 });
    expect((await ask()).waiting).toBe(3);
    expect(await mark(bilal, await latestOf(bilal))).toEqual({ changed: 1 });
    expect(await mark(bilal, await latestOf(bilal), false)).toEqual({ changed: 1 });
    expect((await ask()).waiting).toBe(3);
  });

  it('A conversation is answered by a reply after it was read, and not by a send to many.', async () => {
    const group = await here.campus.group({ bills: [makeBill({ name: 'Ayesha', number: ayesha })] });
    await write(ayesha, 'When is it due?');
    await here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
    expect((await ask()).waiting).toBe(1);
    const reply = { body: { message: 'On the tenth', contacts: ayesha } };
    // Nobody has read the message, so this text does not answer it.
    await here.clerk.get(calls.sendToMember, reply);
    expect((await ask()).waiting).toBe(1);
    await see(ayesha);
    await here.clerk.get(calls.sendToMember, { body: { ...reply.body, message: 'On the tenth of May' } });
    expect(await ask()).toMatchObject({
      waiting: 0,
      items: [{ number: ayesha, isAnswered: true, sent: { text: 'On the tenth of May', status: 'queued' } }],
    });
    await write(ayesha, 'Thanks');
    expect(await ask()).toMatchObject({ waiting: 1, items: [{ isAnswered: false }] });
  });

  it('A conversation shows the children, their classes, the father and what is payable today.', async () => {
    here.clock.now = new Date('2026-11-20T08:00:00.000Z');
    const head = {
      saveID: 'roster of May',
      file: { name: 'r', sha256: 'a'.repeat(64) },
      left: { skipped: 0, refused: 0 },
      headings: [],
    };
    const children = [
      { regNum: 'E', name: 'Eman', fatherName: 'Tariq Chaudhry', class: '6', section: 'A', number: ayesha },
      { regNum: 'H', name: 'Hafsa', fatherName: 'Tariq Chaudhry', class: '4', section: 'A', number: ayesha },
    ];
    await here.clerk.get(calls.importStudents, asLines(head, children));
    const late = { total: 6500, amountAfterDueDate: 7500, dueDate: '2026-11-10', number: ayesha };
    await here.campus.group({
      bills: [
        makeBill({ ...late, name: 'Eman', regNum: 'E' }),
        makeBill({ ...late, name: 'Hafsa', regNum: 'H', status: 'paid' }),
      ],
    });
    await write(ayesha, 'Salam');
    await write(bilal, 'Who is this?');
    const { items } = await ask();
    expect(items).toMatchObject([
      { number: bilal, children: [], fatherName: null, payable: 0 },
      { number: ayesha, fatherName: 'Tariq Chaudhry', payable: 7500 },
    ]);
    expect(
      items[1].children.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
    ).toEqual([
      { name: 'Eman', class: '6', section: 'A' },
      { name: 'Hafsa', class: '4', section: 'A' },
    ]);
    // A chat is found by a loosely spelt father’s name, a child or a number.
    for (const search of ['tarik', 'hafsa', '0300-7654321'])
      expect(await numbersIn({ search }), search).toEqual([ayesha]);
    expect(await numbersIn({ search: 'tarik', list: 'answered' })).toEqual([]);
    expect(await numbersIn({ number: '0300-7654321' })).toEqual([ayesha]);
    expect(await numbersIn({ number: '0300' })).toEqual([]);
  });

  it('Marking a conversation as answered leaves the conversations of another campus unchanged.', async () => {
    const sister = await here.campus.sister();
    const sisterCaller = callerOf(here.world, sister, await sister.user());
    await write(ayesha, 'Salam');
    const body = { number: ayesha, upTo: await latestOf(ayesha) };
    expect(await sisterCaller.get(calls.markAnswered, { body })).toEqual({ changed: 0 });
    expect((await ask()).waiting).toBe(1);
    for (const upTo of ['m1', 'i', ''])
      expectFailure(
        await here.clerk.ask(calls.markAnswered, { body: { number: ayesha, upTo } }),
        'malformed',
      );
  });

  it('Quick answers are kept per campus.', async () => {
    const { clerk } = here;
    const body = { title: 'Open', message: 'Open are {{total}}.' };
    const { id } = await clerk.get(calls.addSnippet, { body });
    expect(await clerk.get(calls.listSnippets)).toEqual([{ id, ...body, version: expect.any(String) }]);
    const changed = { title: 'What is open', message: 'To be paid: {{total}}.' };
    expect(await clerk.get(calls.updateSnippet, { params: { id }, body: changed })).toEqual({
      id,
      ...changed,
      version: expect.any(String),
    });
    const wrong = { body: { title: 'Wrong', message: 'Dear {{nmae}}' } };
    expectFailure(await clerk.ask(calls.addSnippet, wrong), 'invalid');
    const sister = await here.campus.sister();
    const sisterCaller = callerOf(here.world, sister, await sister.user());
    expect(await sisterCaller.get(calls.listSnippets)).toEqual([]);
    expectFailure(await sisterCaller.ask(calls.removeSnippet, { params: { id } }), 'notFound');
    await clerk.get(calls.removeSnippet, { params: { id } });
    expectFailure(await clerk.ask(calls.removeSnippet, { params: { id } }), 'notFound');
    expect(await clerk.get(calls.listSnippets)).toEqual([]);
  });
});
