/** Metrics for the operator, which contain nothing about a person. */
import { readFile, statfs } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { countStates } from '../../src/server/outbox/broadcasts/broadcasts-queries.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { countAttempt, observeClaim, observeSettle } from '../../src/server/platform/metrics/sending.ts';
import { engines } from '../support/engines.ts';
import { schoolOf } from '../support/trail.ts';
import { createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';

const quarterMinute = 15_000;

describe.each(engines)('Metrics on %s', (engine) => {
  let world: World;
  let ahead = 0;
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => new Date(Date.now() + ahead), log: openLog('silent') });
  });
  afterAll(() => world.stop());

  const scrape = async () => (await fetch(`${world.address}/metrics`)).text();
  const figures = async (name: string) =>
    (await scrape()).split('\n').filter((line) => line.startsWith(name));
  const figure = async (name: string) => Number((await figures(`${name} `))[0]?.split(' ')[1]);

  it('The metrics count messages by state at most every 15 seconds, and say how long the oldest is due.', async () => {
    const campus = await world.school(freshSlug());
    expect((await fetch(`${world.address}/metrics`)).headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await figure('qasid_oldest_due_seconds')).toBe(0);
    const { broadcastID } = await campus.message({ contacts: '03001234567, 03001234568' });
    expect(await figures('qasid_messages{')).toContain('qasid_messages{state="queued"} 0');
    ahead += quarterMinute;
    expect(await figures('qasid_messages{')).toContain('qasid_messages{state="queued"} 2');
    expect(await figure('qasid_oldest_due_seconds')).toBeGreaterThanOrEqual(15);

    const { db } = world.deps.store;
    const set = { state: 'paused' as const };
    await db.updateTable('broadcast').set(set).where('id', '=', broadcastID).execute();
    ahead += quarterMinute;
    // A paused send is no standstill.
    expect(await figure('qasid_oldest_due_seconds')).toBe(0);
    await db.updateTable('message').set({ status: 'cancelled' }).execute();
    expect(await figures('qasid_messages{')).toContain('qasid_messages{state="queued"} 2');
    ahead += quarterMinute;
    // A state without messages must go back to zero.
    expect(await figures('qasid_messages{')).toContain('qasid_messages{state="queued"} 0');
    expect(await figures('qasid_messages{')).toContain('qasid_messages{state="cancelled"} 2');
  });

  it('The metrics show the standstill of one school, however busy the other schools are.', async () => {
    const still = await world.school(freshSlug());
    const busy = await world.school(freshSlug());
    for (const campus of [still, busy]) await campus.message({ contacts: '03001234567, 03001234568' });
    const { db } = world.deps.store;
    const serve = () =>
      db
        .updateTable('sender')
        .set({ servedAt: world.deps.now().toISOString() })
        .where('campusID', '=', busy.id)
        .execute();
    for (let minute = 0; minute < 10; minute += 1) {
      ahead += 60_000;
      await serve();
    }
    expect(await figure('qasid_standstill_seconds')).toBeGreaterThanOrEqual(600);
    const schoolOfStill = await schoolOf(db, still.id);
    const schoolOfBusy = await schoolOf(db, busy.id);
    const ofSchool = (id: number) => figure(`qasid_school_standstill_seconds{school="${id}"}`);
    expect(await ofSchool(schoolOfStill)).toBeGreaterThanOrEqual(600);
    expect(await ofSchool(schoolOfBusy)).toBeLessThan(60);
    expect(await figure(`qasid_school_messages{school="${schoolOfBusy}",state="queued"}`)).toBe(2);
    // Everybody who reaches the port can read the metrics, so they name no school.
    const all = await scrape();
    for (const { slug, name } of await db.selectFrom('school').select(['slug', 'name']).execute()) {
      expect(all).not.toContain(slug);
      expect(all).not.toContain(name);
    }
    await db.updateTable('message').set({ status: 'cancelled' }).where('campusID', '=', still.id).execute();
    ahead += quarterMinute;
    // The other school has messages that are due for longer, but works through them.
    expect(await figure('qasid_oldest_due_seconds')).toBeGreaterThanOrEqual(600);
    expect(await figure('qasid_standstill_seconds')).toBeLessThan(60);
    await db.updateTable('message').set({ status: 'cancelled', dueAt: null }).execute();
  });

  it('The metrics count the campuses whose data are an undecided copy.', async () => {
    const campus = await world.school(freshSlug());
    ahead += quarterMinute;
    expect(await figure('qasid_copy_undecided')).toBe(0);
    const copy = { copiedAt: '2026-11-05T05:02:00.000Z', copyWhy: 'backup', copyUpTo: 0 } as const;
    const { db } = world.deps.store;
    await db.updateTable('sender').set(copy).where('campusID', '=', campus.id).execute();
    ahead += quarterMinute;
    expect(await figure('qasid_copy_undecided')).toBe(1);
    const decided = { copiedAt: null, copyWhy: null, copyUpTo: null };
    await db.updateTable('sender').set(decided).where('campusID', '=', campus.id).execute();
  });

  it('The metrics count attempts by outcome and code, and never contain texts or phone numbers.', async () => {
    const before = await figure('qasid_claim_seconds_count');
    countAttempt({ outcome: 'accepted' });
    countAttempt({ outcome: 'rejected', code: 131026 });
    countAttempt({ outcome: 'rejected', code: '923001234567' });
    countAttempt({ outcome: 'rejected', code: 'Dear Ayesha, your fee is due' });
    observeClaim(0.01);
    observeSettle(0.02);
    const attempts = (await figures('qasid_attempts_total{')).join('\n');
    expect(attempts).toContain('qasid_attempts_total{outcome="accepted",code="none"}');
    expect(attempts).toContain('qasid_attempts_total{outcome="rejected",code="131026"}');
    expect(attempts).toContain('qasid_attempts_total{outcome="rejected",code="other"}');
    expect(attempts).not.toMatch(/Ayesha|92300/);
    expect(await figure('qasid_claim_seconds_count')).toBe(before + 1);
    expect(await figure('qasid_settle_seconds_count')).toBeGreaterThan(0);
  });

  it('The metrics time requests by route pattern, and never contain the requested values.', async () => {
    const campus = await world.school(freshSlug());
    const { token } = await campus.user();
    const query = { db: campus.db, cID: campus.id, number: '+923009876543' };
    expect((await world.call(calls.loadChat, { token, query })).status).toBe(200);
    await fetch(`${world.address}/files/03009876543.png`);
    await fetch(`${world.address}/api/03009876543?token=hidden`);
    const lines = (await figures('qasid_request_seconds_count')).join('\n');
    expect(lines).toContain(`{method="GET",route="/api${calls.loadChat.path}",status="200"}`);
    expect(lines).toContain('{method="GET",route="/files/:name",status="404"}');
    expect(lines).not.toMatch(/9876543|hidden/);
  });

  it('The metrics and the health calls show the version, and the metrics the free disk space.', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await figures('qasid_info{')).toEqual([`qasid_info{version="${version}"} 1`]);
    const { bavail, bsize } = await statfs(world.deps.config.dataDir);
    expect(Math.abs((await figure('qasid_disk_free_bytes')) - bavail * bsize)).toBeLessThan(1024 ** 3);
    for (const path of ['/healthz', '/readyz'])
      expect(await (await fetch(`${world.address}${path}`)).json()).toMatchObject({ version });
  });

  it('The metrics show the lag of the event loop, memory and CPU time.', async () => {
    expect(await figures('nodejs_eventloop_lag_p99_seconds ')).toHaveLength(1);
    expect(await figures('process_resident_memory_bytes ')).toHaveLength(1);
    // The CPU time counts from the start of the process, not from the first request.
    const { user, system } = process.cpuUsage();
    expect(await figure('process_cpu_seconds_total')).toBeGreaterThan((user + system) / 1e6 - 0.1);
  });

  it('If the store does not answer, the metrics that need it are NaN and all others are shown.', async () => {
    const { store } = world.deps;
    const name = 'message';
    // The table is renamed, not dropped, because other tests need it again.
    await store.db.schema.alterTable(name).renameTo('gone').execute();
    ahead += quarterMinute;
    const lines = await scrape();
    await store.db.schema.alterTable('gone').renameTo(name).execute();
    expect(lines).toContain('process_resident_memory_bytes');
    expect(lines).not.toMatch(/^qasid_messages\{/m);
    expect(lines).toMatch(/^qasid_oldest_due_seconds NaN$/im);
    expect(lines).toMatch(/^qasid_standstill_seconds NaN$/im);
    expect(lines).toMatch(/^qasid_copy_undecided NaN$/im);
    expect(await countStates(store.db)).not.toEqual([]);
  });
});
