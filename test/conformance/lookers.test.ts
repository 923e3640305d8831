/**
 * A read does not wait for a change, never sees half of one, and sees the caller's own change as soon as it is
 * answered.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { withCampusLock } from '../../src/server/auth/campus-lock.ts';
import { insertGroup } from '../../src/server/billing/groups/groups-queries.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Reads during writes on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let token: string;
  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school('lookers');
    ({ token } = await campus.user());
  });
  afterAll(() => world.stop());

  const place = () => ({ db: 'lookers', cID: campus.id });
  const names = async () => {
    const { body } = await world.call(calls.listGroups, { token, query: { ...place(), search: '' } });
    return body.map(({ name }: { name: string }) => name);
  };
  const head = (name: string) => ({ name, month: 11, year: 2026, description: 'Fee' });

  it('A read is answered while a change runs, and sees the change once it is committed.', async () => {
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const change = withCampusLock(campus.scope, async (scope) => {
      await insertGroup(scope, head('Half'), world.deps.now().toISOString());
      begun.resolve();
      await over.promise;
    });
    await begun.promise;
    expect(await names()).toEqual([]);
    expect((await world.call(calls.countOutbox, { token, query: place() })).status).toBe(200);
    over.resolve();
    await change;
    expect(await names()).toEqual(['Half']);
  });

  it('A clerk who saves sees the saved billing in the next read, while four clerks save at once.', async () => {
    const clerk = async (name: string): Promise<void> => {
      for (let month = 1; month <= 6; month += 1) {
        const group = { ...head(`${name} ${month}`), id: 0, month, campusID: campus.id };
        const body = { group, contacts: [makeBill()] };
        const saved = await world.call(calls.saveGroup, { token, query: { db: 'lookers' }, body });
        expect(saved.status).toBe(200);
        expect(await names()).toContain(group.name);
        const query = { ...place(), id: saved.body.id };
        expect((await world.call(calls.removeGroup, { token, query })).status).toBe(204);
        expect(await names()).not.toContain(group.name);
      }
    };
    await Promise.all(['A', 'B', 'C', 'D'].map(clerk));
  });
});
