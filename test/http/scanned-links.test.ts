/** The link on a voucher, scanned at the counter or in Find, leads to its family in its own campus only. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Scanned links on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  const now = new Date('2026-11-05T08:00:00.000Z');

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now }, { publicUrl: 'https://fees.example.org' });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
  });

  const add = async (place = campus, number = freshNumber()) => {
    await place.save([
      makeBill({ name: 'Bilal Khan', regNum: '2', number, total: 5000, dueDate: '2026-11-20' }),
      makeBill({ name: 'Ayesha Khan', regNum: '1', number, total: 6000, dueDate: '2026-11-10' }),
      makeBill({ name: 'Somebody else', regNum: '3' }),
    ]);
    return number;
  };
  const linkOf = async (number: string, by = clerk): Promise<string> =>
    (await by.get(calls.makeLink, { body: { number } })).url;
  const scan = (text: string, by = clerk) => by.get(calls.findOpenBills, { query: { text } });
  const find = (text: string, by = clerk) => by.get(calls.find, { query: { text } });
  const nobody = { families: [] };

  it('A scanned link finds its family with the earliest due bill first, and nobody else.', async () => {
    const link = await linkOf(await add());
    for (const text of [link, ` ${link} `, `${link}?in=ur`, `${link}/`]) {
      const { families } = await scan(text);
      expect(families).toHaveLength(1);
      expect(families[0]).toMatchObject({ scanned: null, balance: 11_000 });
      expect(families[0].bills.map(({ name }: { name: string }) => name)).toEqual([
        'Ayesha Khan',
        'Bilal Khan',
      ]);
      const found = await find(text);
      expect(found.bills).toEqual([]);
      expect(found.families).toMatchObject([
        { children: [{ name: 'Ayesha Khan' }, { name: 'Bilal Khan' }], payable: 11_000 },
      ]);
    }
  });

  it('A scanned link works for any host and after all bills are paid.', async () => {
    const number = await add();
    const link = await linkOf(number);
    const moved = link.replace('https://fees.example.org', 'https://old.example.net/fees');
    expect((await scan(moved)).families).toHaveLength(1);
    const [family] = (await scan(link)).families;
    const allocations = family.bills.map(({ billID, balance }: { billID: number; balance: number }) => ({
      ...{ billID, amount: balance },
    }));
    await clerk.get(calls.receivePayment, {
      body: { clientID: 'paid', amount: 11_000, method: 'cash', allocations },
    });
    expect((await scan(link)).families).toMatchObject([{ bills: [], balance: 0 }]);
  });

  it('A scanned link of another campus or school, a revoked one and an invented one find nothing.', async () => {
    const number = await add();
    const link = await linkOf(number);
    const sister = await campus.sister();
    await add(sister, number);
    const sisterCaller = callerOf(world, sister, await sister.user());
    const other = await world.school(freshSlug());
    await add(other, number);
    const stranger = callerOf(world, other, await other.user());
    for (const by of [sisterCaller, stranger]) {
      expect(await scan(link, by)).toEqual(nobody);
      expect(await find(link, by)).toMatchObject({ ...nobody, bills: [] });
    }
    // A user of the other campus may not ask in this one.
    expectFailure(
      await sisterCaller.ask(calls.findOpenBills, { query: { text: link, cID: campus.id } }),
      'notFound',
    );
    // The number has its own link in the sister campus, which works there.
    expect((await scan(await linkOf(number, sisterCaller), sisterCaller)).families).toHaveLength(1);
    expect(await scan(link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'))).toEqual(nobody);
    expect(await scan(`${link}%' or 1=1`)).toEqual(nobody);
    await clerk.get(calls.revokeLink, { body: { number } });
    expect(await scan(link)).toEqual(nobody);
    expect(await find(link)).toMatchObject({ ...nobody, bills: [] });
  });

  it('A scanned link needs the right view.', async () => {
    const link = await linkOf(await add());
    const none = callerOf(world, campus, await campus.user({ outbox: true }));
    expectFailure(await none.ask(calls.findOpenBills, { query: { text: link } }), 'forbidden');
    const viewer = callerOf(world, campus, await campus.user({ view: true }));
    expect((await scan(link, viewer)).families).toHaveLength(1);
  });
});
