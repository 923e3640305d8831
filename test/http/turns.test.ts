/** Calls in flight: a caller with many connections waits for itself, and nobody else waits for it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { createApprover } from '../support/approving-provider.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';

/** A provider whose list of templates is answered only when the test says so. A sync waits for it. */
function heldProvider() {
  const { templates, ...provider } = createApprover().provider;
  const held = { running: 0, most: 0, lists: 0, release: () => {}, hold: () => {} };
  let open = Promise.resolve();
  held.hold = () => {
    Object.assign(held, { running: 0, most: 0, lists: 0 });
    open = new Promise((resolve) => {
      held.release = resolve;
    });
  };
  const list = async () => {
    held.lists += 1;
    held.running += 1;
    held.most = Math.max(held.most, held.running);
    await open;
    held.running -= 1;
    return { kind: 'done' as const, value: [] };
  };
  const demo = { ...provider, templates: { ...templates, list } } as Provider;
  return { held, demo };
}

describe.each(engines)('Calls in flight on %s', (engine) => {
  const { held, demo } = heldProvider();
  const { given } = callingProvider();
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  beforeAll(async () => {
    world = await createWorld(engine, { ...given, providers: { ...given.providers, demo } });
  });
  beforeEach(async () => {
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
    held.hold();
  });
  // After a failed test too, or its calls would wait for ever.
  afterEach(() => held.release());
  afterAll(() => world.stop());

  const flood = (count: number, caller = clerk): Promise<Answered>[] =>
    Array.from({ length: count }, () => caller.ask(calls.syncTemplates));
  const statusesOf = async (answers: readonly Promise<Answered>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  /** What was sent before these, or was closed before them, has reached the server when they are answered. */
  const someReads = async (): Promise<void> => {
    for (let read = 0; read < 5; read += 1) await clerk.get(calls.listGroups);
  };
  const untilRunning = (count: number) => eventually(async () => expect(held.running).toBe(count));

  it('Of fifty calls of one session four run at a time, and each is answered.', async () => {
    const answers = flood(50);
    await untilRunning(4);
    held.release();
    expect(await statusesOf(answers)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(held.most).toBe(4);
    expect(held.lists).toBe(50);
  });

  it('Another session of the school and another school do not wait for fifty calls.', async () => {
    const answers = flood(50);
    await untilRunning(4);
    const colleague = callerOf(world, campus, await campus.user());
    const ofColleague = flood(1, colleague);
    await untilRunning(5);
    const other = await world.school(freshSlug());
    const stranger = callerOf(world, other, await other.user());
    const ofStranger = flood(1, stranger);
    await untilRunning(6);
    for (const caller of [colleague, stranger])
      expect((await caller.ask(calls.setPace, { body: { pace: 'instant' } })).status).toBe(200);
    held.release();
    expect(await statusesOf([...answers, ...ofColleague, ...ofStranger])).not.toContain(429);
  });

  it('In one session reads do not wait for changes.', async () => {
    const answers = flood(50);
    await untilRunning(4);
    expect((await clerk.ask(calls.listGroups)).status).toBe(200);
    expect((await clerk.ask(calls.showReport, { params: { name: 'ageing' } })).status).toBe(200);
    held.release();
    await Promise.all(answers);
  });

  it('The callers of a school with more calls than it may run take turns.', async () => {
    const colleagues = [clerk];
    while (colleagues.length < 3) colleagues.push(callerOf(world, campus, await campus.user()));
    const answers = colleagues.flatMap((caller) => flood(10, caller));
    await untilRunning(8);
    held.release();
    expect(await statusesOf(answers)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(held.most).toBe(8);
  });

  it('A call that finds the line full is refused, and says when to try again.', async () => {
    const refused: Answered[] = [];
    const answers = flood(4 + 200 + 3).map(async (answer) => {
      const answered = await answer;
      if (answered.status === 429) refused.push(answered);
      return answered;
    });
    await eventually(() => expect(refused).toHaveLength(3));
    expect(held.running).toBe(4);
    held.release();
    expect((await statusesOf(answers)).filter((status) => status === 200)).toHaveLength(204);
    for (const { body, headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toEqual({ code: 'tooMany', message: failureWords.tooManyAtOnce });
    }
    expect(held.lists).toBe(204);
  });

  it('A call whose caller leaves while it waits is not made.', async () => {
    const first = flood(4);
    await untilRunning(4);
    const leaving = new AbortController();
    const url = `${world.address}/api${calls.syncTemplates.path}?db=${campus.db}&cID=${campus.id}`;
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' };
    const left = fetch(url, { method: 'POST', headers, signal: leaving.signal }).catch(() => 'left');
    await someReads();
    leaving.abort();
    expect(await left).toBe('left');
    await someReads();
    const last = flood(1);
    held.release();
    expect(await statusesOf([...first, ...last])).toEqual([200, 200, 200, 200, 200]);
    expect(held.lists).toBe(5);
  });

  it('A caller who disconnects after each call cannot start more of them.', async () => {
    const url = `${world.address}/api${calls.syncTemplates.path}?db=${campus.db}&cID=${campus.id}`;
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' };
    const leaving = new AbortController();
    const left = Array.from({ length: 4 }, () =>
      fetch(url, { method: 'POST', headers, signal: leaving.signal }).catch(() => 'left'),
    );
    await untilRunning(4);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left', 'left', 'left']);
    const next = flood(4);
    await someReads();
    expect(held.running).toBe(4);
    held.release();
    expect(await statusesOf(next)).toEqual([200, 200, 200, 200]);
    expect(held.most).toBe(4);
  });

  it('Webhooks, health checks and event streams do not wait for the calls of a school.', async () => {
    const { call, webhookBody } = await connectCalling(world, await world.school(freshSlug()));
    const answers = flood(50);
    await untilRunning(4);
    for (let hook = 0; hook < 20; hook += 1) expect((await call(webhookBody())).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(`${world.address}${path}`)).status).toBe(200);
    const streams = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${world.address}/api${calls.live.path}?db=${campus.db}&cID=${campus.id}`, {
          headers: { authorization: `Bearer ${clerk.token}` },
        }),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await clerk.ask(calls.listGroups)).status).toBe(200);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    held.release();
    expect(await statusesOf(answers)).not.toContain(429);
  });
});
