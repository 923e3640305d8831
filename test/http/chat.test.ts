import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

type Item = {
  message: string;
  fromAdmin: boolean;
  status: string | null;
  reason: string | null;
  reasonCode: string | null;
  date: string;
};
const linesOf = (items: Item[]) =>
  items.map(({ message, fromAdmin }) => [fromAdmin ? 'we' : 'they', message]);

describe.each(engines)('Chat on %s', (engine) => {
  const here = useCampus(engine);
  const number = '0300-7654321';
  let media: string;
  beforeEach(async () => {
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    [media] = (await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) })).path;
  });

  const say = (message: string) =>
    here.clerk.get(calls.sendToMember, { body: { message, contacts: number, media } });
  const reply = (message: string) => here.clerk.get(calls.replyFromPhone, { body: { number, message } });
  const load = (query: Record<string, unknown> = {}) =>
    here.clerk.get(calls.loadChat, { query: { number, ...query } });

  it('A chat lists what both sides wrote, oldest first.', async () => {
    const { clock, world } = here;
    // The clock moves between the messages, so that their order does not depend on chance.
    const at = (minute: number) => {
      clock.now = new Date(Date.UTC(2030, 0, 1, 8, minute));
    };
    at(0);
    await say('Fees are due');
    await world.work();
    at(1);
    await reply('Paid today');
    at(2);
    await say('Thank you');
    const items = await load();
    expect(linesOf(items)).toEqual([
      ['we', 'Fees are due'],
      ['they', 'Paid today'],
      ['we', 'Thank you'],
    ]);
    expect(items[0]).toMatchObject({ date: '2030-01-01T08:00:00.000Z', media, audio: '' });
    expect(items[1]).toMatchObject({ date: '2030-01-01T08:01:00.000Z', status: null });
    expect(items[1]).toMatchObject({ dueAt: null });
    expect(items[2]).toMatchObject({ status: 'queued', reason: null, dueAt: '2030-01-01T08:02:00.000Z' });
  });

  it('A chat is found by its number in any spelling.', async () => {
    await say('Salam');
    for (const typed of ['03007654321', '+92 300 7654321', `${number}, 0300-7654321`, '923007654321']) {
      expect(linesOf(await load({ number: typed }))).toEqual([['we', 'Salam']]);
    }
    expect(await load({ number: '0321 1234567' })).toEqual([]);
    expect(await load({ number: 'no number' })).toEqual([]);
    expectFailure(await here.clerk.ask(calls.loadChat), 'malformed');
  });

  it.each([
    ['another number', '0321 1234567', '0321 1234567'],
    ['a word', 'abc', 'abc'],
    ['what is no number', '0300 12', '0300 12'],
  ])('A call for one number refuses a request that has %s beside the number.', async (_what, more, part) => {
    const { clerk } = here;
    const typed = `0300-7654321, ${more}`;
    const message = failureWords.oneNumber(part);
    const query = { number: typed };
    for (const answered of [
      await clerk.ask(calls.loadChat, { query }),
      await clerk.ask(calls.loadChatPage, { query }),
      await clerk.ask(calls.getWindow, { query }),
      await clerk.ask(calls.listFamilyBills, { query }),
      await clerk.ask(calls.markSeen, { body: { number: typed, upTo: 'i1' } }),
      await clerk.ask(calls.addOptOut, { body: { number: typed } }),
      await clerk.ask(calls.removeOptOut, { query }),
      await clerk.ask(calls.listOptOuts, { query }),
      await clerk.ask(calls.showPhone, { query }),
      await clerk.ask(calls.replyFromPhone, { body: { number: typed, message: 'Salam' } }),
    ]) {
      expectFailure(answered, 'invalid');
      expect(answered.body.issues).toEqual([{ path: 'number', message }]);
    }
  });

  it('A chat says why a message failed, and leaves out messages that were skipped.', async () => {
    const { campus, clerk, world } = here;
    const absent = '0300-1234500';
    await clerk.get(calls.sendToMember, { body: { message: 'Salam', contacts: absent } });
    const { id } = await campus.group({ bills: [makeBill({ number: absent, dueDate: null })] });
    await campus.message({ groupIDs: [id], message: 'Due {{dueDate}}' });
    await world.work();
    const items = await load({ number: absent });
    expect(items).toMatchObject([{ message: 'Salam', status: 'failed', reasonCode: 'notOnWhatsApp' }]);
  });

  it('A chat is loaded from the campus that cID names, and without cID from the campus of the session.', async () => {
    const { campus, caller } = here;
    const sister = await campus.sister();
    const head = await caller({ view: true }, [sister]);
    await say('From the first campus');
    await sister.message({ contacts: number, message: 'From the second campus' });
    const loaded = (cID: number | undefined) =>
      head.get(calls.loadChat, { query: { number, cID } }).then(linesOf);
    expect(await loaded(campus.id)).toEqual([['we', 'From the first campus']]);
    expect(await loaded(sister.id)).toEqual([['we', 'From the second campus']]);
    expect(await loaded(undefined)).toEqual([['we', 'From the first campus']]);
  });
});

