/** A repeated send: one clientID makes one send, and belongs to one request. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Repeated sends on %s', (engine) => {
  const here = useCampus(engine);
  const stored = (broadcastID: number) =>
    here.world.deps.store.db
      .selectFrom('message')
      .selectAll()
      .where('broadcastID', '=', broadcastID)
      .execute();
  const runs = () =>
    here.world.deps.store.db
      .selectFrom('broadcast')
      .selectAll()
      .where('campusID', '=', here.campus.id)
      .execute();

  it('One clientID makes one send, even when it is repeated or sent four times at once.', async () => {
    const { campus, clerk } = here;
    const group = await campus.group({ bills: [makeBill(), makeBill({ number: '' })] });
    const body = { message: 'Dear {{name}}', groupIDs: [group.id], clientID: 'press-of-the-button' };
    const atOnce = await Promise.all(
      Array.from({ length: 4 }, () => clerk.get(calls.sendToGroups, { body })),
    );
    const later = await clerk.get(calls.sendToGroups, { body: { ...body, userID: 'another program' } });
    for (const answer of [...atOnce, later]) expect(answer).toEqual(atOnce[0]);
    expect(await runs()).toHaveLength(1);
    expect(await stored(later.broadcastID)).toHaveLength(2);
  });

  it.each([
    ['another text', { message: 'Changed' }],
    ['a picture', { media: 'https://school.example/a.png' }],
    ['other numbers', { contacts: '03001234568' }],
    ['a billing', { groupIDs: [1] }],
    ['a later time', { sendAt: '2030-01-02T10:00' }],
  ])('A repeated clientID with %s is refused.', async (_what, change) => {
    const { clerk, clock } = here;
    clock.now = new Date('2030-01-01T08:00:00Z');
    const body = { message: 'Holiday', contacts: '03001234567', clientID: 'press-of-the-button' };
    const first = await clerk.get(calls.sendToGroups, { body });
    const other = await clerk.ask(calls.sendToGroups, { body: { ...body, ...change } });
    expectFailure(other, 'conflict');
    expect(other.body.message).toBe(failureWords.clientIDUsed);
    clock.now = new Date('2030-01-03T08:00:00Z');
    expect(await clerk.get(calls.sendToGroups, { body })).toEqual(first);
    expect(await runs()).toHaveLength(1);
  });

  it('A clientID is refused after a month, when nothing is left to compare.', async () => {
    const { clerk, clock } = here;
    clock.now = new Date('2030-01-01T08:00:00Z');
    const body = { message: 'Holiday', contacts: '03001234567', clientID: 'press-of-the-button' };
    await clerk.get(calls.sendToGroups, { body });
    clock.now = new Date('2030-03-01T08:00:00Z');
    // No session lasts that long, so the user signs in again.
    const { token } = await here.campus.user();
    for (const change of [{}, { contacts: '03001234568' }]) {
      const again = await clerk.ask(calls.sendToGroups, { token, body: { ...body, ...change } });
      expectFailure(again, 'conflict');
    }
    expect(await runs()).toHaveLength(1);
  });

  it('The same clientID in two campuses makes two sends.', async () => {
    const { campus, caller } = here;
    const sister = await campus.sister();
    const head = await caller({ add: true }, [sister]);
    const body = { message: 'Holiday', contacts: '03001234567', clientID: 'the-same-one' };
    const first = await head.get(calls.sendToGroups, { body });
    const second = await head.get(calls.sendToGroups, { body, query: { cID: sister.id } });
    expect(second.broadcastID).not.toBe(first.broadcastID);
  });
});
