import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { listen } from './listening.ts';

/** Reads several events and sorts them by name, because events of several processes may overtake each other. */
async function several(count: number, next: () => Promise<LiveEvent | undefined>) {
  const events: (LiveEvent | undefined)[] = [];
  while (events.length < count) events.push(await next());
  return events.sort((a, b) => (String(a?.what) < String(b?.what) ? -1 : 1));
}

describe.each(engines)('Live events on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  beforeEach(async () => {
    world = await createWorld(engine);
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
  });
  afterEach(async () => {
    vi.useRealTimers();
    await world.stop();
  });

  const save = (caller = clerk) =>
    caller.get(calls.saveGroup, {
      body: { group: { name: 'A', month: 1, year: 2026, description: 'B' }, contacts: [makeBill()] },
    });

  it('Live events say what has changed after a save, a send and a change of the sender.', async () => {
    const { response, block, next, close } = await listen(world, clerk, campus);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await block()).toMatch(/^retry: \d+$/);
    const { id } = await save();
    expect(await several(3, next)).toEqual([
      { what: 'bills', groupID: id },
      { what: 'groups' },
      { what: 'imports' },
    ]);
    const { broadcastID } = await clerk.get(calls.sendToMember, {
      body: { message: 'Salam', contacts: '03001234567' },
    });
    expect(await several(2, next)).toEqual([
      { what: 'chat', number: '+923001234567' },
      { what: 'outbox', broadcastID },
    ]);
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    expect(await next()).toEqual({ what: 'sender' });
    await close();
  });

  it('Live events report an inbound message, that it was read, and an opt-out.', async () => {
    const { block, next, close } = await listen(world, clerk, campus);
    await block();
    const [number, other] = ['+923001234567', '+923001234568'];
    await clerk.get(calls.replyFromPhone, { body: { number, message: 'Salam' } });
    expect(await next()).toEqual({ what: 'inbound', number });
    const [{ id: upTo }] = await clerk.get(calls.loadChat, { query: { number } });
    await clerk.get(calls.markSeen, { body: { number, upTo } });
    expect(await next()).toEqual({ what: 'inbound', number });
    // The message was seen before, so no event comes and the next one is about the other number.
    await clerk.get(calls.markSeen, { body: { number, upTo } });
    await clerk.get(calls.addOptOut, { body: { number: other } });
    expect(await several(2, next)).toEqual([{ what: 'inbound', number: other }, { what: 'outbox' }]);
    await clerk.get(calls.removeOptOut, { query: { number: other } });
    expect(await next()).toEqual({ what: 'inbound', number: other });
    await close();
  });

  it('Live events are sent to every listener of the campus and to no other campus.', async () => {
    const sister = await campus.sister();
    const ofSister = callerOf(world, sister, await sister.user());
    const [mine, alsoMine, theirs] = [
      await listen(world, clerk, campus),
      await listen(world, clerk, campus),
      await listen(world, ofSister, sister),
    ];
    for (const { block } of [mine, alsoMine, theirs]) await block();
    const { id } = await save();
    const events = [{ what: 'bills', groupID: id }, { what: 'groups' }, { what: 'imports' }];
    expect(await several(3, mine.next)).toEqual(events);
    expect(await several(3, alsoMine.next)).toEqual(events);
    // The sister campus gets only its own event, though the other campus’s events came first.
    await ofSister.get(calls.setPace, { body: { pace: 'natural' } });
    expect(await theirs.next()).toEqual({ what: 'sender' });
    for (const { close } of [mine, alsoMine, theirs]) await close();
  });

  it('A late listener gets the earlier events of the own campus once.', async () => {
    const sister = await campus.sister();
    const { id } = await save();
    await save(callerOf(world, sister, await sister.user()));
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    const late = await listen(world, clerk, campus, 60_000);
    await late.block();
    /** A process that just started sends "everything" to a listener who asks for an earlier time. */
    const next = async () => {
      const event = await late.next();
      return event?.what === 'everything' ? late.next() : event;
    };
    expect(await several(4, next)).toEqual([
      { what: 'bills', groupID: id },
      { what: 'groups' },
      { what: 'imports' },
      { what: 'sender' },
    ]);
    await clerk.get(calls.addOptOut, { body: { number: '+923001234567' } });
    expect(await several(2, next)).toEqual([
      { what: 'inbound', number: '+923001234567' },
      { what: 'outbox' },
    ]);
    await late.close();
  });

  it('A refused save publishes no live event.', async () => {
    const { block, next, close } = await listen(world, clerk, campus);
    await block();
    const refused = {
      group: { name: 'A', month: 1, year: 2026, description: 'B' },
      contacts: [makeBill({ number: '12' })],
    };
    expectFailure(await clerk.ask(calls.saveGroup, { body: refused }), 'invalid');
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    expect(await next()).toEqual({ what: 'sender' });
    await close();
  });

  it('A live stream ends with the next heartbeat when its user may no longer view the campus.', async () => {
    const sister = await campus.sister();
    const head = callerOf(world, campus, await campus.user(undefined, [sister]));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { block } = await listen(world, head, campus);
    expect(await block()).toMatch(/^retry/);
    vi.advanceTimersByTime(25_000);
    expect(await block()).toBe(': still here');
    await world.deps.store.db
      .deleteFrom('membership')
      .where('userID', '=', head.userID)
      .where('campusID', '=', campus.id)
      .execute();
    vi.advanceTimersByTime(25_000);
    // The stream gets the reason before it ends.
    expect(await block()).toMatch(/^data: {"what":"session","userID":/);
    expect(await block()).toBeUndefined();
  });

  it('A HEAD request does not open a live stream.', async () => {
    const url = `${world.address}/api/Live?db=${campus.db}&cID=${campus.id}`;
    const headers = { authorization: `Bearer ${clerk.token}` };
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
  });

  it('A live stream ends when the server stops, and does not delay it.', async () => {
    const closing = await createWorld(engine);
    const itsCampus = await closing.school(freshSlug());
    const caller = callerOf(closing, itsCampus, await itsCampus.user());
    const { block } = await listen(closing, caller, itsCampus);
    await block();
    await closing.stop();
    expect(await block()).toBeUndefined();
  });
});
