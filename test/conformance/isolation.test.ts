/**
 * Every query of every room, called for a campus whose ids belong to another one. The list is made from the modules
 * themselves: a new query without a sample here fails, so that none can be forgotten.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/server/auth/scope.ts';
import type { Tables } from '../../src/server/db/tables.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { samples } from './samples.ts';
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
  'auth.countTry',
  'auth.forgetTries',
  'auth.addMembership',
  // Finds the campus of an id among those the caller was proven to have.
  'bills.findCampusOfBill',
  'groups.findCampusOfGroup',
  'templates.findCampusOfTemplate',
  // Workers and providers: the row says which campus.
  'sending.giveUpLeases',
  'senders.findSendersByID',
  'senders.listSendersOf',
  'senders.changeLimit',
  'senders.listSharing',
  'senders.carryReached',
  'chat.insertInbound',
  'senders.holdReceipts',
  'memory.findMemory',
  'memory.keepMemory',
  'memory.forgetMemory',
  'memory.forgetTold',
  'memory.forgetExpired',
  'hooks.insertHooks',
  'hooks.noteCalls',
  'hooks.listWaitingSenders',
  'hooks.listWaiting',
  'hooks.listBodies',
  'hooks.finishHooks',
  'hooks.forgetHooks',
  'news.setApproval',
  'news.setCategory',
  'news.listTemplateRuns',
  'news.stopSender',
  'news.endStop',
  // The folder of uploads is one for all campuses.
  'files.listFiles',
  'files.noteFound',
  'files.forgetGone',
  'files.listNamedFiles',
  'fetching.claimFetches',
  'fetching.settleFetch',
  'receipts.insertReceipts',
  'receipts.listUnmatched',
  'receipts.forgetUnmatched',
  'receipts.raiseMessages',
  'receipts.markMatched',
  'receipts.hasUnmatched',
  'receipts.listToAsk',
  'receipts.setAskAgain',
  'attempts.findCampusOfMessage',
  'turns.takeSender',
  'turns.hasReadySender',
  'turns.takeRun',
  'claims.findCampus',
  'turns.listCandidates',
  'claims.endTurn',
  'claims.markSending',
  'claims.skipCandidates',
  'claims.putOffCandidates',
  'senders.holdSender',
  'senders.changeSender',
  'sending.insertGivenUp',
  'sending.startDueRuns',
  'sending.setNotice',
  'sending.listAhead',
  'sending.listRunsAhead',
  'sending.mendRun',
  'sending.mendReached',
  'settling.settleClaimed',
  'settling.requeueLate',
  'settling.pardonFailures',
  'settling.setFailures',
  'settling.takeFailures',
  'claims.takeSequence',
  'settling.holdRun',
  // The store as a whole is a copy, or none.
  'copies.markAsCopy',
  'copies.listCopied',
  // A portfolio may be of several campuses; runs and approvals are looked after by a worker.
  'budgets.countReached',
  'budgets.listReached',
  'budgets.listReachedAt',
  'budgets.keepReached',
  'approvals.listSyncs',
  'approvals.listHeldRuns',
  'approvals.isApproved',
  'approvals.letRunGoOn',
  'approvals.pauseApproval',
  // Before there is a school, and the program's own figures.
  'setup.hasSchool',
  'setup.keepSetting',
  'setup.takeSetting',
  'setup.createSchool',
  'setup.createCampus',
  'setup.removeUsersBeforeFirstSchool',
  'runs.countStates',
  'health.listDue',
  // Parts of a condition, not queries.
  'claims.hasBegun',
];

/** These make something of the caller's own, which is no leak; that nothing of the victim's changed is still asked. */
const makesOwn = [
  'imports.insertImport',
  'imports.keepHeadings',
  'groups.insertGroup',
  'rosters.insertClass',
  'templates.insertTemplates',
  'templates.insertTemplate',
  'senders.findSender',
  'senders.updateDemoPace',
  'senders.updateSender',
  'optouts.insertOptOut',
  'names.keepNames',
  'optouts.findSchoolName',
  'claims.listStrangers',
  'approvals.listToApprove',
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
  (answer instanceof Set && answer.size === 0) ||
  (answer instanceof Map && answer.size === 0);

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
  'number_name',
  'file',
  'sender',
  'attempt',
  'approval',
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
    const last = ['bills.deleteBill', 'bills.deleteBillsOfGroup', 'groups.deleteGroup'];
    const names = Object.keys(samples).filter((name) => !last.includes(name));
    const { db } = world.deps.store;
    for (const name of [...names, ...last]) {
      // What an earlier sample cancelled or skipped waits again.
      await db
        .updateTable('message')
        .set({ status: 'queued', dueAt: now })
        .where('broadcastID', '=', victim.runIDs[1] ?? 0)
        .execute();
      await db
        .updateTable('message')
        .set({ status: 'unknown', decidedAt: null, dueAt: null })
        .where('id', '=', victim.unsureID)
        .execute();
      const before = await rowsOf(world, victim.campus.id);
      const one = found.find(({ room, name: own }) => `${room}.${own}` === name);
      const answer = await one?.query(scope, ...(samples[name]?.(victim) ?? []));
      const isChanged = JSON.stringify(await rowsOf(world, victim.campus.id)) !== JSON.stringify(before);
      // Holds a row, and leaves it as it is.
      if (isNothing(answer) && !isChanged && name !== 'senders.holdOutbox') silent.push(name);
    }
    expect(silent).toEqual([]);
  });
});
