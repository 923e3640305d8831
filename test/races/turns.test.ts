/** PostgreSQL: a campus that is at work for long holds up whoever changes the same campus, and nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { withCampusLock } from '../../src/server/auth/campus-lock.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { nextSlug } from './one-message.ts';

describe.skipIf(!engines.includes('postgres'))('long changes', () => {
  let world: World;
  let other: { campus: CampusInTest; token: string };
  beforeAll(async () => {
    world = await createWorld('postgres');
    const campus = await world.school('other');
    await campus.group({ bills: 1, name: 'Of the other' });
    other = { campus, token: (await campus.user()).token };
  });
  afterAll(() => world.stop());

  /** Has the turn of this campus until told to end, as a long import. */
  async function hold({ scope }: CampusInTest) {
    let letGo = () => {};
    const isOver = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let done: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      // A turn within one is a part of it, and does not wait for it.
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

  it('of one campus, and a dozen that wait for it: all others go on, and each of them is done', async () => {
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

  it('of more campuses than there are connections: who reads and who works goes on, and so do they', async () => {
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
