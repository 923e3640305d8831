/** A parent who writes `balance` gets the payable amount: once, at most twice a day, and only where it is allowed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { noPace } from '#shared/calls/senders.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';

const base = 'https://fees.example.org';

describe.each(engines)('Answers to balance on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let provider: Awaited<ReturnType<typeof connectCalling>>;
  let number: string;

  beforeAll(async () => {
    world = await createWorld(engine, given, { publicUrl: base });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    // Noon in Karachi.
    outside.now = new Date('2026-11-05T07:00:00.000Z');
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
    provider = await connectCalling(world, campus);
    number = `+92${freshNumber().slice(1)}`;
  });

  const db = () => world.deps.store.db;
  const turn = (isOn = true, by = clerk) => by.get(calls.switchAnswers, { body: { isOn } });
  const bills = async (...list: Partial<NewBill>[]): Promise<number[]> =>
    (
      await campus.group({
        bills: list.map((one) => makeBill({ number, total: 5000, dueDate: '2026-11-10', ...one })),
      })
    ).bills.map(({ id }) => id);
  const asks = (text = 'balance', more: object = {}): WebhookEvent => wrote(text, { number, ...more });
  const messages = async (of = number) =>
    db()
      .selectFrom('message')
      .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
      .select(['message.text', 'message.status', 'message.reason', 'broadcast.kind', 'broadcast.createdBy'])
      .where('message.campusID', '=', campus.id)
      .where('message.number', '=', of)
      .orderBy('message.id')
      .execute();
  /** The texts without the direction marks at lines that begin with a value. */
  const texts = async () =>
    (await messages()).map(({ text }) => text.replace(/[\w-]{22}$/, 'TOKEN').replace(/\u200e|\u200f/g, ''));
  const chats = (list = 'all', by = clerk) => by.get(calls.listConversations, { query: { list } });

  const expectedAnswer = `Main Campus, payable today:
Ayesha, November 2026: Rs. 5,000, due date 10 Nov 2026
Bills and vouchers: ${base}/p/TOKEN`;

  it('The answer is what is left after the child’s own credit.', async () => {
    const [ayesha] = await bills({ name: 'Ayesha' });
    await turn();
    const pay = (amount: number) =>
      clerk.get(calls.receivePayment, {
        body: { clientID: `credit ${amount}`, amount, method: 'cash', billID: ayesha, allocations: [] },
      });
    await pay(4000);
    await provider.tell(asks());
    await pay(1000.5);
    await provider.tell(asks());
    expect(await texts()).toEqual([
      expectedAnswer.replace('Main Campus', campus.scope.campus.name).replace('5,000', '1,000'),
      `${campus.scope.campus.name}: there is nothing to pay. Thank you.`,
    ]);
  });

  it('No balance answer is sent before a person switches them on or after they are switched off.', async () => {
    await bills({ name: 'Ayesha' });
    expect((await clerk.get(calls.listReminders)).answersBalance).toBe(false);
    await provider.tell(asks());
    expect(await texts()).toEqual([]);
    expect((await turn()).answersBalance).toBe(true);
    await turn();
    await provider.tell(asks());
    expect(await texts()).toHaveLength(1);
    expect((await turn(false)).answersBalance).toBe(false);
    await provider.tell(asks());
    expect(await texts()).toHaveLength(1);
    const what = (await entriesOf(db(), await schoolOf(db(), campus.id))).map((entry) => entry.what);
    expect(what.filter((one) => one.startsWith('answers'))).toEqual(['answersOn', 'answersOff']);
    expect(
      (
        await callerOf(world, campus, await campus.user({ view: true, add: true })).ask(calls.switchAnswers, {
          body: { isOn: true },
        })
      ).status,
    ).toBe(403);
  });

  it('A balance question is answered once, however often the provider repeats it.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    const event = asks();
    await provider.tell(event, event);
    await provider.tell(event);
    await Promise.all([provider.tell(event), provider.tell(event)]);
    expect(await texts()).toEqual([expectedAnswer.replace('Main Campus', campus.scope.campus.name)]);
    await world.work();
    await world.work();
    expect(await messages()).toMatchObject([{ status: 'accepted', kind: 'reply', createdBy: '' }]);
    // The link opens the family’s own page.
    const [answer] = await messages();
    const url = answer?.text.split(' ').at(-1) ?? '';
    expect((await fetch(url.replace(base, world.address))).status).toBe(200);
    const chat = await clerk.get(calls.loadChatPage, { query: { number } });
    expect(chat.items.map(({ fromAdmin }: { fromAdmin: boolean }) => fromAdmin)).toEqual([false, true]);
    expect((await clerk.get(calls.listOutbox)).items).toMatchObject([{ number, status: 'accepted' }]);
  });

  it('A balance question is answered once even after a restart between storing and handling.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    const raw = provider.webhookBody(asks());
    // Stored twice, as by a provider that got no answer, and handled by the next worker.
    expect((await provider.call(raw)).status).toBe(200);
    expect((await provider.call(raw)).status).toBe(200);
    expect(await texts()).toEqual([]);
    await provider.tell();
    expect(await texts()).toHaveLength(1);
    // After a restart every webhook is handled once more.
    await db()
      .updateTable('hook')
      .set({ handledAt: null })
      .where('senderID', '=', provider.senderID)
      .execute();
    await provider.tell();
    expect(await texts()).toHaveLength(1);
  });

  it('A number gets two balance answers a day in the campus, and further questions wait for a person.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await provider.tell(asks(), asks('Fees?'), asks('Balance'));
    expect(await texts()).toHaveLength(2);
    expect((await chats('waiting')).items).toMatchObject([{ number, unread: 1 }]);
    // Ten minutes before midnight in Karachi, and ten after.
    outside.now = new Date('2026-11-05T18:50:00.000Z');
    await provider.tell(asks());
    expect(await texts()).toHaveLength(2);
    outside.now = new Date('2026-11-05T19:10:00.000Z');
    await provider.tell(asks());
    expect(await texts()).toHaveLength(3);
    // Another number has two answers of its own.
    const other = `+92${freshNumber().slice(1)}`;
    await campus.group({ bills: [makeBill({ number: other, name: 'Zara' })], name: 'Other' });
    await provider.tell(wrote('balance', { number: other }));
    expect(await messages(other)).toHaveLength(1);
  });

  it('Of ten balance questions at once two are answered.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await Promise.all(Array.from({ length: 10 }, () => provider.tell(asks())));
    expect(await texts()).toHaveLength(2);
    expect((await chats('waiting')).items).toMatchObject([{ number, unread: 8 }]);
  });

  it('An answered balance question is not waiting, and earlier questions still are.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await provider.tell(asks());
    expect(await chats('waiting')).toMatchObject({ items: [], waiting: 0, unread: 0 });
    await provider.tell(asks('My son is ill, may I pay later?'));
    await provider.tell(asks());
    expect(await texts()).toHaveLength(2);
    expect(await chats('waiting')).toMatchObject({ items: [{ number, unread: 2 }], waiting: 1 });
    // The message was read but not answered, so an automatic answer leaves it waiting.
    const [chat] = (await chats()).items;
    await clerk.get(calls.markSeen, { body: { number, upTo: `i${chat.id}` } });
    outside.pass(86_400);
    await provider.tell(asks());
    expect(await chats('waiting')).toMatchObject({ items: [{ number, unread: 1 }] });
  });

  it('A balance answer lists each child of the family with late amounts, and no other child.', async () => {
    await bills(
      { name: 'Bilal', total: 4000, amountAfterDueDate: 4500, dueDate: '2026-11-01' },
      { name: 'Ayesha' },
      { name: 'Hamza', status: 'paid' },
      { name: 'Stranger', number: freshNumber() },
    );
    await turn();
    await provider.tell(asks());
    const [text = ''] = await texts();
    expect(text.split('\n').slice(1, -1)).toEqual([
      'Ayesha, November 2026: Rs. 5,000, due date 10 Nov 2026',
      'Bilal, November 2026: Rs. 4,500, due date 1 Nov 2026',
      'Total: Rs. 9,500',
    ]);
  });

  it('A balance answer is in Urdu when the question was.', async () => {
    await bills({ name: 'عائشہ' });
    await turn();
    await provider.tell(asks('بقايا'));
    const [text = ''] = await texts();
    expect(text).toContain('واجب الادا');
    expect(text).toContain('5,000');
    expect(text).not.toContain('payable');
  });

  it('A balance answer says that nothing is to be paid if all bills are paid.', async () => {
    await bills({ name: 'Ayesha', status: 'paid' });
    await turn();
    await provider.tell(asks());
    expect(await texts()).toEqual([`${campus.scope.campus.name}: there is nothing to pay. Thank you.`]);
    await provider.tell(asks('بقایا'));
    expect((await texts())[1]).toContain('کوئی فیس واجب الادا نہیں');
  });

  it('No balance answer is sent to a number without a bill or with a bill without an amount.', async () => {
    await turn();
    await provider.tell(asks());
    expect(await messages()).toEqual([]);
    expect((await chats('waiting')).items).toMatchObject([{ number, text: 'balance' }]);
    await bills({ name: 'Ayesha' }, { name: 'Bilal', total: null });
    await provider.tell(asks());
    expect(await messages()).toEqual([]);
  });

  it('No balance answer is sent to an opted-out number, even if it opts out after asking.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await provider.tell(asks('STOP'));
    await world.work();
    await provider.tell(asks());
    expect((await texts()).filter((text) => text.includes('payable'))).toEqual([]);
    await provider.tell(asks('START'), asks(), asks('STOP'));
    const [, answer] = await messages();
    expect(answer).toMatchObject({ status: 'skipped', reason: makeReason('optedOut') });
  });

  it('A sentence, a picture caption and a question hours old get no balance answer.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await provider.tell(
      asks('What is the balance?'),
      asks('fees 5000'),
      asks('fees', { media: { id: 'm', type: 'image/jpeg', name: '' } }),
      asks('balance', { at: new Date(outside.now.getTime() - 13 * 3_600_000) }),
    );
    expect(await texts()).toEqual([]);
  });

  it('A queued balance answer leaves out bills paid in the meantime.', async () => {
    const [first = 0, second = 0] = await bills({ name: 'Ayesha' }, { name: 'Bilal', total: 3000 });
    await turn();
    await provider.tell(asks());
    const pay = (billID: number, amount: number) =>
      clerk.get(calls.receivePayment, {
        body: { clientID: `${billID}`, amount, method: 'cash', allocations: [{ billID, amount }] },
      });
    await pay(first, 5000);
    const [part = ''] = await texts();
    expect(part).toContain('Bilal');
    expect(part).not.toContain('Ayesha');
    expect(part).toContain('3,000');
    await pay(second, 3000);
    expect(await messages()).toMatchObject([{ status: 'skipped', reason: makeReason('paidSince') }]);
  });

  it('A balance answer is sent during quiet hours and delays no reminder.', async () => {
    const quiet = { ...noPace, quiet: { from: '00:00', to: '23:59' } };
    await clerk.get(calls.setSenderPace, { body: quiet });
    await bills({ name: 'Ayesha' });
    await turn();
    await provider.tell(asks());
    await world.work();
    expect(await messages()).toMatchObject([{ status: 'accepted' }]);
    await clerk.get(calls.setSenderPace, { body: noPace });
    const template = await clerk.get(calls.addTemplate, {
      body: { title: 'Due', message: '{{name}}: {{payable}}', sendOn: 'due' },
    });
    await clerk.get(calls.switchReminder, { body: { templateID: template.id, isOn: true } });
    outside.now = new Date('2026-11-10T02:00:00.000Z');
    await provider.tell(asks());
    await world.work();
    const { items } = await clerk.get(calls.showNextReminders);
    expect(items).toMatchObject([{ number, reason: null }]);
  });

  it('A number that two campuses have gets from each campus only the balance of that campus.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    const sister = await campus.sister();
    const sisterCaller = callerOf(world, sister, await sister.user());
    const second = await connectCalling(world, sister);
    await sister.group({ bills: [makeBill({ number, name: 'Bilal', total: 700 })] });
    await second.tell(asks());
    const rows = () =>
      db().selectFrom('message').select(['campusID', 'text']).where('number', '=', number).execute();
    expect(await rows()).toEqual([]);
    await turn(true, sisterCaller);
    await second.tell(asks());
    await provider.tell(asks());
    const textByCampus = new Map((await rows()).map(({ campusID, text }) => [campusID, text]));
    expect(textByCampus.get(sister.id)).toContain('Bilal');
    expect(textByCampus.get(sister.id)).not.toContain('Ayesha');
    expect(textByCampus.get(campus.id)).toContain('Ayesha');
    expect(textByCampus.get(campus.id)).not.toContain('Bilal');
  });

  it('No balance answer is sent beyond the school’s daily limit, and the question waits.', async () => {
    await bills({ name: 'Ayesha' });
    await turn();
    await db().updateTable('school').set({ messagesADay: 0 }).where('slug', '=', campus.db).execute();
    await provider.tell(asks());
    expect(await texts()).toEqual([]);
    expect((await chats('waiting')).items).toMatchObject([{ number, text: 'balance' }]);
  });
});
