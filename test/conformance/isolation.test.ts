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
import { makeVictim, now, secret, type Victim } from './victim.ts';

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
  'templates.findCampusOfTemplate',
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
  'health.findOldestDue',
  // A part of a condition, not a query.
  'bills.hasStatus',
];

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
  'audience.countBillsOfGroups': (v) => [[v.groupID]],
  'bills.listBills': (v) => [{ groupID: v.groupID, search: '', ...anyBill }, page],
  'bills.listBillsPage': (v) => [
    { groupID: v.groupID, search: '', ...anyBill },
    { ...page, from: 0 },
  ],
  'bills.countBills': (v) => [{ groupID: v.groupID, search: '', ...anyBill }],
  'bills.listBillIDs': (v) => [{ groupID: v.groupID, search: '', ...anyBill }],
  'bills.findBill': (v) => [v.billIDs[0]],
  'bills.insertBills': (v) => [v.groupID, [bill]],
  'bills.updateBill': (v) => [v.billIDs[0], { name: 'changed' }],
  'bills.changeBills': (v) => [[{ billID: v.importedIDs[0], to: { name: 'changed' } }]],
  'bills.setPaid': (v) => [v.billIDs, true],
  'bills.deleteBill': (v) => [v.billIDs[0]],
  'chat.listSent': () => ['+923001234567', 100],
  'chat.listReceived': () => ['+923001234567', 100],
  'chat.listConversations': () => [{ search: '', digits: '', ...page }],
  'chat.countAllUnseen': () => [],
  'chat.countUnseen': () => [['+923001234567']],
  'chat.setSeen': () => ['+923001234567', 1_000_000],
  'demo.listPhones': () => ['', 100],
  'demo.countPhones': () => [''],
  'groups.listGroups': () => [],
  'groups.listGroupsWithFigures': () => ['', '2026-11-20'],
  'groups.findGroup': (v) => [v.groupID],
  'groups.findGroups': (v) => [[v.groupID]],
  'groups.insertGroup': () => [head, now],
  'groups.updateGroup': (v) => [v.groupID, head],
  'groups.deleteGroup': (v) => [v.groupID],
  'imports.insertImport': () => [
    {
      kind: 'bills',
      groupID: null,
      groupName: '',
      isNewGroup: 0,
      saveID: null,
      fileName: '',
      sha256: '',
      createdAt: now,
    },
  ],
  'imports.findImportBySave': () => [`${secret} save`],
  'imports.finishImport': (v) => [
    { importID: v.importIDs[0], added: 9, updated: 9, skipped: 9, refused: 9, held: [] },
  ],
  'imports.insertChanges': (v) => [v.importIDs[0], [{ itemID: 1, before: {}, after: {} }]],
  'imports.listChanges': (v) => [v.importIDs[1], page],
  'imports.keepHeadings': () => ['students', [{ heading: 'x', field: 'regNum' }]],
  'imports.listHeadings': () => ['bills'],
  'imports.findSameFile': () => [secret],
  'imports.listImports': (v) => [{ ...page, groupID: v.billingID, kind: undefined }],
  'imports.findImport': (v) => [v.importIDs[0]],
  'imports.listChangedLater': (v) => [{ id: v.importIDs[0], kind: 'bills', groupID: v.billingID }],
  'imports.markUndone': (v) => [v.importIDs[1], now],
  'matches.listBillsByRegNum': () => [[`${secret} 2`], [2026 * 12 + 11]],
  'matches.listBillsByInvNo': () => [[`${secret} 3`]],
  'matches.listBillsByNumbers': (v) => [v.billingID, ['+923001234568']],
  'matches.listBillsWhole': (v) => [v.importedIDs],
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
  'messages.insertBroadcastGroups': (v) => [v.runIDs[0], [v.groupID + 1_000_000]],
  'messages.listMessagedBills': (v) => [v.groupID],
  'messages.listToldOfGroups': (v) => [[v.groupID], `${secret} {{name}}`],
  'messages.listToldNumbers': () => [['+923001234567'], `${secret} waiting`],
  'messages.findBroadcastByClient': () => ['victim-run'],
  'optouts.listOptedOut': () => [],
  'optouts.listOptOuts': () => [],
  'optouts.insertOptOut': () => [{ number: '+923001234569', at: now, note: '' }],
  'optouts.deleteOptOut': () => ['+923001234568'],
  'outbox.listMessages': (v) => [
    { status: 'all', broadcastID: v.runIDs[0], search: '' },
    { ...page, from: 0 },
  ],
  'outbox.listRunIDs': (v) => [{ broadcastID: v.runIDs[0], groupID: v.groupID }],
  'outbox.listMessageIDs': (v) => [
    { status: 'all', broadcastID: v.runIDs[0], groupID: v.groupID, search: '' },
  ],
  'outbox.listMessagesByID': (v) => [v.messageIDs],
  'outbox.listMessagesOfBill': (v) => [{ groupID: v.groupID, billID: v.billIDs[0] }, 100],
  'outbox.countByState': () => [{ status: 'all', search: '' }],
  'outbox.countPending': () => [],
  'outbox.listRuns': () => [20],
  'outbox.countRunsByState': (v) => [v.runIDs],
  'outbox.setRunState': () => [{ from: 'running', to: 'paused', now }],
  'outbox.hasRun': (v) => [v.runIDs[0]],
  'recall.requeue': (v) => [{ ids: v.messageIDs }, now],
  'recall.reopenRuns': (v) => [v.runIDs, now],
  'recall.cancelQueued': () => [{}, { reason: 'x', now }],
  'recall.findLastCancelled': () => [],
  'recall.restoreCancelled': () => [now, now],
  'recall.skipQueuedOfGroup': (v) => [v.groupID, now],
  'recall.skipQueuedOfBill': (v) => [v.billIDs[0], now],
  'recall.skipRemindersOfBill': (v) => [v.billIDs[0], now],
  'recall.listWaitingReminders': () => [],
  'recall.skipQueuedOfNumber': () => ['+923001234567', now],
  'recall.skipMessages': (v) => [v.messageIDs, { reason: 'x', now }],
  'recall.listBillStatus': (v) => [v.billIDs],
  'recall.listRunsByID': (v) => [v.runIDs],
  'rosters.listStudents': (v) => [[v.classID], [v.sectionID]],
  'rosters.listClasses': () => [],
  'rosters.listSections': () => [],
  'rosters.listStudentsByRegNum': (v) => [v.regNums],
  'rosters.updateStudents': (v) => [
    [{ id: v.studentIDs[0], sectionID: v.sectionID, name: 'x', fatherName: null, number: '', numbers: '' }],
  ],
  'rosters.listChangedAgain': (v) => [v.rosterIDs[0]],
  'rosters.listChangedStudents': (v) => [v.rosterIDs[1], page],
  'rosters.deleteStudentsOfImport': (v) => [v.rosterIDs[0]],
  'rosters.deleteEmptySections': (v) => [[v.emptySectionID]],
  'rosters.deleteEmptyClasses': (v) => [[v.emptyClassID]],
  'rosters.insertClass': () => ['x'],
  'rosters.insertSection': (v) => [v.classID, 'x'],
  'rosters.insertStudents': (v) => [
    [
      {
        sectionID: v.sectionID,
        regNum: 'x',
        name: 'x',
        fatherName: null,
        number: '',
        numbers: '',
        importID: null,
      },
    ],
  ],
  'senders.findSender': () => [],
  'senders.updatePace': () => ['natural'],
  'undo.listAddedBills': (v) => [v.billingID, v.importIDs[0]],
  'undo.listChangedBills': (v) => [v.importIDs[1]],
  'undo.hasBills': (v) => [v.billingID],
  'undo.deleteAddedBills': (v) => [v.billingID, v.importIDs[0]],
  'templates.listTemplates': () => [],
  'templates.insertTemplates': () => [[{ title: 'x', message: 'x' }], now],
  'templates.insertTemplate': () => [{ title: 'x', message: 'x' }, now],
  'templates.updateTemplate': (v) => [v.templateID, { title: 'changed', message: 'x' }],
  'templates.deleteTemplate': (v) => [v.templateID],
};

