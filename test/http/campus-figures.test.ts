/** Figures for head office: the totals of a month in each campus. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights, roles } from '#shared/people/rights.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const nothing = { bills: 0, collected: 0, outstanding: 0, sent: 0, failed: 0, waiting: 0 };

describe.each(engines)('Figures of all campuses on %s', (engine) => {
  let world: World;
  let now = new Date('2026-11-05T05:00:00.000Z');
  let girls: CampusInTest;
  let boys: CampusInTest;
  let owner: Caller;

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now });
  });
  beforeEach(async () => {
    now = new Date('2026-11-05T05:00:00.000Z');
    girls = await world.school(freshSlug());
    boys = await girls.sister();
    owner = callerOf(world, girls, await girls.user(allRights, [boys]));
  });
  afterAll(() => world.stop());

  const figures = (caller: Caller, query: Record<string, number> = {}) =>
    caller.get(calls.listCampusFigures, { query });
  const idsOf = ({ campuses }: { campuses: { id: number }[] }) => campuses.map(({ id }) => id);
  const bill = (total: number, status: string) => makeBill({ total, status });

  it('Campus figures sum the bills of a month, and the messages sent in it.', async () => {
    await girls.save([bill(1000.5, 'paid'), bill(2000, 'unpaid')]);
    await girls.save([bill(4000, 'unpaid')], { name: 'Transport' });
    await boys.save([bill(300, 'paid')], { month: 10, name: 'October' });
    const group = await boys.group({ bills: 2 });
    await boys.message({ groupIDs: [group.id] });
    const answered = await figures(owner);
    expect(answered).toMatchObject({
      year: 2026,
      month: 11,
      months: [
        { year: 2026, month: 11 },
        { year: 2026, month: 10 },
      ],
    });
    expect(answered.campuses).toMatchObject([
      { ...nothing, id: girls.id, bills: 3, collected: 1000.5, outstanding: 6000, currency: 'Rs.' },
      { id: boys.id, bills: 2, collected: 0, sent: 0, failed: 0, waiting: 2 },
    ]);
    const october = await figures(owner, { year: 2026, month: 10 });
    expect(october.campuses).toMatchObject([
      { ...nothing, id: girls.id },
      { ...nothing, id: boys.id, bills: 1, collected: 300 },
    ]);
  });

  it('A month begins at midnight in the time zone of the campus.', async () => {
    const group = await girls.group({ bills: 1 });
    // It is the first of December in Karachi, and still November in London.
    now = new Date('2026-11-30T19:30:00.000Z');
    await girls.message({ groupIDs: [group.id] });
    const of = async (month: number) => (await figures(owner, { year: 2026, month })).campuses[0]?.waiting;
    expect([await of(11), await of(12)]).toEqual([0, 1]);
  });

  it('Campus figures default to the current month if there is no billing.', async () => {
    const answered = await figures(owner);
    expect(answered).toMatchObject({ year: 2026, month: 11, months: [] });
    expect(answered.campuses).toMatchObject([nothing, nothing]);
  });

  it('Campus figures cover only the campuses that the caller may view.', async () => {
    const clerk = callerOf(world, girls, await girls.user(roles.viewer));
    expect(idsOf(await figures(clerk))).toEqual([girls.id]);
    const other = await world.school(freshSlug());
    const stranger = callerOf(world, other, await other.user(allRights));
    expect(idsOf(await figures(stranger))).toEqual([other.id]);
    const blind = callerOf(world, girls, await girls.user({ ...roles.viewer, view: false }));
    expectFailure(await blind.ask(calls.listCampusFigures), 'forbidden');
  });
});
