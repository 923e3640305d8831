/** On PostgreSQL, a long change of one campus delays other changes of that campus only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { withCampusLock } from '../../src/server/auth/campus-lock.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { nextSlug } from './one-message.ts';

describe.skipIf(!engines.includes('postgres'))('Long changes on PostgreSQL', () => {
  let world: World;
  let other: { campus: CampusInTest; token: string };
  beforeAll(async () => {
    world = await createWorld('postgres');
    const campus = await world.school('other');
    await campus.group({ bills: 1, name: 'Of the other' });
    other = { campus, token: (await campus.user()).token };
  });
  afterAll(() => world.stop());

  /** Holds the lock of this campus until it is released, like a long import. */
  async function hold({ scope }: CampusInTest) {
    let letGo = () => {};
    const isOver = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let done: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      // A lock inside the same lock is part of it and does not wait for it.
      done = withCampusLock(scope, (scope) =>
        withCampusLock(scope, async () => {
          begun();
          await isOver;
        }),
      );
    });
    return async () => {
      letGo();
      await done;
    };
  }
  async function expectOthersToGoOn(): Promise<void> {
    const { campus, token } = other;
    const query = { db: campus.db, cID: campus.id };
    const read = await world.call(calls.listGroups, { token, query });
    expect(read).toMatchObject({ status: 200 });
    expect((await fetch(`${world.address}/readyz`)).status).toBe(200);
    await world.work();
  }

  it('A long change of one campus delays only changes of that campus, and all of them are done afterwards.', async () => {
    const busy = await world.school(nextSlug());
    const { token } = await busy.user();
    const { bills } = await busy.group({ bills: 12 });
    const end = await hold(busy);
    const query = { db: busy.db, cID: busy.id };
    const writes = bills.map(({ id, ...bill }) =>
      world.call(calls.updateBill, { token, query, params: { id }, body: { ...bill, name: 'Corrected' } }),
    );
    await expectOthersToGoOn();
    const { campus } = other;
    await campus.group({ bills: 1, name: 'Meanwhile' });
    await end();
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(bills.map(() => 200));
  });

  it('Long changes of more campuses than there are connections delay no reads and no workers.', async () => {
    const busy = await Promise.all(Array.from({ length: 12 }, () => world.school(nextSlug())));
    const ends: (() => Promise<void>)[] = [];
    const held = busy.map(async (campus) => ends.push(await hold(campus)));
    await expectOthersToGoOn();
    for (let left = busy.length; left > 0; left -= 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      await ends.shift()?.();
    }
    await Promise.all(held);
  });
});
