/** Edits, deletions, answers from the phone's own app and calls, as they change the chat. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { callWords, revokedWords } from '#shared/words/chats.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';

type Kind = 'inbound' | 'edited' | 'revoked' | 'answered' | 'called';

describe.each(engines)('What happens to messages in a chat on %s', (engine) => {
  const { outside, given } = callingProvider();
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let provider: Awaited<ReturnType<typeof connectCalling>>;
  let number: string;

  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    outside.now = new Date('2026-11-05T07:00:00.000Z');
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
    provider = await connectCalling(world, campus);
    number = `+92${freshNumber().slice(1)}`;
  });

  const at = (second: number) => new Date(outside.now.getTime() - 3_600_000 + second * 1000);
  const event = (kind: Kind, second: number, more: object): WebhookEvent =>
    ({ kind, number, at: at(second), ...more }) as WebhookEvent;
  const wrote = (second: number, text: string, more: object = {}) =>
    event('inbound', second, { providerID: `w${second}`, text, ...more });
  /** An edit or deletion, at this second, of what was written at `of`. */
  const edited = (second: number, of: number, text: string, more: object = {}) =>
    event('edited', second, { providerID: `e${second}`, originalIDs: [`w${of}`], text, ...more });
  const revoked = (second: number, of: number, more: object = {}) =>
    event('revoked', second, { originalIDs: [`w${of}`], ...more });
  const answered = (second: number, text: string, more: object = {}) =>
    event('answered', second, { providerID: `w${second}`, text, ...more });
  const called = (second: number, id: string, more: object = {}) =>
    event('called', second, { providerID: id, ...more });
  const tell = (...events: WebhookEvent[]) => provider.tell(...events);

  const chat = async (of = number): Promise<[string, string | null, boolean][]> =>
    (await clerk.get(calls.loadChat, { query: { number: of } })).map(
      ({ message, change, fromAdmin }: { message: string; change: string | null; fromAdmin: boolean }) => [
        message,
        change,
        fromAdmin,
      ],
    );
  const list = (query: Record<string, unknown> = {}) => clerk.get(calls.listConversations, { query });
  const counts = async () => {
    const { unread, waiting } = await list();
    return { unread, waiting };
  };
  const optOuts = async () =>
    (await clerk.get(calls.listOptOuts)).map((one: { number: string }) => one.number);
  const see = async () => {
    const [{ id }] = (await list()).items;
    await clerk.get(calls.markSeen, { body: { number, upTo: `i${id}` } });
  };

  it('An edit changes the text of its message and nothing else, and says so.', async () => {
    await tell(wrote(1, 'I paid 5000'));
    await see();
    await tell(edited(2, 1, 'I paid 50000'));
    await tell(edited(2, 1, 'I paid 50000'));
    expect(await chat()).toEqual([['I paid 50000', 'edited', false]]);
    expect(await counts()).toEqual({ unread: 0, waiting: 1 });
    expect((await list({ search: '50000' })).items).toMatchObject([{ number, text: 'I paid 50000' }]);
    // A later edit wins, in whatever order edits arrive.
    await tell(edited(9, 1, 'I paid 55000'), edited(4, 1, 'I paid 1'));
    expect(await chat()).toEqual([['I paid 55000', 'edited', false]]);
  });

  it('An edit that arrives before its message is one message, unread once.', async () => {
    await tell(edited(2, 1, 'I paid 50000'));
    expect(await chat()).toEqual([['I paid 50000', 'edited', false]]);
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    outside.files.set('pic', { bytes: Buffer.from('x'), type: 'image/jpeg' });
    const media = { id: 'pic', type: 'image/jpeg', name: '' };
    await tell(wrote(1, 'I paid 5000', { media }), wrote(1, 'I paid 5000', { media }));
    expect(await chat()).toEqual([['I paid 50000', 'edited', false]]);
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    const row = () =>
      world.deps.store.db
        .selectFrom('inbound')
        .select(['at', 'kind', 'mediaID'])
        .where('campusID', '=', campus.id)
        .execute();
    expect(await row()).toEqual([{ at: at(1).toISOString(), kind: 'message', mediaID: 'pic' }]);
  });

  it('A deleted message says so, keeps nothing, and neither waits nor is unread.', async () => {
    await tell(
      wrote(1, 'Salam'),
      wrote(2, 'wrong number', { media: { id: 'm', type: 'image/png', name: '' } }),
    );
    expect(await counts()).toEqual({ unread: 2, waiting: 1 });
    await tell(revoked(3, 2));
    await tell(revoked(3, 2));
    await tell(edited(4, 2, 'a late edit'));
    expect(await chat()).toEqual([
      ['Salam', null, false],
      [revokedWords, 'revoked', false],
    ]);
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    await tell(revoked(5, 1));
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
    const left = await world.deps.store.db
      .selectFrom('inbound')
      .select(['media', 'mediaID', 'fetchAt'])
      .where('campusID', '=', campus.id)
      .execute();
    expect(left).toEqual(Array(2).fill({ media: '', mediaID: null, fetchAt: null }));
  });

  it('A deletion that arrives before its message still deletes it.', async () => {
    await tell(revoked(3, 1));
    await tell(wrote(1, 'Not for you'));
    expect(await chat()).toEqual([[revokedWords, 'revoked', false]]);
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
  });

  it('A deleted picture is no longer to confirm.', async () => {
    const group = await campus.group({ bills: [makeBill({ number })] });
    await campus.message({ groupIDs: [group.id] });
    await world.work();
    await tell(wrote(1, '', { media: { id: 'slip', type: 'image/jpeg', name: '' } }), wrote(2, 'Sorry'));
    await tell(revoked(3, 2));
    expect((await list()).toConfirm).toBe(1);
    await tell(revoked(4, 1));
    expect((await list()).toConfirm).toBe(0);
  });

  it('An edit or deletion changes no message of another number or of the other side.', async () => {
    const other = `+92${freshNumber().slice(1)}`;
    await tell(wrote(1, 'Salam'), answered(2, 'Welcome'));
    await tell(edited(3, 1, 'Not yours', { number: other }), revoked(4, 1, { number: other }));
    await tell(edited(5, 2, 'Not yours either'), revoked(6, 1, { isOurs: true }));
    expect(await chat()).toEqual([
      ['Salam', null, false],
      ['Welcome', null, true],
      ['Not yours either', 'edited', false],
    ]);
    // The new text is shown in the chat in which it was written.
    expect(await chat(other)).toEqual([['Not yours', 'edited', false]]);
  });

  it('An edit that now says stop opts out once, and is confirmed once.', async () => {
    const confirmed = async () =>
      (await chat()).filter(([text, , fromAdmin]) => fromAdmin && text.includes('START')).length;
    await tell(wrote(1, 'stpo'));
    await tell(edited(2, 1, 'Stop'));
    await tell(edited(2, 1, 'Stop'), edited(3, 1, 'STOP!'));
    expect(await optOuts()).toEqual([number]);
    expect(await confirmed()).toBe(1);
    // A later START counts, and the old edit is repeated in vain.
    await tell(wrote(60, 'START'));
    await tell(edited(2, 1, 'Stop'), edited(70, 1, 'stop please'));
    expect(await optOuts()).toEqual([]);
    expect(await confirmed()).toBe(1);
  });

  it('A message that said stop opts out, even if its edit or deletion arrived first.', async () => {
    await tell(edited(2, 1, 'sorry'));
    expect(await optOuts()).toEqual([]);
    await tell(wrote(1, 'stop'));
    expect(await optOuts()).toEqual([number]);
    await tell(wrote(10, 'start'), revoked(12, 11));
    expect(await optOuts()).toEqual([]);
    await tell(wrote(11, 'stop'));
    expect(await optOuts()).toEqual([number]);
    // Taking the words back is no new permission.
    await tell(wrote(20, 'stop'), edited(21, 20, 'sorry'), revoked(22, 20));
    expect(await optOuts()).toEqual([number]);
  });

  it('No edit causes an automatic answer.', async () => {
    await campus.group({ bills: [makeBill({ number })] });
    await clerk.get(calls.switchAnswers, { body: { isOn: true } });
    await tell(wrote(1, 'balanec'), edited(2, 1, 'balance'));
    await tell(edited(12, 11, 'balance'), wrote(11, 'balance'));
    expect((await chat()).filter(([, , fromAdmin]) => fromAdmin)).toEqual([]);
    expect((await counts()).waiting).toBe(1);
    await tell(revoked(20, 1), revoked(21, 11), wrote(22, 'balance'));
    expect((await chat()).filter(([, , fromAdmin]) => fromAdmin)).toHaveLength(1);
  });

  it('An answer from the phone is ours: the chat no longer waits, and nothing stays unread.', async () => {
    await tell(wrote(1, 'Is the office open?'), wrote(2, 'Hello?'));
    await tell(answered(9, 'Yes, until 2 pm'), answered(9, 'Yes, until 2 pm'));
    expect(await chat()).toEqual([
      ['Is the office open?', null, false],
      ['Hello?', null, false],
      ['Yes, until 2 pm', null, true],
    ]);
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
    expect((await list()).items).toMatchObject([
      { text: 'Hello?', isAnswered: true, sent: { text: 'Yes, until 2 pm', status: null } },
    ]);
    await tell(edited(10, 9, 'Yes, until 3 pm', { isOurs: true }));
    expect((await chat()).at(-1)).toEqual(['Yes, until 3 pm', 'edited', true]);
    await tell(revoked(11, 9, { isOurs: true }));
    expect((await chat()).at(-1)).toEqual([revokedWords, 'revoked', true]);
    await tell(wrote(20, 'Thanks'));
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
  });

  it('An answer from the phone answers what was written before it, in whatever order the webhooks arrive.', async () => {
    await tell(wrote(1, 'One'), wrote(20, 'Two'));
    await tell(answered(10, 'To one'));
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    await tell(answered(30, 'To two'));
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
    await tell(wrote(25, 'Delayed'));
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
    await tell(wrote(31, 'Three'));
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
  });

  it('A reply from here after an answer on the phone does not answer what nobody has read.', async () => {
    await tell(wrote(1, 'One'), wrote(2, 'Two'));
    await tell(called(3, 'c1', { outcome: 'missed' }), answered(1, 'To one', { providerID: 'a1' }));
    await clerk.get(calls.sendToMember, { body: { contacts: number, message: 'Salam' } });
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    await see();
    await clerk.get(calls.sendToMember, { body: { contacts: number, message: 'Salam again' } });
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
  });

  it('Of a message and an answer on the phone in one second, the one that came later is the latest.', async () => {
    await tell(wrote(5, 'Hello?'));
    await tell(answered(5, 'Yes', { providerID: 'a5' }));
    expect((await list()).items).toMatchObject([{ text: 'Hello?', sent: { text: 'Yes' } }]);
    await tell(wrote(5, 'Thank you', { providerID: 'b5' }));
    expect((await list()).items).toMatchObject([{ text: 'Thank you', sent: null }]);
  });

  it('What Qasid has sent is no answer from the phone.', async () => {
    await tell(wrote(1, 'Salam'));
    await campus.message({ contacts: number, message: 'A notice' });
    await world.work();
    const sent = await world.deps.store.db
      .selectFrom('attempt')
      .select('providerID')
      .where('campusID', '=', campus.id)
      .executeTakeFirstOrThrow();
    await tell(answered(9, 'A notice', { providerID: sent.providerID }));
    expect(await chat()).toHaveLength(2);
  });

  it('A call is a line in the chat, neither unread nor to answer.', async () => {
    await tell(called(1, 'c1'), called(1, 'c1'));
    expect(await chat()).toEqual([[callWords.theirs.ringing, null, false]]);
    await tell(called(5, 'c1', { outcome: 'missed' }), called(1, 'c1'));
    expect(await chat()).toEqual([[callWords.theirs.missed, null, false]]);
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
    expect((await list()).items).toMatchObject([{ number, text: callWords.theirs.missed, isAnswered: true }]);
    // The chat still waits if it waited before.
    await tell(wrote(10, 'Please call'), called(11, 'c2', { outcome: 'missed', isOurs: true }));
    await tell(called(12, 'c3', { outcome: 'missed' }));
    expect(await counts()).toEqual({ unread: 1, waiting: 1 });
    // The message before the calls is the latest that can be answered.
    const messages = await clerk.get(calls.loadChat, { query: { number } });
    const { id: upTo } = messages.find(({ message }: { message: string }) => message === 'Please call');
    await clerk.get(calls.markAnswered, { body: { number, upTo } });
    expect((await counts()).waiting).toBe(0);
    await clerk.get(calls.markAnswered, { body: { number, upTo, isAnswered: false } });
    expect((await counts()).waiting).toBe(1);
    await tell(called(13, 'c4', { outcome: 'talked' }), called(14, 'c4', { outcome: 'missed' }));
    expect((await chat()).slice(-1)).toEqual([[callWords.theirs.talked, null, false]]);
    expect(await counts()).toEqual({ unread: 0, waiting: 0 });
  });
});
