/** Two conversations of the same person are merged, on both engines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  insertInbound,
  moveConversation,
  putToConfirm,
  setAnswered,
} from '../../src/server/chat/chat-queries.ts';
import { findPerson, learnNames } from '../../src/server/outbox/receipts/whatsapp-names.ts';
import { nextSlug } from '../races/one-message.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const number = '+923001234567';
const name = 'PK.13491208655302741918';

describe.each(engines)('Merged conversations on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  const write = async ({ id: campusID }: CampusInTest, from: string, minute: number): Promise<number> =>
    (
      await insertInbound(world.deps.store.db, {
        campusID,
        senderID: `s${campusID}`,
        providerID: `${from} ${minute}`,
        number: from,
        text: 'Salam',
        media: '',
        audio: '',
        at: `2026-11-05T06:${minute}:00.000Z`,
      })
    )?.id ?? 0;
  const read = ({ id }: CampusInTest) =>
    world.deps.store.db
      .selectFrom('conversation')
      .select(['number', 'latestID', 'latestAt', 'answeredID', 'confirmID'])
      .where('campusID', '=', id)
      .execute();

  it('A conversation that moves to a number without one keeps its answered mark and its picture to confirm.', async () => {
    const campus = await world.school(nextSlug());
    const { scope } = campus;
    const first = await write(campus, name, 10);
    await putToConfirm(scope, name, first);
    await setAnswered(scope, name, { upTo: first, isAnswered: true });
    expect(await moveConversation(scope, { from: name, to: number })).toBe(true);
    const latestAt = '2026-11-05T06:10:00.000Z';
    expect(await read(campus)).toEqual([
      { number, latestID: first, latestAt, answeredID: first, confirmID: first },
    ]);
    expect(await moveConversation(scope, { from: name, to: number })).toBe(false);
  });

  it('Two conversations merge into one that waits if either waits, with the later message and the later picture.', async () => {
    const campus = await world.school(nextSlug());
    const { scope } = campus;
    const picture = await write(campus, name, 10);
    await putToConfirm(scope, name, picture);
    const latest = await write(campus, number, 20);
    await setAnswered(scope, number, { upTo: latest, isAnswered: true });
    await moveConversation(scope, { from: name, to: number });
    expect(await read(campus)).toEqual([
      { number, latestID: latest, latestAt: '2026-11-05T06:20:00.000Z', answeredID: 0, confirmID: picture },
    ]);
  });

  it('Two answered conversations merge into an answered one.', async () => {
    const campus = await world.school(nextSlug());
    const { scope } = campus;
    const ids = [await write(campus, number, 10), await write(campus, name, 20)];
    await setAnswered(scope, number, { upTo: ids[0] ?? 0, isAnswered: true });
    await setAnswered(scope, name, { upTo: ids[1] ?? 0, isAnswered: true });
    await moveConversation(scope, { from: name, to: number });
    expect(await read(campus)).toMatchObject([{ number, latestID: ids[1], answeredID: ids[1] }]);
  });

  it('Each campus stores the number of a WhatsApp user id separately and once.', async () => {
    const [campus, other] = [await world.school(nextSlug()), await world.school(nextSlug())];
    for (let times = 0; times < 2; times++) await learnNames(campus.scope, world.deps, [{ name, number }]);
    const hidden = { numberOrID: name, userID: name };
    expect(await findPerson(campus.scope, world.deps, hidden)).toEqual({ number, others: [] });
    expect(await findPerson(other.scope, world.deps, hidden)).toEqual({ number: name, others: [] });
  });
});
