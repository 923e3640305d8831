/** The limit of messages that a school may send in a day, by the time zones of its campuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitSchool, needSchool } from '../../src/server/auth/schools/schools.ts';
import { type CampusInTest, campusFactory } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Daily message limit on %s', (engine) => {
  let now: Date;
  let world: World;
  let campus: CampusInTest;
  let count = 0;
  const nextSlug = () => `day${++count}`;
  let slug: string;
  beforeAll(async () => {
    now = new Date('2026-11-09T06:00:00.000Z');
    world = await createWorld(engine, { now: () => now });
  });
  beforeEach(async () => {
    now = new Date('2026-11-09T06:00:00.000Z');
    slug = nextSlug();
    campus = await world.school(slug);
  });
  afterAll(() => world.stop());

  const limit = async (messagesADay: number | null) =>
    limitSchool(world.deps, await needSchool(world.deps.store.db, slug), { messagesADay });
  let sent = 0;
  const send = (from = campus) =>
    from.message({ contacts: `0300-${1_000_000 + ++sent}`, message: `Message ${sent}` });
  const refused = (most: number, left: number) => ({
    code: 'conflict',
    message: expect.stringContaining(`may send ${most} messages a day, and ${left} are left today`),
  });

  it('A new daily limit counts the messages that were sent earlier that day without a limit.', async () => {
    await send();
    await send();
    await limit(3);
    await send();
    await expect(send()).rejects.toMatchObject(refused(3, 0));
    await limit(null);
    await send();
    await limit(5);
    await send();
    await expect(send()).rejects.toMatchObject(refused(5, 0));
    now = new Date('2026-11-10T06:00:00.000Z');
    await send();
  });

  it('Campuses in two time zones do not erase each other’s daily counts.', async () => {
    const sister = await campus.sister();
    const inZone = (one: CampusInTest, timeZone: string) =>
      campusFactory(world.deps, slug, { ...one.scope.campus, id: one.id, timeZone });
    // At this instant the two places are two calendar days apart, which is the most that is possible.
    now = new Date('2026-11-09T10:30:00.000Z');
    const [east, west] = [inZone(campus, 'Pacific/Kiritimati'), inZone(sister, 'Etc/GMT+12')];
    await limit(2);
    await send(west);
    await send(east);
    await send(west);
    await expect(send(west)).rejects.toMatchObject(refused(2, 0));
    await send(east);
    await expect(send(east)).rejects.toMatchObject(refused(2, 0));
  });

  it('Daily counts are deleted once their day is over in every time zone.', async () => {
    await send();
    now = new Date('2026-11-12T06:00:00.000Z');
    await send();
    const { id } = await needSchool(world.deps.store.db, slug);
    const days = world.deps.store.db.selectFrom('school_day').select(['day', 'messages']);
    expect(await days.where('schoolID', '=', id).execute()).toEqual([{ day: '2026-11-12', messages: 1 }]);
  });
});