type Conversation = { id: number; number: string; name: string; text: string; unread: number };
const [ayesha, bilal, zainab] = ['+923007654321', '+923007654322', '+923007654323'] as const;

describe.each(engines)('Conversations on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const reply = (number: string, message: string, clerk = here.clerk) =>
    clerk.get(calls.replyFromPhone, { body: { number, message } });
  const list = (query: Record<string, unknown> = {}) => here.clerk.get(calls.listConversations, { query });
  const found = async (search: string): Promise<string[]> =>
    (await list({ search })).items.map(({ number }: Conversation) => number);
  /** The chat’s id of the latest message from this number. */
  const latestOf = async (number: string): Promise<string> =>
    (await here.clerk.get(calls.loadChat, { query: { number } })).at(-1).id;
  const see = (number: string, upTo: string) =>
    here.clerk.get(calls.markSeen, { body: { number, upTo } }).then(({ changed }) => changed);
  const bill = (name: string, number: string) => makeBill({ name, number });
  const sendToGroups = async (groupIDs: number[], message = 'Dear {{name}}') => {
    await here.campus.message({ groupIDs, message });
    await here.world.work();
  };
  const toAnswerOfGroups = async () =>
    Object.fromEntries(
      (await here.clerk.get(calls.listGroups)).map((group: { id: number; toAnswer: number }) => [
        group.id,
        group.toAnswer,
      ]),
    );
  const unreadOfBills = async (id: number) =>
    (await here.clerk.get(calls.listBills, { params: { id } })).items.map(
      ({ unread }: { unread: number }) => unread,
    );

  it('A user who may not answer can read a parent’s messages, and they stay unread for everybody.', async () => {
    const group = await here.campus.group({ bills: [bill('Ayesha', ayesha)] });
    await sendToGroups([group.id]);
    await reply(ayesha, 'Paid');
    const reader = await here.caller({ view: true });
    const body = { number: ayesha, upTo: await latestOf(ayesha) };
    expectFailure(await reader.ask(calls.markSeen, { body }), 'forbidden');
    expect(await list()).toMatchObject({ unread: 1 });
    expect(await see(ayesha, body.upTo)).toBe(1);
    expect(await list()).toMatchObject({ unread: 0 });
  });

  it('Conversations are listed by their latest message, page by page.', async () => {
    const nothing = { items: [], next: null, unread: 0, waiting: 0, closing: null, toConfirm: 0 };
    expect(await list()).toEqual(nothing);
    const group = await here.campus.group({ bills: [bill('Ayesha', ayesha), bill('Bilal', bilal)] });
    await sendToGroups([group.id]);
    here.clock.now = new Date('2030-01-01T08:00:00.000Z');
    for (const number of [ayesha, zainab, bilal]) await reply(number, `From ${number}`);
    await reply(ayesha, 'Paid today');
    // Later messages of ours change neither order nor name.
    await here.campus.message({ contacts: zainab, message: 'Salam' });
    await here.campus.message({ contacts: ayesha, message: 'Thank you' });
    const { items, next, unread } = await list({ take: 2 });
    expect(items).toMatchObject([
      { number: ayesha, name: 'Ayesha', text: 'Paid today', media: '', audio: '', unread: 2 },
      { number: bilal, name: 'Bilal', text: `From ${bilal}`, at: '2030-01-01T08:00:00.000Z', unread: 1 },
    ]);
    expect({ next, unread }).toEqual({ next: items[1].id, unread: 4 });
    const rest = await list({ take: 2, after: next });
    expect(rest).toMatchObject({ items: [{ number: zainab, name: '', unread: 1 }], next: null, unread: 4 });
    expect((await list({ take: 3 })).next).toBeNull();
  });

  it('Conversations are found by number as typed, by name and by what was written, also in Urdu.', async () => {
    const group = await here.campus.group({
      bills: [bill('Ayesha Khan', ayesha), bill('زینب بی بی', zainab)],
    });
    await sendToGroups([group.id]);
    await reply(ayesha, 'Paid 100%');
    await reply(bilal, 'فیس جمع کروا دی ہے');
    await reply(zainab, 'I have paid');
    await reply(zainab, 'Yes');
    expect(await found('aYESHA')).toEqual([ayesha]);
    expect(await found('زینب')).toEqual([zainab]);
    expect(await found('جمع')).toEqual([bilal]);
    for (const typed of ['0300-7654322', '+92 300 7654322', '923007654322', '54322'])
      expect(await found(typed)).toEqual([bilal]);
    expect(await found('0300')).toEqual([zainab, bilal, ayesha]);
    expect(await found('%')).toEqual([ayesha]);
    // Only the latest text is shown, but all texts are searched.
    expect(await found('have paid')).toEqual([zainab]);
    expect((await list({ search: '0300', take: 1 })).next).not.toBeNull();
  });

  it('A conversation has the name of the bill or student with its number, even if no message named it.', async () => {
    const { campus, clerk } = here;
    const sister = await campus.sister();
    const names = async () =>
      Object.fromEntries(
        (await list()).items.map(({ number, name }: Conversation) => [number, name] as const),
      );
    for (const number of [ayesha, bilal, zainab]) await reply(number, 'Salam');
    await sister.save([bill('Of another campus', zainab)]);
    expect(await names()).toEqual({ [ayesha]: '', [bilal]: '', [zainab]: '' });
    const { id, bills } = await campus.group({
      bills: [
        bill('زینب بی بی', `0321-1111111, ${ayesha}`),
        makeBill({ name: 'Bilal Khan', regNum: 'B', number: bilal }),
      ],
    });
    const [first, second] = bills.map((one) => ({ id: one.id }));
    const head = {
      file: { name: 'r', sha256: 'a'.repeat(64) },
      left: { skipped: 0, refused: 0 },
    };
    const student = { regNum: 'S', name: 'Zainab', class: '5', number: zainab };
    const roster = (saveID: string, more: object) =>
      clerk.get(calls.importStudents, asLines({ ...head, saveID, headings: [] }, [{ ...student, ...more }]));
    await roster('roster of May', {});
    expect(await names()).toEqual({ [ayesha]: 'زینب بی بی', [bilal]: 'Bilal Khan', [zainab]: 'Zainab' });
    expect(await found('بی بی')).toEqual([ayesha]);
    expect(await found('bilal')).toEqual([bilal]);
    // Names and numbers change, so the conversations change their names.
    await clerk.get(calls.updateBill, { params: first, body: { number: '0321-1111111' } });
    await campus.save([makeBill({ name: 'Bilal Ahmed', regNum: 'B', number: bilal })], { id });
    await roster('roster of June', { name: 'Zainab Bibi' });
    expect(await names()).toEqual({ [ayesha]: '', [bilal]: 'Bilal Ahmed', [zainab]: 'Zainab Bibi' });
    await clerk.get(calls.updateBill, { params: second, body: { name: 'Bilal' } });
    expect(await found('Ahmed')).toEqual([]);
    expect(await found('Bilal')).toEqual([bilal]);
    // The name stays after the bill was deleted, because the number was theirs.
    await clerk.get(calls.removeBill, { params: second });
    expect(await found('Bilal')).toEqual([bilal]);
    // The name of the bill that was last messaged comes first.
    const december = await campus.group({ name: 'December', bills: [bill('Bilal and Sana', bilal)] });
    await sendToGroups([december.id]);
    await campus.save([bill('Sana', bilal)], { name: 'January', month: 1 });
    expect((await names())[bilal]).toBe('Bilal and Sana');
  });

  it('A message is unread until somebody has looked, and a message that arrives meanwhile stays unread.', async () => {
    const group = await here.campus.group({ bills: [bill('Ayesha', ayesha), bill('Bilal', bilal)] });
    await sendToGroups([group.id]);
    for (const text of ['One', 'Two']) await reply(ayesha, text);
    await reply(bilal, 'Salam');
    expect(await unreadOfBills(group.id)).toEqual([2, 1]);
    const shown = await latestOf(ayesha);
    await reply(ayesha, 'Three');
    expect(await see('0300-7654321', shown)).toBe(2);
    expect(await list()).toMatchObject({
      items: [
        { number: ayesha, unread: 1 },
        { number: bilal, unread: 1 },
      ],
      unread: 2,
    });
    expect(await see('0300-7654321', shown)).toBe(0);
    expect(await see('923007654321', await latestOf(ayesha))).toBe(1);
    expect(await see('no number', await latestOf(bilal))).toBe(0);
    expect(await unreadOfBills(group.id)).toEqual([0, 1]);
    for (const body of [{ number: ayesha }, { number: ayesha, upTo: 'm1' }, { number: '', upTo: 'i1' }])
      expectFailure(await here.clerk.ask(calls.markSeen, { body }), 'malformed');
  });

  it('Unread messages count for each bill of the family, and for each number of a bill.', async () => {
    const group = await here.campus.group({
      bills: [bill('Ayesha', `${ayesha}, ${bilal}`), bill('Hamza', ayesha), makeBill({ number: '' })],
    });
    await reply(ayesha, 'Salam');
    await reply(bilal, 'Salam');
    expect(await unreadOfBills(group.id)).toEqual([2, 1, 0]);
  });

  it('A chat to answer counts for the billing that its number last got a message about before it wrote.', async () => {
    const october = await here.campus.group({ name: 'October', bills: [bill('Ayesha', ayesha)] });
    const november = await here.campus.group({ name: 'November', bills: [bill('Ayesha', ayesha)] });
    const toAnswer = async () => {
      const of = await toAnswerOfGroups();
      return { october: of[october.id], november: of[november.id], all: (await list()).waiting };
    };
    await reply(ayesha, 'Of nothing');
    expect(await toAnswer()).toEqual({ october: 0, november: 0, all: 1 });
    await sendToGroups([october.id]);
    for (const text of ['Of October', 'Again']) await reply(ayesha, text);
    expect(await toAnswer()).toEqual({ october: 1, november: 0, all: 1 });
    await sendToGroups([november.id]);
    // An answer after a message to the number alone still counts for November.
    await here.campus.message({ contacts: ayesha, message: 'Salam' });
    await here.world.work();
    await reply(ayesha, 'Of November');
    expect(await toAnswer()).toEqual({ october: 0, november: 1, all: 1 });
    await here.campus.message({ groupIDs: [october.id] });
    await reply(ayesha, 'What waits in the outbox has not been read');
    await here.clerk.ask(calls.clearOutbox);
    await here.world.work();
    await reply(ayesha, 'Nor has what was cleared');
    expect(await toAnswer()).toEqual({ october: 0, november: 1, all: 1 });
    const body = { number: ayesha, upTo: await latestOf(ayesha), isAnswered: true };
    await here.clerk.get(calls.markAnswered, { body });
    expect(await toAnswer()).toEqual({ october: 0, november: 0, all: 0 });
  });

  it('Answers to a removed billing count for no other billing and stay unread.', async () => {
    const [gone, left] = [
      await here.campus.group({ bills: [bill('Ayesha', ayesha)] }),
      await here.campus.group({ bills: [bill('Ayesha', ayesha)] }),
    ];
    await sendToGroups([gone.id]);
    await reply(ayesha, 'Before');
    await here.clerk.get(calls.removeGroup, { query: { id: gone.id } });
    await reply(ayesha, 'After');
    expect(await toAnswerOfGroups()).toEqual({ [left.id]: 0 });
    expect(await unreadOfBills(left.id)).toEqual([2]);
    expect((await list()).unread).toBe(2);
    const answered = here.world.deps.store.db.selectFrom('inbound').select('groupID').orderBy('id');
    const rows = await answered.where('campusID', '=', here.campus.id).execute();
    expect(rows).toEqual([{ groupID: gone.id }, { groupID: null }]);
    expect(await see(ayesha, await latestOf(ayesha))).toBe(2);
  });

  it('Each campus has its own conversations and unread counts.', async () => {
    const sister = await here.campus.sister();
    const sisterCaller = callerOf(here.world, sister, await sister.user());
    const group = await here.campus.group({ bills: [bill('Ayesha', ayesha)] });
    await sendToGroups([group.id]);
    await reply(ayesha, 'To the first campus');
    await reply(ayesha, 'To the second campus', sisterCaller);
    const upTo = await latestOf(ayesha);
    const sisterConversations = await sisterCaller.get(calls.listConversations);
    expect(sisterConversations).toMatchObject({
      items: [{ name: '', text: 'To the second campus', unread: 1 }],
      unread: 1,
    });
    expect(await see(ayesha, `i${sisterConversations.items[0].id}`)).toBe(1);
    expect(await list()).toMatchObject({ items: [{ text: 'To the first campus', unread: 0 }], unread: 0 });
    expect((await sisterCaller.get(calls.listConversations)).unread).toBe(1);
    const body = { number: ayesha, upTo };
    expect(await sisterCaller.get(calls.markSeen, { body })).toEqual({ changed: 0 });
  });
});