/** These make something of the caller's own, which is no leak; that nothing of the victim's changed is still asked. */
const makesOwn = [
  'imports.insertImport',
  'imports.keepHeadings',
  'groups.insertGroup',
  'rosters.insertClass',
  'templates.insertTemplates',
  'templates.insertTemplate',
  'senders.findSender',
  'senders.updatePace',
];
/** These are given another campus's parent row: the foreign key refuses them. */
const refused = [
  'bills.insertBills',
  'messages.insertBroadcast',
  'messages.insertMessages',
  'messages.insertBroadcastGroups',
  'imports.insertChanges',
  'rosters.insertSection',
  'rosters.insertStudents',
];

const isNothing = (answer: unknown): boolean =>
  answer === undefined ||
  answer === false ||
  answer === 0 ||
  (Array.isArray(answer) && answer.length === 0) ||
  (answer instanceof Set && answer.size === 0);

const campusTables: (keyof Tables)[] = [
  'group',
  'bill',
  'template',
  'class',
  'section',
  'student',
  'broadcast',
  'broadcast_group',
  'import',
  'import_change',
  'heading',
  'message',
  'inbound',
  'opt_out',
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
        .execute(),
    ),
  );
  // Not every table has an id to go by.
  const sorted = rows.map((list) => list.map((row) => JSON.stringify(row)).sort());
  return Object.fromEntries(campusTables.map((table, index) => [table, sorted[index] ?? []]));
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
            !name.startsWith('templates.list') &&
            name !== 'rosters.listClasses'
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
