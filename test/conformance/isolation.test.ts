/**
 * Every query of every room, called for a campus whose ids belong to another one. The list is made from the modules
 * themselves: a new query without a sample here fails, so that none can be forgotten.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/server/auth/scope.ts';
import type { Tables } from '../../src/server/db/tables.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

type Query = (scope: Scope, ...rest: unknown[]) => unknown;
type Found = { room: string; name: string; query: Query };

const rooms = join(import.meta.dirname, '../../src/server');
const modules = readdirSync(rooms, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('queries.ts'),
);
const found: Found[] = [];
for (const path of modules) {
  const exported: Record<string, unknown> = await import(join(rooms, path));
  for (const [name, query] of Object.entries(exported)) {
    if (typeof query === 'function')
      found.push({ room: path.replace(/[\\/].*/, ''), name, query: query as Query });
  }
}

/** The name of the first parameter says whom a query serves. */
const firstParameter = ({ query }: Found): string => /\(\s*(\w+)/.exec(String(query))?.[1] ?? '';
const ofCampus = found.filter((one) => firstParameter(one) === 'scope');

/** Queries that serve every campus, each with its reason to. */
const everyCampus = [
  // Proves who asks, before there is a scope; ends sessions by their own token or user.
  'auth.findProof',
  'auth.extendSession',
  'auth.endSession',
  'auth.endSessionsOf',
  'auth.endExpiredSessions',
  'auth.addMembership',
  // Finds the campus of an id among those the caller was proven to have.
  'bills.findCampusOfBill',
  'groups.findCampusOfGroup',
  // Workers and providers: the row says which campus.
  'sending.claim',
  'sending.settleClaimed',
  'sending.giveUpLeases',
  'senders.findSendersByID',
  'chat.insertInbound',
  'receipts.holdSender',
  'receipts.insertReceipts',
  'receipts.listUnmatched',
  'receipts.raiseMessages',
  'receipts.markMatched',
  'receipts.listToAsk',
  'receipts.setAskAgain',
  // Before there is a school, and the program's own figures.
  'setup.hasSchool',
  'setup.keepSetting',
  'setup.takeSetting',
  'setup.createSchool',
  'setup.createCampus',
  'setup.removeUsersBeforeFirstSchool',
  'outbox.countAllByState',
  // A part of a condition, not a query.
  'bills.hasStatus',
];

const now = '2026-11-20T00:00:00.000Z';
const secret = 'SECRET';

type Victim = Awaited<ReturnType<typeof makeVictim>>;

/** A campus with something in every table, all of it marked. */
async function makeVictim(world: World) {
  const campus = await world.school('victim', `${secret} Campus`);
  const { userID } = await campus.user();
  const group = await campus.group({
    name: `${secret} billing`,
    bills: [makeBill({ name: `${secret} child`, number: '03001234567' }), makeBill({ name: secret })],
  });
  await campus.template(`${secret} template`, secret);
  const { classID, sectionID } = await campus.roster({ className: `${secret} class` });
  const first = await campus.message({
    groupIDs: [group.id],
    message: `${secret} {{name}}`,
    clientID: 'victim-run',
  });
  await world.work();
  const waiting = await campus.message({
    groupIDs: [group.id],
    message: `${secret} waiting`,
    status: 'unpaid',
    clientID: 'victim-waiting',
  });
  const { db } = world.deps.store;
  await db
    .updateTable('message')
    .set({ status: 'failed', reason: secret })
    .where('broadcastID', '=', first.broadcastID)
    .where('number', '=', '+923001234567')
    .execute();
  const senderID = `s${campus.id}`;
  await db
    .insertInto('inbound')
    .values({
      campusID: campus.id,
      senderID,
      providerID: 'in1',
      number: '+923001234567',
      text: secret,
      media: '',
      audio: '',
      at: now,
    })
    .execute();
  const messages = await db.selectFrom('message').select('id').where('campusID', '=', campus.id).execute();
  return {
    campus,
    userID,
    groupID: group.id,
    billIDs: group.bills.map(({ id }) => id),
    classID,
    sectionID,
    senderID,
    runIDs: [first.broadcastID, waiting.broadcastID],
    messageIDs: messages.map(({ id }) => id),
  };
}

const page = { after: 0, take: 100 };
const anyBill = { status: 'all' as const, today: '2026-11-20' };
const head = { name: 'x', month: 1, year: 2026, description: 'x', avatar: null };
const [bill] = [{ ...makeBill(), numbers: '', createdAt: now }];
const newMessage = {
  groupID: null,
  groupIDs: '',
  billIDs: '',
  number: '+923001234567',
  name: '',
  text: 'x',
  media: '',
  status: 'queued',
  reason: null,
  dueAt: now,
  leaseUntil: null,
  pollAt: null,
  providerID: null,
  acceptedAt: null,
  createdAt: now,
  updatedAt: now,
};

/** What each query is given besides the scope: always the victim's ids. */
const samples: Record<string, (victim: Victim) => unknown[]> = {
  'audience.listBillsOfGroup': (v) => [v.groupID, { ...anyBill, ...page }],
  'audience.listBillsByID': (v) => [v.billIDs, anyBill],
  'audience.countBillsByID': (v) => [v.billIDs],
  'bills.listBills': (v) => [{ groupID: v.groupID, search: '', ...anyBill }, page],
  'bills.countBills': (v) => [{ groupID: v.groupID, search: '', ...anyBill }],
  'bills.findBill': (v) => [v.billIDs[0]],
  'bills.insertBills': (v) => [v.groupID, [bill]],
  'bills.updateBill': (v) => [v.billIDs[0], { name: 'changed' }],
  'bills.deleteBill': (v) => [v.billIDs[0]],
  'chat.listSent': () => ['+923001234567', 100],
  'chat.listReceived': () => ['+923001234567', 100],
  'demo.listPhones': () => ['', 100],
  'demo.countPhones': () => [''],
  'groups.listGroups': () => [],
  'groups.listGroupsWithFigures': () => ['', '2026-11-20'],
  'groups.findGroup': (v) => [v.groupID],
  'groups.findGroups': (v) => [[v.groupID]],
  'groups.insertGroup': () => [head, now],
  'groups.updateGroup': (v) => [v.groupID, head],
  'groups.holdGroup': (v) => [v.groupID],
  'groups.deleteGroup': (v) => [v.groupID],
  'messages.insertBroadcast': (v) => [
    {
      senderID: v.senderID,
      clientID: null,
      text: '',
      media: '',
      total: 0,
      queued: 0,
      audience: 'all',
      createdAt: now,
    },
  ],
  'messages.insertMessages': (v) => [[{ ...newMessage, broadcastID: v.runIDs[0], senderID: v.senderID }]],
  'messages.findBroadcastByClient': () => ['victim-run'],
  'outbox.listMessages': (v) => [{ status: 'all', broadcastID: v.runIDs[0], search: '' }, page],
  'outbox.countByState': () => [{ status: 'all', search: '' }],
  'outbox.countPending': () => [],
  'outbox.listRuns': () => [20],
  'outbox.countRunsByState': (v) => [v.runIDs],
  'outbox.setRunState': () => [{ from: 'running', to: 'paused', now }],
  'outbox.hasRun': (v) => [v.runIDs[0]],
  'outbox.requeue': (v) => [{ ids: v.messageIDs }, now],
  'outbox.reopenRuns': (v) => [v.runIDs, now],
  'recall.cancelQueued': () => [now],
  'recall.endPausedRuns': () => [],
  'recall.skipQueuedOfGroup': (v) => [v.groupID, now],
  'recall.skipQueuedOfBill': (v) => [v.billIDs[0], now],
  'recall.skipRemindersOfBill': (v) => [v.billIDs[0], now],
  'recall.skipMessages': (v) => [v.messageIDs, { reason: 'x', now }],
  'recall.listBillStatus': (v) => [v.billIDs],
  'recall.listRunsByID': (v) => [v.runIDs],
  'rosters.listStudents': (v) => [[v.classID], [v.sectionID]],
  'rosters.insertClass': () => ['x'],
  'rosters.insertSection': (v) => [v.classID, 'x'],
  'rosters.insertStudents': (v) => [
    [{ sectionID: v.sectionID, regNum: 'x', name: 'x', fatherName: null, number: '', numbers: '' }],
  ],
  'senders.findSender': () => [],
  'senders.updatePace': () => ['natural'],
  'templates.listTemplates': () => [],
  'templates.insertTemplates': () => [[{ title: 'x', message: 'x' }], now],
};

/** These make something of the caller's own, which is no leak; that nothing of the victim's changed is still asked. */
const makesOwn = [
  'groups.insertGroup',
  'rosters.insertClass',
  'templates.insertTemplates',
  'senders.findSender',
  'senders.updatePace',
];
/** These are given another campus's parent row: the foreign key refuses them. */
const refused = [
  'bills.insertBills',
  'messages.insertBroadcast',
  'messages.insertMessages',
  'rosters.insertSection',
  'rosters.insertStudents',
];

const isNothing = (answer: unknown): boolean =>
  answer === undefined || answer === false || answer === 0 || (Array.isArray(answer) && answer.length === 0);

const campusTables: (keyof Tables)[] = [
  'group',
  'bill',
  'template',
  'class',
  'section',
  'student',
  'broadcast',
  'message',
  'inbound',
  'sender',
];

async function rowsOf(world: World, campusID: number): Promise<Record<string, unknown[]>> {
  const { db } = world.deps.store;
  const rows = await Promise.all(
    campusTables.map((table) =>
      db
        .selectFrom(table as 'group')
        .selectAll()
        .where('campusID', '=', campusID)
        .orderBy('id')
        .execute(),
    ),
  );
  return Object.fromEntries(campusTables.map((table, index) => [table, rows[index] ?? []]));
}

it('knows every query', () => {
  const names = found.map(({ room, name }) => `${room}.${name}`).sort();
  expect(names).toEqual([...Object.keys(samples), ...everyCampus].sort());
  expect(ofCampus.map(({ room, name }) => `${room}.${name}`).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(engines)('a foreign campus on %s', (engine) => {
  let world: World;
  let victim: Victim;
  let strangers: Record<string, Scope>;

  beforeAll(async () => {
    world = await createWorld(engine);
    victim = await makeVictim(world);
    const sister = await victim.campus.sister();
    const stranger = await world.school('stranger');
    strangers = { 'campus of the same school': sister.scope, 'campus of another school': stranger.scope };
  });
  afterAll(() => world.stop());

  it('has a victim with something in every table', async () => {
    const rows = await rowsOf(world, victim.campus.id);
    for (const table of campusTables) expect(rows[table], table).not.toEqual([]);
  });

  describe.each(['campus of the same school', 'campus of another school'])('a %s', (kind) => {
    it.each(ofCampus.map((one) => [`${one.room}.${one.name}`, one] as const))(
      '%s finds and changes nothing',
      async (name, { query }) => {
        const before = await rowsOf(world, victim.campus.id);
        const scope = strangers[kind] as Scope;
        const asked = async () => query(scope, ...(samples[name]?.(victim) ?? []));
        if (refused.includes(name)) await expect(asked(), name).rejects.toThrow(/foreign key/i);
        else {
          const answer = await asked();
          expect(JSON.stringify(answer) ?? '').not.toContain(secret);
          if (
            !makesOwn.includes(name) &&
            !name.startsWith('groups.list') &&
            !name.startsWith('templates.list')
          ) {
            expect(isNothing(answer), `${name} answered ${JSON.stringify(answer)}`).toBe(true);
          }
        }
        expect(await rowsOf(world, victim.campus.id)).toEqual(before);
      },
    );
  });

  it('the samples do find and change things where they belong', async () => {
    const { scope } = victim.campus;
    const silent: string[] = [];
    const last = ['bills.deleteBill', 'groups.deleteGroup'];
    const names = Object.keys(samples).filter((name) => !last.includes(name));
    const { db } = world.deps.store;
    for (const name of [...names, ...last]) {
      // What an earlier sample cancelled or skipped waits again.
      await db
        .updateTable('message')
        .set({ status: 'queued', dueAt: now })
        .where('broadcastID', '=', victim.runIDs[1] ?? 0)
        .execute();
      const before = await rowsOf(world, victim.campus.id);
      const one = found.find(({ room, name: own }) => `${room}.${own}` === name);
      const answer = await one?.query(scope, ...(samples[name]?.(victim) ?? []));
      const isChanged = JSON.stringify(await rowsOf(world, victim.campus.id)) !== JSON.stringify(before);
      if (isNothing(answer) && !isChanged) silent.push(name);
    }
    expect(silent).toEqual([]);
  });
});
