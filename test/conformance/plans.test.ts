/**
 * Queries that a check, a save or an undo runs for thousands of rows must use an index and not scan a campus or a
 * billing. SQLite plans without table statistics here, so an empty store is enough.
 */

import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProof } from '../../src/server/auth/auth-queries.ts';
import type { Scope } from '../../src/server/auth/scope.ts';
import { listSeen, listUnseen } from '../../src/server/bank/bank-matches/bank-matches-queries.ts';
import { findAuthID } from '../../src/server/bank/consumers/consumers-queries.ts';
import { listBillsWhole } from '../../src/server/billing/bills/bills-queries.ts';
import {
  listBillIDsOfLatest,
  listBillIDsOfRegNums,
  listBillsInMessages,
} from '../../src/server/billing/families/families-queries.ts';
import { insertGroup, listGroupsWithFigures } from '../../src/server/billing/groups/groups-queries.ts';
import { countChildren, listRosterRows } from '../../src/server/billing/listing/listing-queries.ts';
import {
  claimMediaDownloads,
  countAllUnseen,
  countUnseen,
  countWaiting,
  findLatestSeen,
  hasDueDownload,
  listConversations,
  listReceived,
  listSent,
  setSeen,
} from '../../src/server/chat/chat-queries.ts';
import {
  listAllocations,
  listPaymentRows,
  sumPayments,
} from '../../src/server/counter/payments/payments-queries.ts';
import { listChangedLater, listChanges } from '../../src/server/imports/history/history-queries.ts';
import {
  listBillsByInvNo,
  listBillsByNumbers,
  listBillsByRegNum,
} from '../../src/server/imports/matches/matches-queries.ts';
import {
  listChangedStudents,
  listStudentsByRegNum,
} from '../../src/server/imports/students/students-queries.ts';
import { listChangedBills } from '../../src/server/imports/undo/undo-queries.ts';
import { listSpending } from '../../src/server/ledger/audit/audit-queries.ts';
import { listCarriedFrom, listCarriedTo } from '../../src/server/ledger/carried/carried-queries.ts';
import {
  endAllocations,
  listAdjustments,
  listLiveAllocations,
  listOwed,
  listReturned,
  setStatedStatus,
  voidPayments,
  writeFigures,
} from '../../src/server/ledger/ledger-queries.ts';
import { listDue } from '../../src/server/operations/health/health-queries.ts';
import { listFailures } from '../../src/server/outbox/broadcasts/attempts-queries.ts';
import { countMessagesByState } from '../../src/server/outbox/broadcasts/broadcasts-queries.ts';
import { findLastCancelled, listCancelledSince } from '../../src/server/outbox/changes/cancel-queries.ts';
import { listSkippedAsOutdated, restoreCancelled } from '../../src/server/outbox/changes/restore-queries.ts';
import { requeue } from '../../src/server/outbox/changes/retry-queries.ts';
import { markHandedOver } from '../../src/server/outbox/delivery/claims-queries.ts';
import { hasExpiredLease, lockOnlyClaimed } from '../../src/server/outbox/delivery/rescue-queries.ts';
import {
  listBroadcastsWithText,
  listMessagedBills,
  listSentInPart,
  listSentToNumbers,
} from '../../src/server/outbox/enqueue/enqueue-queries.ts';
import { listFailureIDs } from '../../src/server/outbox/failures/failures-queries.ts';
import {
  countReached,
  listReached,
  listReachedAt,
} from '../../src/server/outbox/limits/messaging-limits-queries.ts';
import { listOpenWindows } from '../../src/server/outbox/limits/windows-queries.ts';
import {
  countByState,
  listMessageIDs,
  listMessages,
  listMessagesByID,
  listMessagesOfBill,
} from '../../src/server/outbox/lists/page-queries.ts';
import { listSends } from '../../src/server/outbox/lists/sends-queries.ts';
import {
  hasUnmatched,
  listUnmatched,
  listUnmatchedAfter,
} from '../../src/server/outbox/receipts/receipts-queries.ts';
import { listNewNames } from '../../src/server/outbox/receipts/whatsapp-names-queries.ts';
import {
  listBillStatus,
  listTexts,
  rewriteMessages,
  skipMessages,
  skipQueuedOfNumber,
} from '../../src/server/outbox/skip/skip-queries.ts';
import { listBillsByID } from '../../src/server/recipients/recipients-queries.ts';
import {
  listCampusesWithoutReceipt,
  listReceiptMessages,
  listWithoutReceipt,
} from '../../src/server/reminders/receipts/receipts-queries.ts';
import { listCampusesWithImports, listWaitingFor } from '../../src/server/reminders/runs/runs-queries.ts';
import { listPaidHeads } from '../../src/server/reports/heads-queries.ts';
import { listFacts, sumFacts, sumFigures } from '../../src/server/reports/reports-queries.ts';
import {
  countDue,
  countExpiring,
  countNumberless,
  listNumberless,
} from '../../src/server/reports/today/today-queries.ts';
import { hasUnsealed, listChain, putSeals } from '../../src/server/trail/chain/chain-queries.ts';
import {
  findWindow,
  listOfBill,
  listOfGroup,
  listOfPerson,
  listOfTemplate,
  listTrailRows,
} from '../../src/server/trail/history/history-queries.ts';
import {
  hasWaiting,
  listWaiting,
  listWaitingSenders,
} from '../../src/server/webhooks/dispatch/dispatch-queries.ts';
import { listOldWebhooks } from '../../src/server/webhooks/retention/retention-queries.ts';
import { providerReason } from '../support/provider-reason.ts';
import { planOf as planOfScope } from '../support/query-plan.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let scope: Scope;
beforeAll(async () => {
  world = await createWorld('sqlite');
  ({ scope } = await world.school('plans'));
});
afterAll(() => world.stop());

