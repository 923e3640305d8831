/**
 * Calls every exported server function that runs SQL for one campus with ids of another campus. The list is read from
 * the sources, so a new function without a sample here fails the test.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findQueries } from '../../scripts/architecture/queries.ts';
import type { Scope } from '../../src/server/auth/scope.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { samples } from './samples.ts';
import { makeVictim, now, secret, type Victim } from './victim.ts';

type Query = (scope: Scope, ...rest: unknown[]) => unknown;

const server = join(import.meta.dirname, '../../src/server');
/** 'billing' of billing/bills/bills-queries.ts, 'files' of platform/files/queries.ts. */
const areaIn = (path: string): string => path.replace('platform/', '').split('/')[0] ?? '';
/**
 * A function that takes `Db` first serves every campus, and its type says so. `db/` holds no SQL that names a campus.
 */
const ofCampus = globSync('*/**/*.ts', { cwd: server, exclude: ['platform/db/**', '**/*.test.ts'] })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .flatMap((path) =>
    findQueries(path, readFileSync(join(server, path), 'utf8'))
      .filter(({ serves }) => serves !== 'Db')
      .map(({ name }) => ({ path, name: `${areaIn(path)}.${name}`, exportedAs: name })),
  );
const queries = new Map<string, Query>();
for (const { path, name, exportedAs } of ofCampus) {
  const module: Record<string, Query> = await import(join(server, path));
  queries.set(name, module[exportedAs] as Query);
}

/**
 * These create rows of the caller's own, which is no leak. The test still checks that the victim's rows are unchanged.
 */
const makesOwn = [
  'auth.putIdempotencyKey',
  'imports.insertImport',
  'imports.putHeadings',
  'billing.insertGroup',
  'billing.insertRestoredGroup',
  'billing.insertCorrection',
  'billing.putLabel',
  'billing.insertPromise',
  'ledger.putChosenClass',
  'ledger.insertPayments',
  'counter.insertAccount',
  'papers.putSetting',
  'papers.insertJob',
  'templates.putBackTemplate',
  'reminders.putReminderSetting',
  'reminders.insertReminders',
  'bin.insertEntry',
  'imports.insertClass',
  'templates.insertTemplates',
  'templates.insertTemplate',
  'chat.insertSnippet',
  'senders.findSender',
  'senders.updateDemoPace',
  'senders.updateSender',
  'outbox.insertOptOut',
  'outbox.insertOptIn',
  'outbox.putNames',
  'recipients.insertLinks',
  'recipients.putNames',
  'outbox.findSchoolName',
  'outbox.listNewNumbers',
  'templates.listToApprove',
  'trail.insertEntry',
];
/** These list what the calling campus has, or return their arguments in parts. */
const listsOwn = [
  'auth.lockCampus',
  'counter.findCashDays',
  'auth.countKeys',
  'auth.listKeyRows',
  'reports.countPaidHeads',
  'reports.listAccountNames',
  'reports.listBillingNames',
  'reports.listClassNames',
  'reports.listClerkNames',
  'billing.listGroups',
  'ledger.listHeads',
  'ledger.listPeriods',
  'ledger.mapChosenClasses',
  'reports.listPaidHeads',
  'reports.listDaysReceived',
  'reports.sumCollected',
  'ledger.findCurrency',
  'ledger.findNextReceipt',
  'bin.findNewestID',
  'chat.listSnippets',
  'bin.listDeleted',
  'billing.listGroupsWithFigures',
  'imports.listClasses',
  'outbox.mapPromised',
  'outbox.messageParts',
  'papers.countWorking',
  'papers.findLooks',
  'reminders.findReminderSetting',
  'reminders.hasImports',
  'templates.listTemplates',
  'templates.listTemplatesInUse',
  'trail.listTrailRows',
  'trail.findWindow',
];
/** These get a parent row of another campus, and a foreign key refuses them. */
const refused = [
  'billing.insertBills',
  'billing.insertRestoredBills',
  'ledger.insertAllocations',
  'counter.insertReturn',
  'ledger.insertAdjustment',
  'ledger.insertAdjustments',
  'bank.insertFile',
  'bank.insertBankRows',
  'bin.insertRows',
  'outbox.insertBroadcast',
  'outbox.insertMessages',
  'outbox.insertBroadcastGroups',
  'outbox.insertCorrections',
  'outbox.insertContacted',
  'imports.insertChanges',
  'papers.insertPrints',
  'papers.insertReceiptPrint',
  'bank.putSetup',
  'imports.insertSection',
  'imports.insertStudents',
  'imports.putSpellings',
];

/** These lock a row and do not change it. */
const locks = ['auth.lockCampus', 'auth.withCampusLock', 'senders.lockOutbox'];
/** Every campus already has one, and a second one is refused. */
const onlyOnce = ['senders.insertDemoSender'];

/** Options of `inspect`, so that sets and maps are searched too. JSON leaves them out. */
const everything = { depth: null, maxArrayLength: null, maxStringLength: null };

