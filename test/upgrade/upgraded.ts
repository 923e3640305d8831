/** Runs today's program on the store of an earlier version, with providers that accept what it sends. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '../../src/server/platform/db/store.ts';
import type { Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import type { Engine } from '../support/engines.ts';
import type { GraphServer } from '../support/graph-server.ts';
import { createWorld, type World } from '../support/world.ts';
import { startWhatsApp } from './graph.ts';
import { type Fixture, loadStore, readFixture } from './load.ts';
import { endOfStory, password } from './make/bills.ts';
import { type Body, type Desk, deskOf } from './make/desk.ts';
import { uploadedFile } from './make/last.ts';

export const first = '2026-11-20';
export const last = '2026-11-22';
export const minutesLater = (minutes: number) => new Date(Date.parse(endOfStory) + minutes * 60_000);

/** Counts and sums of each table by state. Tables that were split or dropped since are checked through the API. */
export async function readFigures(db: Db) {
  const rowsOf = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  const amounts = Array.from({ length: 10 }, (_, index) => `sum(amount${index + 1}) as a${index + 1}`);
  const tables = [
    ...['school', 'campus', 'membership', '"user"', 'account', '"group"', 'bill', 'class', 'section'],
    ...['student', 'template', 'import', 'import_change', 'heading', 'sender', 'broadcast', 'message'],
    ...['broadcast_group', 'receipt', 'inbound'],
  ];
  const counts: Record<string, unknown> = {};
  for (const table of tables) counts[table] = (await rowsOf(`select count(*) as n from ${table}`))[0]?.n;
  return {
    counts,
    money: await rowsOf(`select count(*) as n, sum(total) as total, sum("amountAfterDueDate") as late,
      ${amounts.join(', ')} from bill`),
    states: await rowsOf(
      'select "campusID", status, count(*) as n from message group by "campusID", status order by 1, 2',
    ),
    runs: await rowsOf('select id, state, total, queued, "clientID" from broadcast order by id'),
    messages: await rowsOf('select id, number, name, text, attempts, "providerID" from message order by id'),
    receipts: await rowsOf('select "providerID", status, at, matched from receipt order by id'),
    wrote: await rowsOf('select number, text, at from inbound order by id'),
  };
}

/** Tables that only the newer store has. */
const newerTables = ['attempt', 'approval', 'opt_out', 'hook', 'reached', 'number_name'];

export async function countNewer(db: Db) {
  const counts: Record<string, unknown> = {};
  for (const table of newerTables)
    counts[table] = (
      await sql.raw<{ n: unknown }>(`select count(*) as n from ${table}`).execute(db)
    ).rows[0]?.n;
  return counts;
}

/** Today's demo phone. It accepts new messages and reports messages of the earlier version as read. */
function createPhone() {
  const got: string[] = [];
  let providerID: string | undefined;
  const send = async (_sender: unknown, { text }: { text: string }): Promise<Outcome> => {
    got.push(text);
    if (providerID !== undefined) return { kind: 'accepted', providerID };
    return { kind: 'accepted', providerID: `today.${got.length}`, pollAfter: 0 };
  };
  const pollReceipts: Provider['pollReceipts'] = (_sender, { providerID, acceptedAt: at }) => ({
    receipts: [{ providerID, status: 'read', at }],
    pollAt: null,
  });
  const answerWith = (id: string | undefined) => {
    providerID = id;
  };
  return { got, answerWith, demo: { send, pollReceipts } };
}

type Opened = {
  now: Date;
  fixture: Fixture;
  /** What the store held before the program opened it. */
  before: { figures: object; newer: object };
  world: World;
  whatsApp: GraphServer;
  token: string;
  db: string;
};
type Given = { settings: Record<string, string> };

/** What a test needs of the upgraded program; made again for each `describe`. */
export function useUpgraded(engine: Engine, version: string) {
  const isLast = version === last;
  const here = { now: minutesLater(1) } as Opened;
  const parents = createPhone();
  const given: Given[] = [];
  const gateway: Provider = {
    send: async (sender) => {
      given.push(sender);
      return { kind: 'accepted', providerID: `gateway.${given.length}` };
    },
  };
  const deskAt = (cID: number, token?: string): Desk =>
    deskOf(here.world, { db: here.db, cID, token: token ?? here.token });
  const run = async (cID: number, text: string): Promise<Body> =>
    (await deskAt(cID).get('/Outbox/Runs')).find((one: Body) => one.text.startsWith(text));
  const messagesOf = async (cID: number, text: string): Promise<Body[]> => {
    const { broadcastID } = await run(cID, text);
    return deskAt(cID).get('/Outbox/Export', { broadcastID });
  };
  const statesOf = async (cID: number, text: string): Promise<string[]> =>
    (await messagesOf(cID, text)).map(({ status }) => status);

  const fill = async (place: { databaseUrl: string | undefined; dataDir: string }) => {
    here.before = await loadStore(here.fixture, place, async (db) => ({
      figures: await readFigures(db),
      newer: isLast ? await countNewer(db) : {},
    }));
    await mkdir(join(place.dataDir, 'uploads'));
    await writeFile(join(place.dataDir, 'uploads', uploadedFile), 'a picture');
  };

  beforeAll(async () => {
    here.fixture = await readFixture(version, engine);
    here.whatsApp = await startWhatsApp(['notice_9', 'notice_10']);
    here.world = await createWorld(
      engine,
      // The store holds real password hashes, so the real hashing is used.
      { now: () => here.now, providers: { demo: parents.demo, waha: gateway }, runtime: {} },
      { fill, secretKey: here.fixture.secretKey, graphUrl: here.whatsApp.url },
    );
    const signedIn = await here.world.call(
      { method: 'POST', path: '/Account/Login' },
      { body: { userName: 'head.clerk', password } },
    );
    here.token = signedIn.body.token;
    here.db = signedIn.body.db;
  });
  afterAll(async () => {
    await here.world.stop();
    here.whatsApp.stop();
  });
  return Object.assign(here, { isLast, parents, given, deskAt, run, messagesOf, statesOf });
}