const planOf = (work: (scope: Scope) => Promise<unknown>): Promise<string> => planOfScope(scope, work);

const ids = Array.from({ length: 1000 }, (_, at) => at + 1);
const texts = ids.map(String);
const page = { after: 5, take: 1000 };
const at = '2026-11-20T00:00:00.000Z';
const first = { after: 0, from: 0, take: 50 };
const report = {
  ...{ by: 'billing' as const, from: '2026-11-01', to: '2026-11-30', today: '2026-11-20' },
  ...{ class: undefined, row: undefined },
};
const counted = { portfolio: '', since: '' };
const range = { low: 1, before: 500, take: 50 };
const trailOfCampus = 'INDEX trail_campusID (campusID=? AND id<?)';
const trailAbout = 'INDEX trail_about (kind=? AND aboutID=?';
const byID = 'USING INTEGER PRIMARY KEY (rowid=?)';

it.each<[string, (scope: Scope) => Promise<unknown>, string]>([
  ['entries that get their seals', ({ db }) => putSeals(db, [{ id: 1, place: 1, hash: '' }]), byID],
  ['entries without a seal', ({ db }) => hasUnsealed(db), 'INDEX trail_unsealed'],
  [
    'the chain of a school',
    ({ db }) => listChain(db, 1, { after: 5, take: 100 }),
    'INDEX trail_place (schoolID=? AND place>?)',
  ],
  ['the window of a trail search', (scope) => findWindow(scope, 500, 20_000), trailOfCampus],
  ['the history of a template', (scope) => listOfTemplate(scope, '5', range), trailAbout],
  ['the history of a person', (scope) => listOfPerson(scope, '5', range), trailAbout],
  ['the trail of a billing', (scope) => listOfGroup(scope, 5, range), trailAbout],
  [
    'the trail of a bill among marks of many bills',
    (scope) => listOfBill(scope, { billID: 5, groupID: 5, importIDs: ['5'] }, range),
    'INDEX trail_groupID',
  ],
  ['bills by id', (scope) => listBillsWhole(scope, ids), byID],
  [
    'bills to message by id',
    (scope) => listBillsByID(scope, ids, { status: 'unpaid', today: '2026-11-20' }),
    byID,
  ],
  ['bills to mark', (scope) => listOwed(scope, ids), byID],
  [
    'payments on the days of a report',
    (scope) => listFacts(scope, { ...report, name: 'collected', figure: 'collected' }, first),
    'INDEX payment_receivedOn (campusID=? AND receivedOn>? AND receivedOn<?)',
  ],
  [
    'bills that payments of a report settle',
    (scope) => listPaidHeads(scope, report),
    'INDEX allocation_live (paymentID=?)',
  ],
  [
    'the allocations of payments, also ended ones',
    (scope) => listAllocations(scope, ids),
    'allocation_paymentID (campusID=? AND paymentID=?)',
  ],
  [
    'payments of bills that no bank file has shown',
    (scope) => listUnseen(scope, { billIDs: ids, accountID: 1 }),
    'allocation_billID (campusID=? AND billID=?)',
  ],
  [
    'the authorisation of a payment',
    (scope) => findAuthID(scope, 1),
    'allocation_billID (campusID=? AND billID=?)',
  ],
  [
    'a page of the payments of some days',
    (scope) => listPaymentRows(scope, { from: '2026-11-01', to: '2026-11-30' }, first),
    'COVERING INDEX payment_receivedOn (campusID=? AND receivedOn>? AND receivedOn<?)',
  ],
  [
    'the sum of the payments of some days in an account',
    (scope) => sumPayments(scope, { from: '2026-11-01', accountID: 1, source: 'counter' }),
    'COVERING INDEX payment_receivedOn (campusID=? AND receivedOn>?)',
  ],
  [
    'payments that a bank file has shown',
    (scope) => sumFacts(scope, { ...report, name: 'unseen', figure: 'unseen' }),
    'INDEX bank_row_paymentID (campusID=? AND paymentID=?)',
  ],
  [
    'bank rows of some days that are counted already',
    (scope) => listSeen(scope, { accountID: 5, days: ['2026-11-05', '2026-11-20'] }),
    'INDEX bank_row_key (campusID=? AND accountID=? AND key>?)',
  ],
  ['bills whose entered status changes', (scope) => setStatedStatus(scope, ids, null), byID],
  [
    'bills whose reckoned figures change',
    (scope) => writeFigures(scope, [{ id: 1, paid: 0, settledOn: null, status: 'unpaid' }]),
    byID,
  ],
  ['allocations to end', (scope) => endAllocations(scope, ids, at), byID],
  ['payments to void', (scope) => voidPayments(scope, ids, { now: at, reason: '' }), byID],
  [
    'allocations of bills',
    (scope) => listLiveAllocations(scope, ids),
    'allocation_billID (campusID=? AND billID=?)',
  ],
  [
    'adjustments of bills',
    (scope) => listAdjustments(scope, ids),
    'adjustment_billID (campusID=? AND billID=?)',
  ],
  [
    'amounts carried to bills',
    (scope) => listCarriedTo(scope, ids),
    'adjustment_toBillID (campusID=? AND toBillID=?)',
  ],
  [
    'amounts carried from bills',
    (scope) => listCarriedFrom(scope, ids),
    'adjustment_billID (campusID=? AND billID=?)',
  ],
  [
    'returns of payments',
    (scope) => listReturned(scope, ids),
    'payment_return_paymentID (campusID=? AND paymentID=?)',
  ],
  ['the status of bills', (scope) => listBillStatus(scope, ids), byID],
  ['messages by id', (scope) => listMessagesByID(scope, ids), byID],
  [
    'messages to a number to skip',
    (scope) => skipQueuedOfNumber(scope, '', ''),
    'message_number (campusID=? AND number=?)',
  ],
  ['messages to skip', (scope) => skipMessages(scope, ids, { reason: providerReason(''), now: '' }), byID],
  ['the texts of messages', (scope) => listTexts(scope, ids), byID],
  [
    'messages to rewrite',
    (scope) =>
      rewriteMessages(
        scope,
        ids.map((id) => ({ id, text: '', params: null, billIDs: '', media: '' })),
      ),
    byID,
  ],
  [
    'bills by registration',
    (scope) => listBillsByRegNum(scope, texts, { periods: [24_311], whole: [], half: [] }),
    'bill_month (campusID=? AND <expr>=? AND regNum=?)',
  ],
  [
    'bills by registration without a month',
    (scope) => listBillsByRegNum(scope, texts, { periods: [24_311], whole: [1], half: [] }),
    'bill_month (campusID=? AND <expr>=? AND regNum=?)',
  ],
  [
    'bills by registration with half a month',
    (scope) => listBillsByRegNum(scope, texts, { periods: [24_311], whole: [1], half: [1] }),
    'bill_half (campusID=? AND regNum=?)',
  ],
  ['bills by invoice', (scope) => listBillsByInvNo(scope, texts), 'bill_invNo (campusID=? AND invNo=?)'],
  [
    'bills by numbers',
    (scope) => listBillsByNumbers(scope, 1, texts),
    'bill_numbers (groupID=? AND numbers=?)',
  ],
  [
    'siblings',
    (scope) => countChildren(scope, { groupID: 1, numbers: texts }),
    'bill_numbers (groupID=? AND numbers=?)',
  ],
  ['children of the roster', (scope) => listRosterRows(scope, texts), '(campusID=? AND regNum=?)'],
  [
    'bills that a number got messages about',
    (scope) => listBillsInMessages(scope, '', 100),
    'message_number (campusID=? AND number=?)',
  ],
  [
    'the bills of children',
    (scope) => listBillIDsOfRegNums(scope, texts, 100),
    'bill_month (campusID=? AND <expr>=? AND regNum=?)',
  ],
  [
    'the months of bills',
    (scope) => listBillIDsOfRegNums(scope, texts, 100),
    'bill_month (campusID=? AND <expr>>?)',
  ],
  ['messaged bills', (scope) => listMessagedBills(scope, 1), '(broadcastID=?'],
  ['recipients of sends', (scope) => listSentInPart(scope, { broadcastIDs: ids }), '(broadcastID=?'],
  [
    'recipients of a part of a large send',
    (scope) => listSentInPart(scope, { broadcastIDs: [1], ids: { first: 1, last: 3000 } }),
    'USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  ],
  [
    'sends of the same text to the same billings',
    (scope) => listBroadcastsWithText(scope, ids, { text: 'Dear {{name}}', paymentID: null }),
    'broadcast_group USING COVERING INDEX sqlite_autoindex_broadcast_group_1 (campusID=? AND groupID=?)',
  ],
  [
    'numbers that got a text',
    (scope) => listSentToNumbers(scope, texts, 'Closed'),
    'message_number (campusID=? AND number=?)',
  ],
  [
    'the messages in each state',
    (scope) => countByState(scope, { search: '' }),
    'message_count USING PRIMARY KEY (campusID=? AND status=? AND broadcastID=?)',
  ],
  [
    'the messages of sends in each state',
    (scope) => countMessagesByState(scope, ids),
    'message_count USING PRIMARY KEY (campusID=? AND status=? AND broadcastID=?)',
  ],
  [
    'a page of failed messages',
    (scope) => listMessages(scope, { status: 'failed', search: '' }, first),
    'message_ended (campusID=? AND status=?)',
  ],
  [
    'a page of read messages',
    (scope) => listMessages(scope, { status: 'read', search: '' }, first),
    'message_count USING PRIMARY KEY (campusID=? AND status=?)',
  ],
  [
    'a page of read messages of a send',
    (scope) => listMessages(scope, { status: 'read', broadcastID: 1, search: '' }, first),
    'message USING COVERING INDEX message_broadcast (broadcastID=? AND status=?)',
  ],
  [
    'a page of the sends',
    (scope) => listSends(scope, { which: 'sends', search: '', after: 9, take: 20, since: '' }),
    'broadcast_send (campusID=? AND id<?)',
  ],
  [
    'failures of a send that a person can correct',
    (scope) => listFailureIDs(scope, 1, 10),
    'broadcast_follows (followsID=?)',
  ],
  [
    'the reasons of failures',
    (scope) => listFailures(scope, undefined),
    'message_ended (campusID=? AND status=?)',
  ],
  [
    'failed messages to retry',
    (scope) => requeue(scope, {}, ''),
    'message USING COVERING INDEX message_ended (campusID=? AND status=? AND id>?)',
  ],
  [
    'failed messages of a send to retry',
    (scope) => requeue(scope, { broadcastID: 1 }, ''),
    'message USING INDEX message_broadcast (broadcastID=? AND status=? AND id>?)',
  ],
  [
    'cancelled messages to restore',
    (scope) => restoreCancelled(scope, '', ''),
    'message_ended (campusID=? AND status=? AND id>?)',
  ],
  [
    'the last cancelled message',
    (scope) => findLastCancelled(scope),
    'message_ended (campusID=? AND status=?)',
  ],
  [
    'recently cancelled messages',
    (scope) => listCancelledSince(scope, ''),
    'message_ended (campusID=? AND status=?)',
  ],
  [
    'the messages of a bill',
    (scope) => listMessagesOfBill(scope, { groupID: 1, billID: 1 }, 100),
    '(broadcastID=?',
  ],
  [
    'the messages of a billing',
    (scope) => listMessageIDs(scope, { status: 'all', broadcastID: 1, groupID: 1, search: '' }),
    '(broadcastID=?',
  ],
  [
    'unread messages of numbers',
    (scope) => countUnseen(scope, texts),
    'inbound_unseen (campusID=? AND number=?)',
  ],
  ['open windows', (scope) => listOpenWindows(scope, texts, ''), 'inbound_number (campusID=? AND number=?)'],
  [
    'refusals because of a closed window',
    (scope) => listOpenWindows(scope, texts, ''),
    'message_number (campusID=? AND number=?)',
  ],
  [
    'people counted by a messaging limit',
    ({ db }) => countReached(db, counted),
    'reached_at (portfolio=? AND at>?)',
  ],
  [
    'the times at which a messaging limit counted people',
    ({ db }) => listReachedAt(db, counted, { most: 10 }),
    'reached_at (portfolio=? AND at>?)',
  ],
  [
    'which of these people a messaging limit has counted',
    ({ db }) => listReached(db, counted, texts),
    '(portfolio=? AND number=?)',
  ],
  ['messages to mark as seen', (scope) => setSeen(scope, '', 1), '(campusID=? AND number=?'],
  ['the API key of a token', ({ db }) => findProof(db, 'qasid_', ''), '_api_key_2 (digest=?)'],
  ['whether webhooks wait', ({ db }) => hasWaiting(db), 'hook USING INDEX hook_waiting'],
  ['whether media downloads are due', ({ db }) => hasDueDownload(db, ''), 'inbound_fetchAt (fetchAt<?)'],
  [
    'whether leases are over',
    ({ db }) => hasExpiredLease(db, { before: '', except: [], now: '' }),
    'INDEX message_sending',
  ],
  [
    'claims that were not handed over',
    ({ db }) => lockOnlyClaimed(db, { before: '', except: [], now: '' }),
    'INDEX message_sending',
  ],
  ['messages to hand over', ({ db }) => markHandedOver(db, [{ id: 1, leaseUntil: '' }], ''), byID],
  ['senders with waiting webhooks', ({ db }) => listWaitingSenders(db, 10), 'USING INDEX hook_waiting\n'],
  ['waiting webhooks of a sender', ({ db }) => listWaiting(db, '', 10), 'hook_waitingOfSender (senderID=?)'],
  [
    'webhooks to delete',
    ({ db }) => listOldWebhooks(db, { before: '', after: { id: 0, receivedAt: '' }, take: 10 }),
    'COVERING INDEX hook_receivedAt (receivedAt>? AND receivedAt<?)',
  ],
  [
    'receipts whose message is known by now',
    ({ db }) => listUnmatched(db, 500),
    'SEARCH receipt USING INDEX receipt_unmatched (senderID=?)\nSEARCH attempt',
  ],
  [
    'whether receipts of a sender wait',
    ({ db }) => hasUnmatched(db, ''),
    'INDEX receipt_unmatched (senderID=?)',
  ],
  [
    'WhatsApp names in receipts',
    ({ db }) => listNewNames(db, '', [{ providerID: '', name: '', recipient: '' }]),
    'SEARCH attempt USING INDEX attempt_provider (senderID=? AND providerID=?)',
  ],
  [
    'what was spent of payments',
    ({ db }) => listSpending(db, 1, page),
    'INDEX allocation_live (paymentID=?)',
  ],
  [
    'numbers with a message that waits',
    (scope) => listWaitingFor(scope, ''),
    'INDEX message_broadcast (broadcastID=? AND status=?)',
  ],
  [
    'receipts to delete',
    ({ db }) => listUnmatchedAfter(db, { id: 0, senderID: '', providerID: '' }, 10),
    'SEARCH receipt USING INDEX receipt_unmatched ((senderID,providerID)>(?,?))',
  ],
  [
    'media downloads that are due',
    ({ db }) => claimMediaDownloads(db, { now: '', until: '', most: 4 }),
    'inbound_fetchAt (fetchAt<?)',
  ],
  [
    'messages sent before a given one',
    (scope) => listSent(scope, '', { most: 100, below: 5 }),
    'INDEX message_number (campusID=? AND number=? AND id<?)',
  ],
  [
    'messages sent since a given one',
    (scope) => listSent(scope, '', { most: 100, from: 5 }),
    'INDEX message_number (campusID=? AND number=? AND id>?)',
  ],
  [
    'messages received before a given one',
    (scope) => listReceived(scope, '', { most: 100, below: 5 }),
    'INDEX inbound_number (campusID=? AND number=? AND id<?)',
  ],
  ['the last seen message', (scope) => findLatestSeen(scope, '', 1), '(campusID=? AND number=?'],
  ['the changes of an import', (scope) => listChanges(scope, 1, page), '(importID=? AND itemID>?)'],
  ['the bills that an import changed', (scope) => listChangedBills(scope, 1), '(importID=? AND itemID>?)'],
  [
    'the changes of later imports',
    (scope) => listChangedLater(scope, { id: 1, kind: 'bills', groupID: 1 }),
    '(importID=?)',
  ],
  ['students by registration', (scope) => listStudentsByRegNum(scope, texts), '(campusID=? AND regNum=?)'],
  [
    'the changes of students by an import',
    (scope) => listChangedStudents(scope, 1, page),
    '(importID=? AND itemID>?)',
  ],
])('The query for %s uses its index.', async (_what, work, index) => {
  const plan = await planOf(work);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/(?<!broadcast )USING (?:COVERING )?INDEX \S+ \(campusID=\?\)/);
});

