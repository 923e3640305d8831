import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { engines } from '../support/engines.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const number = '+923007654321';

describe.each(engines)('Opt-outs on %s', (engine) => {
  const here = useCampus(engine);
  const add = (typed: string, note?: string, clerk = here.clerk) =>
    clerk.get(calls.addOptOut, { body: { number: typed, note } });
  const remove = (typed: string) => here.clerk.get(calls.removeOptOut, { query: { number: typed } });
  const list = (query: Record<string, unknown> = {}) => here.clerk.get(calls.listOptOuts, { query });

  it('An opt-out is stored with time, user and note, in any spelling of the number.', async () => {
    expect(await list()).toEqual([]);
    here.clock.now = new Date('2030-01-01T08:00:00.000Z');
    const noted = { number, at: '2030-01-01T08:00:00.000Z', by: here.clerk.userName, note: 'By phone' };
    expect(await add('0300-7654321', ' By phone ')).toEqual(noted);
    here.clock.now = new Date('2030-01-02T08:00:00.000Z');
    const later = { number: '+923007654322', at: '2030-01-02T08:00:00.000Z', by: noted.by, note: '' };
    expect(await add('923007654322')).toEqual(later);
    expect(await list()).toEqual([later, noted]);
    for (const typed of ['03007654321', '+92 300 7654321', number])
      expect(await list({ number: typed })).toEqual([noted]);
    expect(await list({ number: '0321 1234567' })).toEqual([]);
  });

  it('A repeated opt-out keeps its first entry, and a removed opt-out is no longer listed.', async () => {
    const other = await here.caller({ add: true, view: true });
    const first = await add(number, 'By phone');
    expect(await add('0300 7654321', 'Again', other)).toEqual(first);
    expect(await list()).toEqual([first]);
    for (let times = 0; times < 2; times++) await remove('0300 7654321');
    expect(await list()).toEqual([]);
    expect(await add(number, 'Once more', other)).toMatchObject({ by: other.userName, note: 'Once more' });
  });

  it('An opt-out stored after a send was planned skips the message when its turn comes.', async () => {
    const { campus, clerk, world } = here;
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    await campus.message({ contacts: number, message: 'Waiting' });
    // Stored directly, because the action would skip the message at once. Another process may do this after the plan.
    await campus.scope.db
      .insertInto('opt_out')
      .values({ campusID: campus.id, number, at: new Date().toISOString(), by: '', note: '' })
      .execute();
    await world.work();
    const { items } = await clerk.get(calls.listOutbox);
    expect(items).toMatchObject([{ number, status: 'skipped', reasonCode: 'optedOut' }]);
  });

  it('An opt-out skips the queued messages of its number and no others.', async () => {
    const { campus, clerk, world } = here;
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    await campus.message({ contacts: number, message: 'Sent before' });
    await world.work();
    await campus.message({ contacts: `${number}, 03007654322`, message: 'Waiting' });
    const sister = await campus.sister();
    await sister.message({ contacts: number });
    await add(number);
    const states = async (caller = clerk) => {
      const { items } = await caller.get(calls.listOutbox);
      return items.map((one: Record<string, unknown>) => [one.number, one.status, one.reasonCode]);
    };
    expect(await states()).toEqual([
      ['+923007654322', 'queued', null],
      [number, 'skipped', 'optedOut'],
      [number, 'read', null],
    ]);
    expect(await states(callerOf(world, sister, await sister.user()))).toEqual([[number, 'queued', null]]);
    await remove(number);
    expect(await clerk.get(calls.countOutbox)).toMatchObject({ pending: 1 });
  });

  it('Each campus has its own opt-outs.', async () => {
    const sister = await here.campus.sister();
    const theirs = callerOf(here.world, sister, await sister.user());
    await add(number);
    expect(await theirs.get(calls.listOptOuts)).toEqual([]);
    await theirs.get(calls.removeOptOut, { query: { number } });
    expect(await list()).toHaveLength(1);
  });

  it('An opt-out needs one valid number.', async () => {
    const { clerk } = here;
    const typed = 'Ammi 12';
    for (const answered of [
      await clerk.ask(calls.addOptOut, { body: { number: typed } }),
      await clerk.ask(calls.removeOptOut, { query: { number: typed } }),
      await clerk.ask(calls.listOptOuts, { query: { number: typed } }),
    ]) {
      expectFailure(answered, 'invalid');
      expect(answered.body.message).toBe(failureWords.numberUnread(typed));
    }
    expectFailure(await clerk.ask(calls.addOptOut, { body: { number: ' ' } }), 'malformed');
    expectFailure(await clerk.ask(calls.removeOptOut), 'malformed');
    expectFailure(await clerk.ask(calls.addOptOut, { body: { number, note: 'x'.repeat(301) } }), 'malformed');
    expect(await list()).toEqual([]);
  });
});