const isSumOfNothing = (answer: unknown): boolean =>
  Object.prototype.toString.call(answer) === '[object Object]' &&
  Object.values(answer as object).every((sum) => sum === 0);

const isNothing = (answer: unknown): boolean =>
  isSumOfNothing(answer) ||
  answer === undefined ||
  answer === false ||
  answer === 0 ||
  (Array.isArray(answer) && answer.length === 0) ||
  (answer instanceof Set && answer.size === 0) ||
  (answer instanceof Map && answer.size === 0);

/** Returns what a query returns; an async iterable is read to its end. */
async function ask(query: Query, scope: Scope, rest: unknown[]): Promise<unknown> {
  const answer = await query(scope, ...rest);
  const isInParts = typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
  if (!isInParts) return answer;
  const parts: unknown[] = [];
  for await (const part of answer as AsyncIterable<unknown>) parts.push(part);
  return parts;
}

/** The tables with a column `campusID`. */
async function listCampusTables(world: World): Promise<string[]> {
  const tables = await world.deps.store.db.introspection.getTables();
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'campusID'))
    .map(({ name }) => name);
}

async function readRows(
  world: World,
  { campusID, tables }: { campusID: number; tables: readonly string[] },
): Promise<Record<string, unknown[]>> {
  const { db } = world.deps.store;
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'group')
        .selectAll()
        .where('campusID', '=', campusID)
        .execute(),
    ),
  );
  // Not every table has an id to sort by.
  const sorted = rows.map((list) => list.map((row) => JSON.stringify(row)).sort());
  return Object.fromEntries(tables.map((table, index) => [table, sorted[index] ?? []]));
}

it('Every query of a campus has a sample, under a name that is unique in its area.', () => {
  expect(ofCampus.map(({ name }) => name).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(engines)('Isolation of campuses on %s', (engine) => {
  let world: World;
  let victim: Victim;
  let strangers: Record<string, Scope>;
  /** The victim's rows after the last check. Reading them takes longer than the call under test. */
  let lastSeen: Record<string, unknown[]>;
  /** Listed once, because PostgreSQL takes longer for the list than for the rows. */
  let tables: string[];
  const rowsOfVictim = () => readRows(world, { campusID: victim.campus.id, tables });

  beforeAll(async () => {
    world = await createWorld(engine);
    victim = await makeVictim(world);
    tables = await listCampusTables(world);
    const sister = await victim.campus.sister();
    const stranger = await world.school('stranger');
    strangers = { 'campus of the same school': sister.scope, 'campus of another school': stranger.scope };
    lastSeen = await rowsOfVictim();
  });
  afterAll(() => world.stop());

  it('The campus under test has a row in every table.', async () => {
    const rows = await rowsOfVictim();
    for (const [table, list] of Object.entries(rows)) expect(list, table).not.toEqual([]);
  });

  describe.each(['campus of the same school', 'campus of another school'])('A %s', (kind) => {
    it.each([...queries])('%s reads and changes nothing of another campus.', async (name, query) => {
      const before = lastSeen;
      const scope = strangers[kind] as Scope;
      const runQuery = () => ask(query, scope, samples[name]?.(victim) ?? []);
      if (refused.includes(name)) await expect(runQuery(), name).rejects.toThrow(/foreign key/i);
      else if (onlyOnce.includes(name)) await expect(runQuery(), name).rejects.toThrow(/unique/i);
      else {
        const answer = await runQuery();
        expect(inspect(answer, everything)).not.toContain(secret);
        if (!makesOwn.includes(name) && !listsOwn.includes(name)) {
          expect(isNothing(answer), `${name} answered ${JSON.stringify(answer)}`).toBe(true);
        }
      }
      lastSeen = await rowsOfVictim();
      expect(lastSeen).toEqual(before);
    });
  });

  it('Every sample reads or changes something in its own campus.', async () => {
    const { scope } = victim.campus;
    const silent: string[] = [];
    const last = ['billing.deleteBill', 'billing.deleteBillsOfGroup', 'billing.deleteGroup'].concat(
      'chat.moveConversation',
      'outbox.deleteOptOutRequest',
    );
    const names = Object.keys(samples).filter((name) => ![...last, ...onlyOnce].includes(name));
    const { db } = world.deps.store;
    for (const name of [...names, ...last]) {
      // An earlier sample may have cancelled or skipped the messages; they wait again.
      await db
        .updateTable('message')
        .set({ status: 'queued', dueAt: now })
        .where('broadcastID', '=', victim.broadcastIDs[1] ?? 0)
        .execute();
      await db
        .updateTable('message')
        .set({ status: 'unknown', decidedAt: null, dueAt: null })
        .where('id', '=', victim.unsureID)
        .execute();
      const before = await rowsOfVictim();
      const query = queries.get(name) as Query;
      const answer = await ask(query, scope, samples[name]?.(victim) ?? []);
      const isChanged = JSON.stringify(await rowsOfVictim()) !== JSON.stringify(before);
      if (isNothing(answer) && !isChanged && !locks.includes(name)) silent.push(name);
    }
    expect(silent).toEqual([]);
  });
});