it.each(['', 'Ayesha'])(
  'The conversations of a campus are found by indexes in a search for "%s".',
  async (search) => {
    const choice = {
      ...page,
      list: 'all' as const,
      number: '',
      closing: undefined,
      search,
      digits: '',
      numbers: [],
    };
    const plan = await planOf((scope) => listConversations(scope, choice));
    expect(plan).toContain('INDEX conversation_latest (campusID=? AND latestID<?)');
    expect(plan).toContain(byID);
    expect(plan).toContain('message_number (campusID=? AND number=?)');
    expect(plan).toContain('number_name USING PRIMARY KEY (campusID=? AND number=?)');
  },
);

it.each([
  ['waiting', undefined],
  ['closing', { after: '1', until: '2' }],
] as const)('The %s conversations are found by an index of those that wait.', async (list, closing) => {
  const choice = { ...page, list, number: '', closing, search: '', digits: '', numbers: [] };
  const ofWaiting = /INDEX conversation_(waiting|closing) \(campusID=\? AND/;
  expect(await planOf((scope) => listConversations(scope, choice))).toMatch(ofWaiting);
  expect(await planOf((scope) => countWaiting(scope, closing))).toMatch(
    /INDEX conversation_(waiting|closing)/,
  );
  expect(await planOf((scope) => listGroupsWithFigures(scope, '', ''))).toMatch(
    /INDEX conversation_(waiting|closing)/,
  );
});

it('The figures of Today about open bills use indexes that contain only open bills.', async () => {
  expect(await planOf(countNumberless)).toContain('INDEX bill_numberless (campusID=?)');
  expect(await planOf((scope) => listNumberless(scope, { after: 5, take: 3 }))).toContain(
    'INDEX bill_numberless (campusID=?)',
  );
  const days = { from: '2026-11-22', until: '2026-12-06' };
  expect(await planOf((scope) => countExpiring(scope, days))).toContain(
    'COVERING INDEX bill_expiry (campusID=? AND expiryDate>? AND expiryDate<?)',
  );
  expect(await planOf((scope) => countDue(scope, days))).not.toMatch(/(SCAN|SEARCH) bill /);
});

it.each([
  ['sent', listSent],
  ['received', listReceived],
])('A page of %s messages is read in the order of the index and not sorted.', async (_what, list) => {
  expect(await planOf((scope) => list(scope, '', { most: 100, below: 500 }))).not.toContain('B-TREE');
  expect(await planOf((scope) => list(scope, '', { most: 100 }))).not.toContain('B-TREE');
});

it('All payments of a campus are counted and summed in an index.', async () => {
  const plan = await planOf((scope) => sumPayments(scope, {}));
  expect(plan).toContain('COVERING INDEX payment_receivedOn (campusID=?)');
});

it('The trigger that guards a void finds the allocations of the payment by an index.', async () => {
  const { rows } = await sql<{ detail: string }>`explain query plan select 1 from allocation
    where "campusID" = 1 and "paymentID" = 2 and "endedAt" is null`.execute(scope.db);
  expect(rows.map(({ detail }) => detail).join()).toMatch(
    /INDEX allocation_paymentID \(campusID=\? AND paymentID=\?\)/,
  );
});

it('The skipped reminders are found send by send.', async () => {
  const plan = await planOf((scope) => listSkippedAsOutdated(scope, ''));
  expect(plan).toContain('SEARCH message USING INDEX message_broadcast (broadcastID=? AND status=?)');
  expect(plan).toContain('SEARCH laterCancelled USING INDEX message_broadcast (broadcastID=? AND status=?)');
});

it('Payments without a receipt message are found by their time of entry, and their sends by the payment.', async () => {
  const entered = {
    from: '2026-11-01',
    until: '2026-11-08',
    bankUntil: '2026-11-08',
    receivedFrom: '2026-10-08',
  };
  const plan = await planOf((scope) => listWithoutReceipt(scope, entered));
  expect(plan).toContain(
    'payment USING INDEX payment_createdAt (campusID=? AND createdAt>? AND createdAt<?)',
  );
  expect(plan).toContain('INDEX broadcast_paymentID (campusID=? AND paymentID=?)');
  expect(plan).toContain('INDEX allocation_live (paymentID=?)');
  const windows = [1, 2].map((campusID) => ({ ...entered, campusID, from: `2026-11-0${campusID}` }));
  const ofAll = await planOf(({ db }) => listCampusesWithoutReceipt(db, windows));
  expect(ofAll).toContain('INDEX payment_createdAt (campusID=? AND createdAt>? AND createdAt<?)');
  expect(ofAll).toContain('INDEX broadcast_paymentID (campusID=? AND paymentID=?)');
  expect(ofAll).toContain('INDEX allocation_live (paymentID=?)');
  const ofReceipts = await planOf((scope) => listReceiptMessages(scope, 5));
  expect(ofReceipts).toContain('INDEX broadcast_paymentID (campusID=? AND paymentID=?)');
  expect(ofReceipts).toContain('INDEX message_broadcast (broadcastID=?)');
});

it('New imports of all campuses are found by their time, campus by campus.', async () => {
  const periods = [1, 2].map((campusID) => ({ campusID, from: `2026-11-0${campusID}`, until: '2026-11-08' }));
  expect(await planOf(({ db }) => listCampusesWithImports(db, periods))).toContain(
    'INDEX import_createdAt (campusID=? AND createdAt>? AND createdAt<?)',
  );
});

it('The bills of a number are looked up in the latest billings only, one billing at a time.', async () => {
  const plan = await planOf((scope) => listBillIDsOfLatest(scope, '+923001234567', 6));
  expect(plan).toContain('bill USING INDEX bill_figures (campusID=? AND groupID=?)');
});

it('The oldest due message is found by one index lookup for each running send.', async () => {
  const plan = await planOf(({ db }) => listDue(db, '2026-11-20T00:00:00.000Z'));
  expect(plan).toContain('INDEX message_broadcast (broadcastID=? AND status=?)');
});

it('The unread messages of a campus are counted in the index of unread messages.', async () => {
  expect(await planOf(countAllUnseen)).toContain('COVERING INDEX inbound_unseen (campusID=?)');
});

it('Storing a month of bills writes about the same number of pages, however many months came before.', async () => {
  const { db, place } = world.deps.store;
  const campus = await world.school('months');
  const children = 1000;
  const pages: number[] = [];
  for (let month = 1; month <= 24; month += 1) {
    const head = { name: `${month}`, month, year: 2026, description: '' };
    const groupID = await insertGroup(campus.scope, head, '');
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    // In the order of the classes and not of the registrations. Every other bill has its own month.
    await sql`with recursive series (i) as (select 1 union all select i + 1 from series where i < ${children})
      insert into bill ("campusID", "groupID", name, number, numbers, "regNum", status, month, year, "createdAt")
      select ${campus.id}, ${groupID}, 'Ayesha', '', '', 'R-' || (i * 7919 % ${children}), 'unpaid',
        case i % 2 when 0 then ${month} end, case i % 2 when 0 then 2026 end, '' from series`.execute(db);
    const { size } = await stat(`${place}-wal`);
    pages.push(Math.ceil(size / 4096));
  }
  expect(pages.at(-1)).toBeLessThan(2 * (pages[0] ?? 0));
});

it('The trail of a school is read in the order of its index and not sorted.', async () => {
  const plan = await planOf((scope) => listTrailRows(scope, { search: '', codes: [] }, range));
  expect(plan).toContain('INDEX trail_schoolID (schoolID=? AND id>? AND id<?)');
  expect(plan).not.toContain('B-TREE');
});

it('A report by class finds each student by registration, although SQLite assumes that there are few.', async () => {
  const plan = await planOf((scope) => sumFigures(scope, { ...report, name: 'ageing', by: 'class' }));
  expect(plan).toContain('SEARCH student USING INDEX sqlite_autoindex_student_1 (campusID=? AND regNum=?)');
});
