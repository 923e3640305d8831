/**
 * A picture after a message about open bills is to be confirmed, by a payment or by dismissing it. It never counts as
 * money.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { withCampusLock } from '../../src/server/auth/campus-lock.ts';
import { postPushed } from '../../src/server/bank/pushed/pushed.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Pictures to confirm on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let provider: Awaited<ReturnType<typeof connectCalling>>;
  let number: string;
  let billID: number;

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
    const { bills } = await campus.group({ bills: [makeBill({ number, name: 'Ayesha', total: 5000 })] });
    billID = bills[0]?.id ?? 0;
  });

  const remind = async () => {
    await campus.message({ contactIDs: [billID], message: 'Fee of {{name}}: {{payable}}' });
    await world.work();
    outside.pass(60);
  };
  const picture = (more: object = {}) =>
    wrote('', { number, media: { id: 'm', type: 'image/jpeg', name: '' }, ...more });
  const chats = (list = 'all', by = clerk) => by.get(calls.listConversations, { query: { list } });
  const one = async (by = clerk) => (await chats('all', by)).items[0];
  const dismiss = (upTo: string, by = clerk) => by.ask(calls.dismissToConfirm, { body: { number, upTo } });
  const pay = (id = billID, clientID = 'p') =>
    clerk.get(calls.receivePayment, {
      body: { clientID, amount: 100, method: 'cash', allocations: [{ billID: id, amount: 100 }] },
    });

  it('A picture or pdf after a message about an open bill is to be confirmed, and makes no payment.', async () => {
    await remind();
    const event = picture();
    await provider.tell(event, event);
    const { toConfirm, id } = await one();
    expect(toConfirm).toMatchObject({ upTo: `i${id}`, media: '', at: outside.now.toISOString() });
    expect(await chats('confirm')).toMatchObject({ items: [{ number }], toConfirm: 1 });
    expect((await clerk.get(calls.listPayments)).count).toBe(0);
    const [bill] = await clerk.get(calls.listFamilyBills, { query: { number } });
    expect(bill).toMatchObject({ status: 'unpaid', paid: 0 });
    // A later text keeps the picture to confirm.
    await provider.tell(wrote('I have paid', { number }));
    expect((await one()).toConfirm).toEqual(toConfirm);
  });

  it.each([
    ['words', { media: undefined, text: 'paid' }],
    ['a sticker', { media: { id: 'm', type: 'image/webp', name: '' } }],
    ['a voice message', { media: { id: 'm', type: 'audio/ogg', name: '' } }],
  ])('A chat has nothing to confirm after %s.', async (_what, more) => {
    await remind();
    await provider.tell(picture(more));
    expect(await one()).toMatchObject({ toConfirm: null });
    expect(await chats('confirm')).toMatchObject({ items: [], toConfirm: 0 });
  });

  it('A picture is not to be confirmed if no message about an open bill was sent in the last ten days.', async () => {
    await provider.tell(picture());
    expect((await one()).toConfirm).toBeNull();
    // A message about no bill, and one about a paid bill, do not count.
    await campus.message({ contacts: number, message: 'School is closed' });
    await world.work();
    await provider.tell(picture());
    expect((await one()).toConfirm).toBeNull();
    await remind();
    outside.pass(11 * 86_400);
    await provider.tell(picture());
    expect((await one()).toConfirm).toBeNull();
    outside.pass(-2 * 86_400);
    await provider.tell(picture());
    expect((await one()).toConfirm).not.toBeNull();
  });

  it('A picture is not to be confirmed if all bills are paid.', async () => {
    await remind();
    await clerk.get(calls.receivePayment, {
      body: { clientID: 'all', amount: 5000, method: 'cash', allocations: [{ billID, amount: 5000 }] },
    });
    await provider.tell(picture());
    expect((await one()).toConfirm).toBeNull();
  });

  it('After a biller’s payment a picture is no longer to be confirmed, even if the payment becomes credit.', async () => {
    const body = {
      kind: 'bank',
      title: 'Biller',
      number: '',
      iban: '',
      prefix: '100422',
      numbering: 'voucher',
    };
    const { id: accountID } = await clerk.get(calls.addMoneyAccount, { body });
    const pushed = { billID, amount: 500_000, receivedOn: '2026-11-05', authID: '1', bank: '', accountID };
    await remind();
    await provider.tell(picture());
    const post = (key: string) =>
      withCampusLock(campus.scope, (scope) =>
        postPushed(scope, moneyNeeds(world.deps), { ...pushed, key, now: outside.now.toISOString() }),
      );
    await post('one');
    expect((await one()).toConfirm).toBeNull();
    await world.deps.store.db
      .updateTable('conversation')
      .set({ confirmID: 1 })
      .where('campusID', '=', campus.id)
      .execute();
    await post('two');
    expect((await chats()).toConfirm).toBe(0);
  });

  it('A later payment of the family ends a picture to confirm, and the next picture starts again.', async () => {
    const { bills } = await campus.group({ bills: [makeBill({ name: 'Stranger' })], name: 'Other' });
    await remind();
    await provider.tell(picture());
    await pay(bills[0]?.id, 'strange');
    expect((await one()).toConfirm).not.toBeNull();
    await pay();
    expect(await one()).toMatchObject({ toConfirm: null });
    expect((await chats()).toConfirm).toBe(0);
    await provider.tell(picture());
    expect((await one()).toConfirm).not.toBeNull();
  });

  it('A person dismisses a picture to confirm up to the one looked at, with a trail entry.', async () => {
    await remind();
    await provider.tell(picture());
    const first = (await one()).toConfirm.upTo;
    await provider.tell(picture());
    const second = (await one()).toConfirm.upTo;
    expect((await dismiss(first)).body).toEqual({ changed: 0 });
    expect((await one()).toConfirm.upTo).toBe(second);
    const viewer = callerOf(world, campus, await campus.user({ view: true }));
    expectFailure(await dismiss(second, viewer), 'forbidden');
    expect((await one(viewer)).toConfirm.upTo).toBe(second);
    const sister = await campus.sister();
    const sisterCaller = callerOf(world, sister, await sister.user());
    expect((await dismiss(second, sisterCaller)).body).toEqual({ changed: 0 });
    expect((await dismiss(second)).body).toEqual({ changed: 1 });
    expect((await one()).toConfirm).toBeNull();
    expect((await dismiss(second)).body).toEqual({ changed: 0 });
    const what = (await entriesOf(world.deps.store.db, await schoolOf(world.deps.store.db, campus.id))).map(
      (entry) => entry.what,
    );
    expect(what.filter((one) => one === 'toConfirmDismissed')).toHaveLength(1);
  });
});
