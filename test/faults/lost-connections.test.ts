/** PostgreSQL ends our connections, refuses new ones or sends foreign notifications, and the program goes on. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { createBus } from '../../src/server/platform/live/bus.ts';
import { computer } from '../../src/server/runtime.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';

describe.skipIf(!engines.includes('postgres'))('Lost connections to PostgreSQL', () => {
  let world: World;
  let campus: CampusInTest;
  let clerk: UserInTest;
  let admin: pg.Client;
  let url: string;
  beforeEach(async () => {
    world = await createWorld('postgres');
    url = world.deps.config.databaseUrl ?? '';
    campus = await world.school('lost');
    clerk = await campus.user();
    admin = await connect();
  });
  afterEach(async () => {
    await admin.end();
    await world.stop();
  });

  async function connect(to = url): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: to });
    await client.connect();
    return client;
  }

  const count = async (where: string): Promise<number> => {
    const { rows } = await admin.query(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${where}`);
    return rows[0].count;
  };
  const terminateAll = (but = 0) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid not in (pg_backend_pid(), $1)`,
      [but],
    );
  const isListening = () => eventually(async () => expect(await count(`query = 'listen qasid'`)).toBe(1));
  const send = () =>
    world.call(calls.sendToMember, {
      token: clerk.token,
      query: { db: campus.db, cID: campus.id },
      body: { message: 'Salam', contacts: '03001234567' },
    });

  it('A send whose connection is lost is answered with 503, the next one succeeds, and open pages get an event.', async () => {
    await isListening();
    const events: LiveEvent[] = [];
    world.deps.bus.subscribe(campus.id, (event) => events.push(event));
    const locker = await connect();
    await locker.query('begin; lock table message in access exclusive mode');
    const held = send();
    await eventually(async () => expect(await count(`wait_event_type = 'Lock'`)).toBe(1));
    const { rows } = await locker.query('select pg_backend_pid() as pid');
    await terminateAll(rows[0].pid);
    expect((await held).status).toBe(503);
    await locker.query('rollback');
    await locker.end();

    await isListening();
    expect((await send()).body).toMatchObject({ queued: 1 });
    expect(await campus.scope.db.selectFrom('message').select('id').execute()).toHaveLength(1);
    await eventually(() => expect(events.map(({ what }) => what)).toContain('outbox'));
  });

  it('Connections that are lost between requests fail no request.', async () => {
    await isListening();
    for (let round = 0; round < 3; round++) {
      await terminateAll();
      await eventually(async () => expect((await send()).status).toBe(200));
    }
    await isListening();
  });

  it('A transaction fails whose connection is lost between two statements, and the next query succeeds.', async () => {
    const { db } = world.deps.store;
    const lost = db.transaction().execute(async (db) => {
      await db.selectFrom('school').select('id').execute();
      await terminateAll();
      await eventually(async () => expect(await count(`state = 'idle in transaction'`)).toBe(0));
      return db.selectFrom('school').select('id').execute();
    });
    await expect(lost).rejects.toThrow();
    expect(await db.selectFrom('school').select('id').execute()).toHaveLength(1);
  });

  it('Foreign notifications on the channel are ignored, and Qasid’s own events still arrive.', async () => {
    await isListening();
    const events: LiveEvent[] = [];
    world.deps.bus.subscribe(campus.id, (event) => events.push(event));
    for (const text of ['', 'hello', 'null', '5', '{"campusID":1', '[]']) {
      await admin.query('select pg_notify($1, $2)', ['qasid', text]);
    }
    world.deps.bus.publish(campus.id, { what: 'groups' });
    await eventually(() => expect(events).toEqual([{ what: 'groups' }]));
  });

  it('After the listening connection was lost, open pages get an event to reload everything.', async () => {
    await isListening();
    const events: LiveEvent[] = [];
    const lateEvents: LiveEvent[] = [];
    world.deps.bus.subscribe(campus.id, (event) => events.push(event));
    await terminateAll();
    await eventually(() => expect(events).toEqual([{ what: 'everything' }]));
    world.deps.bus.subscribe(campus.id, (event) => lateEvents.push(event), 60_000);
    expect(lateEvents).toEqual([{ what: 'everything' }]);
  });

  it('A bus that cannot listen at first listens as soon as the database accepts connections.', async () => {
    const own = new URL(url);
    const name = own.pathname.slice(1);
    own.pathname = '/postgres';
    const server = await connect(own.href);
    const store = await openPostgres(url);
    const heard: LiveEvent[] = [];
    await server.query(`alter database ${name} allow_connections false`);
    await terminateAll();
    const bus = createBus(computer, store.notify);
    bus.subscribe(1, (event) => heard.push(event));
    await eventually(() => expect(store.notify?.send('{}')).rejects.toThrow(/not currently accepting/));
    await server.query(`alter database ${name} allow_connections true`);
    // The other listener belongs to the world of this test.
    await eventually(async () => expect(await count(`query = 'listen qasid'`)).toBe(2));
    bus.publish(1, { what: 'groups' });
    await eventually(() => expect(heard).toContainEqual({ what: 'groups' }));
    expect(heard).toContainEqual({ what: 'everything' });
    await bus.close();
    await store.close();
    await server.end();
  });

  it('A statement is cancelled after one minute.', async () => {
    const { db } = world.deps.store;
    const { rows } = await sql`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '1min' }]);
  });
});
