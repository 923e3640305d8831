/** A save: either all bills of a list or file are stored or none. It is recorded as an import. */
import { hash } from 'node:crypto';
import type { NewBill } from '#shared/calls/bills.ts';
import { type NewGroup, newGroup } from '#shared/calls/groups.ts';
import type { BillsHead, ImportAnswer, SheetBill } from '#shared/calls/imports.ts';
import { Failure, type Issue, Question } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import type { ChosenClasses } from '#shared/money/fee-head-class.ts';
import { toPaisa } from '#shared/money/money.ts';
import { type PaidInSheet, splitPaid } from '#shared/money/paid-in-sheet.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { heldWords, importRefusals, paymentOnly, statusOnly } from '#shared/words/import-problems.ts';
import { toasts } from '#shared/words/toasts.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { changeBills, type FullBill, insertBills } from '../../billing/bills/bills-queries.ts';
import { readBills } from '../../billing/bills/bills-rules.ts';
import { insertGroup } from '../../billing/groups/groups-queries.ts';
import type { Deps } from '../../deps.ts';
import { listAskingOlder } from '../../ledger/carried/carried.ts';
import { mapChosenClasses } from '../../ledger/fee-heads/fee-heads-queries.ts';
import { recomputeChanged } from '../../ledger/ledger.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { storeLowered } from '../../ledger/lowered/lowered.ts';
import { findRenewFine } from '../../ledger/lowered/lowered-queries.ts';
import { setBillStatus } from '../../ledger/marks/marks.ts';
import { listMessagedBills } from '../../outbox/enqueue/enqueue-queries.ts';
import { reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { recordChange } from '../../trail/trail.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type AnswerOfSave, answerAgain, rememberHeadings, type SaveOf } from '../history/history.ts';
import { findSameFile, finishImport, insertChanges, insertImport } from '../history/history-queries.ts';
import { findSimilarBills, mapGroups } from '../matches/matches.ts';
import { type Billing, findHere, holdFor } from '../matches/matches-rules.ts';
import {
  collectAdded,
  collectChanged,
  type MoneyInSheet,
  mapReceived,
  noMoneyInSheet,
  sourceOfImport,
  storeMoneyInSheet,
} from '../money/money.ts';
import { type ChildrenOfBills, finishChildren, openChildren, saveChildren } from '../students/of-bills.ts';
import {
  type Change,
  judgeRow,
  nothingSeen,
  type Row,
  type RowResult,
  type SaveContext,
  type SeenRows,
  type Values,
} from './save-rules.ts';

const rowsAtOnce = 1000;

type Head = Pick<
  BillsHead,
  'file' | 'left' | 'headings' | 'classes' | 'oneSeries' | 'carryAll' | 'children' | 'reason' | 'confirmed'
> & {
  group: Partial<NewGroup> & { id: number };
} & SaveOf;
/**
 * `isWhole`: if a row changes what the caller may not edit, the whole save fails; without it the row is held. A word
 * in a number field makes the whole save fail too.
 */
export type Save = Head & { isWhole?: boolean; rows: Iterable<SheetBill[]> | AsyncIterable<SheetBill[]> };
export type Saved = AnswerOfSave & { id: number };

function checkNewGroup(group: Head['group']): NewGroup {
  const { data, error } = newGroup.safeParse(group);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: `group.${path.join('.')}`, message }));
  throw new Failure('invalid', toasts.errors.details, issues);
}

/** A file cannot create a second billing, except from another sheet of the file. */
async function refuseSameFile(scope: Scope, { sha256, sheet = '' }: Head['file']): Promise<void> {
  const same = await findSameFile(scope, { sha256, sheet });
  if (!same) return;
  const day = dayIn(scope.campus.timeZone, new Date(same.at));
  throw new Failure('conflict', importRefusals.sameFile(day, same.by, same.groupName));
}

/** Returns the billing to save to. A new one is created. */
async function openBilling(scope: Scope, { group, file }: Head, now: string) {
  if (group.id === 0) {
    const made = checkNewGroup({ ...group, campusID: scope.campusID });
    await refuseSameFile(scope, file);
    return { ...made, id: await insertGroup(scope, made, now), isNew: true, groups: await mapGroups(scope) };
  }
  const groups = await mapGroups(scope);
  const found = groups.get(group.id);
  if (!found) throw new Failure('notFound', failureWords.notFound);
  return { ...found, isNew: false, groups };
}

type Into = {
  billing: Billing;
  importID: number;
  now: string;
  isWhole: boolean;
  oneSeries: boolean;
  carryAll: boolean;
  /** Why bills charge less; and whether rows without a reason are held instead of asking for one. */
  reason: string | undefined;
  confirmed: boolean;
  /** Undefined if the list of students stays as it is. */
  children: ChildrenOfBills | undefined;
};
/**
 * `same`: rows that change nothing. `partly`: rows in `held` whose payment was stored; they also count as updated.
 */
type Counts = {
  added: number;
  updated: number;
  same: number;
  partly: number;
  /** The bills that charge less, and by how much in all, in paisa. */
  lowered: { bills: number; amount: number };
  /** Rows that are held because a bill would charge less. */
  lowering: Issue[];
  held: ImportAnswer['held'];
};
const noCounts = (): Counts => ({
  ...{ added: 0, updated: 0, same: 0, partly: 0, held: [] },
  ...{ lowered: { bills: 0, amount: 0 }, lowering: [] },
});
/**
 * The result of a batch before anything is written. `forbidden`: rows that are held because the caller may not edit what
 * they change.
 */
type Judged = {
  adds: Values[];
  changes: Change[];
  issues: Issue[];
  forbidden: Issue[];
  counts: Counts;
};

function addResult({ index, values }: Row, result: RowResult, to: Judged): void {
  if (result.outcome === 'add') to.adds.push(values);
  else if (result.outcome === 'update') {
    to.changes.push(result.change);
    if (!result.hold) return;
    if (result.hold === 'lowered')
      to.counts.lowering.push({ path: `contacts.${index}`, message: heldWords.lowered });
    to.counts.partly++;
    to.counts.held.push({ row: index, reason: statusOnly(heldWords[result.hold]) });
  } else if (result.outcome === 'same') to.counts.same++;
  else if (result.outcome === 'held') {
    const reason = heldWords[result.hold];
    to.counts.held.push({ row: index, reason });
    const issue = { path: `contacts.${index}`, message: reason };
    if (result.hold === 'noEdit') to.forbidden.push(issue);
    if (result.hold === 'lowered') to.counts.lowering.push(issue);
  } else to.issues.push({ path: `contacts.${index}.${result.field}`, message: result.message });
}

/** Stores the statuses that a file gives to existing bills, through the ledger. */
async function writeStatuses(scope: Scope, into: Into, changes: readonly Change[]): Promise<void> {
  const byStatus = Map.groupBy(changes, ({ after }) => after.status ?? '');
  for (const [to, list] of byStatus) {
    if (to === '') continue;
    const bills = await listOwed(
      scope,
      list.map(({ billID }) => billID),
    );
    await setBillStatus(scope, bills, { to: String(to), ...sourceOfImport(into), who: 'anybody' });
  }
}

/** Stores the bills of this batch that charge less. */
async function writeLowered(
  scope: Scope,
  { reason = '', now }: Into,
  { changes, counts, context }: Pick<Judged, 'changes' | 'counts'> & Pick<Read, 'context'>,
): Promise<void> {
  const lowered = changes.flatMap(({ billID, lowered: amount = 0 }) => {
    const bill = context.bills.get(billID);
    return bill && amount > 0
      ? [{ id: billID, groupID: bill.groupID, name: bill.name, regNum: bill.regNum, amount }]
      : [];
  });
  await storeLowered(scope, lowered, { reason, now });
  counts.lowered.bills += lowered.length;
  for (const { amount } of lowered) counts.lowered.amount += amount;
}

/** Fails if the caller may not save rows by which a bill charges less, and asks for the reason. */
function checkLowering(scope: Scope, { isWhole, confirmed }: Into, lowering: readonly Issue[]): void {
  if (lowering.length === 0) return;
  if (scope.rights.delete && !confirmed) {
    const message = importRefusals.whyLowered(lowering.length);
    throw new Question(['reason'], message, [{ path: 'reason', message }]);
  }
  if (isWhole && !confirmed)
    throw new Failure('forbidden', moneyRefusals.loweringNeedsDelete, lowering.slice(0, mostIssues));
}

type Read = {
  sent: readonly SheetBill[];
  values: readonly Values[];
  context: Pick<SaveContext, 'bills'>;
};

async function write(scope: Scope, into: Into, { adds, changes, ...read }: Judged & Read): Promise<void> {
  const { billing, importID, now, children } = into;
  const rows = adds.map((row) => Object.assign(row, { createdAt: now, importID }));
  await insertBills(scope, billing.id, rows);
  await changeBills(
    scope,
    changes.flatMap(({ billID, after: { status: _status, ...to } }) =>
      Object.keys(to).length > 0 ? [{ billID, to }] : [],
    ),
  );
  await recomputeChanged(
    scope,
    changes.map(({ billID }) => billID),
  );
  await writeStatuses(scope, into, changes);
  await insertChanges(
    scope,
    importID,
    changes.map(({ billID, ...change }) => ({ itemID: billID, ...change })),
  );
  await writeLowered(scope, into, { changes, ...read });
  if (children) await saveChildren(scope, children, read);
}

/** How much more was paid for an existing bill according to the row, in paisa. */
const moreOf = (
  stored: FullBill | undefined,
  paid: PaidInSheet | undefined,
  received: ReadonlyMap<number, number>,
): number =>
  stored && paid ? Math.max(toPaisa(paid.amount) - (received.get(stored.id) ?? stored.paid), 0) : 0;

/** Counts the payment of a row whose bill is otherwise unchanged or held. The payment is stored in both cases. */
function addPayment({ index }: Row, result: RowResult, { counts }: Judged): void {
  if (result.outcome === 'same') counts.updated += 1;
  if (result.outcome !== 'held') return;
  counts.updated += 1;
  counts.partly += 1;
  counts.held.push({ row: index, reason: paymentOnly(heldWords[result.hold]) });
}

type Judging = {
  into: Into;
  context: SaveContext;
  seen: SeenRows;
  classes: ChosenClasses;
  money: MoneyInSheet;
  /** What was received for existing bills so far, in paisa. */
  received: ReadonlyMap<number, number>;
};

/** Decides about a row and about its payment. */
function judge(row: Row & { paid: PaidInSheet | undefined }, of: Judging, judged: Judged): void {
  const { into, context, seen, classes, money } = of;
  const { values, paid } = row;
  const result = judgeRow(row, context, seen);
  const here = findHere(context.similar, values);
  const stored = here && context.bills.get(here.id);
  const about = { billing: into.billing, classes, to: money };
  const amount = result.outcome === 'refused' ? 0 : moreOf(stored, paid, of.received);
  // A bill of 0 becomes owed when a row gives it an amount.
  const isOwed = (bill: FullBill): boolean =>
    isOpen(bill) || (result.outcome === 'update' && Boolean(result.change.after.total));
  const isTaken = amount > 0 && stored !== undefined && isOwed(stored) && context.mayEdit;
  if (isTaken) money.parts.existing.push({ billID: stored.id, amount, day: paid?.on ?? null });
  if (result.outcome === 'add')
    collectAdded(values, { ...about, paid, nth: judged.counts.added + judged.adds.length });
  if (result.outcome === 'update' && stored) collectChanged(stored, result.change, about);
  // A payment in a sheet is not stored for a closed bill, or for a bill that the caller may not edit.
  const hold = amount > 0 && !isTaken && stored ? (holdFor(stored, context) ?? 'paid') : undefined;
  if (isTaken && (result.outcome === 'same' || result.outcome === 'held')) addPayment(row, result, judged);
  else if (hold && result.outcome === 'same') addResult(row, { outcome: 'held', hold }, judged);
  else addResult(row, result, judged);
}

const isPaidInSheet = ({ paid }: { paid: PaidInSheet | undefined }): boolean => paid !== undefined;

/** Issues for payment dates in the future. */
const findFutureDates = (
  rows: readonly { paid: PaidInSheet | undefined }[],
  { before, today }: { before: number; today: string },
): Issue[] =>
  rows.flatMap(({ paid }, at) =>
    paid?.on && paid.on > today
      ? [{ path: `contacts.${before + at}.paidOn`, message: moneyRefusals.futureDay }]
      : [],
  );

/** What decides for all rows whether they may change a bill. */
async function findBounds(scope: Scope, { billing, oneSeries, reason }: Into) {
  return {
    messaged: billing.isNew ? new Set<number>() : await listMessagedBills(scope, billing.id),
    mayEdit: scope.rights.edit,
    oneSeries,
    renewFine: await findRenewFine(scope),
    mayLower: scope.rights.delete && Boolean(reason),
  };
}

/** Finds the bills that the rows match, and those among them to which older bills are carried. */
async function findMatchingBills(scope: Scope, billing: Billing, rows: readonly Values[]) {
  const found = await findSimilarBills(scope, billing, rows);
  const part = [...found.bills.values()].filter(({ paid }) => paid > 0).map(({ id }) => id);
  return { ...found, askingOlder: await listAskingOlder(scope, part) };
}

/**
 * Judges and writes the rows, batch by batch. After an issue nothing more is written. Throws with the first hundred
 * issues.
 */
async function saveRows(
  scope: Scope,
  into: Into,
  batches: Save['rows'],
): Promise<Counts & { rows: number; older: Owed[] }> {
  const { billing, now } = into;
  const all = await findBounds(scope, into);
  const counts = noCounts();
  const seen = nothingSeen();
  const issues: Issue[] = [];
  const money = noMoneyInSheet();
  const classes = await mapChosenClasses(scope);
  const today = dayIn(scope.campus.timeZone, new Date(now));
  // Only waiting messages are updated. The others are checked when a person sends them again.
  const followed = new Set<number>();
  let rows = 0;
  for await (const sent of batches) {
    const split = sent.map(splitPaid);
    const bills = split.map(({ bill }) => bill);
    const read = readBills(bills, scope.campus.country, { before: rows, isStrict: into.isWhole });
    const context = { ...(await findMatchingBills(scope, billing, read.rows)), ...all };
    const received = await mapReceived(scope, split.some(isPaidInSheet) ? [...context.bills.keys()] : []);
    const unread = [...read.issues, ...findFutureDates(split, { before: rows, today })];
    const judged: Judged = { adds: [], changes: [], issues: unread, forbidden: [], counts };
    for (const [at, values] of read.rows.entries()) {
      const row = { index: rows + at, bill: bills[at] as NewBill, values, paid: split[at]?.paid };
      // The issues of unreadable rows are already reported.
      if (unread.some(({ path }) => path.startsWith(`contacts.${row.index}.`))) continue;
      judge(row, { into, context, seen, classes, money, received }, judged);
    }
    if (into.isWhole && judged.forbidden.length > 0)
      throw new Failure('forbidden', importRefusals.mayNotEdit, judged.forbidden.slice(0, mostIssues));
    rows += bills.length;
    issues.push(...judged.issues);
    if (issues.length >= mostIssues) break;
    if (issues.length === 0) await write(scope, into, { ...judged, sent, values: read.rows, context });
    counts.added += judged.adds.length;
    counts.updated += judged.changes.length;
    for (const { billID } of judged.changes) if (all.messaged.has(billID)) followed.add(billID);
    // Yields even if there was nothing to write.
    await yieldToEventLoop();
  }
  const [first] = issues;
  if (first) throw new Failure('invalid', first.message, issues.slice(0, mostIssues));
  checkLowering(scope, into, counts.lowering);
  for (const { billID } of money.parts.existing) if (all.messaged.has(billID)) followed.add(billID);
  const older = await storeMoneyInSheet(scope, into, { money, classes, isAll: into.carryAll });
  await reconcileMessagesOfBills(scope, followed, now);
  return { ...counts, rows, older };
}

function nothingToSave({ group }: Head): Failure {
  const message = group.id === 0 ? toasts.errors.details : toasts.errors.contacts;
  return new Failure('invalid', message, [{ path: 'contacts', message }]);
}

type Lowered = Counts['lowered'] & { reason: string };
type SavedInto = { answer: AnswerOfSave; billing: { id: number; name: string; isNew: boolean } };

/** Records one audit log entry for all bills. The bills of the entry are found by their import. */
async function recordSave(
  scope: Scope,
  { answer, billing, fileName, at, lowered }: SavedInto & { fileName: string; at: string; lowered: Lowered },
): Promise<void> {
  const { importID, added, updated, skipped, refused, children } = answer;
  const { id: groupID, name, isNew } = billing;
  await recordChange(scope, {
    what: 'billsSaved',
    at,
    about: { kind: 'import', id: importID, name, groupID },
    changes: fileName === '' ? {} : { file: [null, fileName] },
    details: { isNew, fileName, added, updated, skipped, refused, ...(children && { children }) },
  });
  const { bills: changed, amount, reason } = lowered;
  if (changed === 0) return;
  const about = { kind: 'import', id: importID, name, groupID } as const;
  await recordChange(scope, { what: 'billsLowered', at, about, details: { changed, amount, reason } });
}

const changesStudents = ({ children }: Saved): boolean =>
  children !== null && children.added + children.updated > 0;

function publishSaved(
  scope: Scope,
  deps: Pick<Deps, 'bus'>,
  { saved, older }: { saved: Saved; older: readonly Owed[] },
): void {
  deps.bus.publish(scope.campusID, { what: 'groups' });
  for (const groupID of new Set([saved.id, ...older.map((bill) => bill.groupID)]))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'imports' });
  if (saved.updated > 0 || older.length > 0) deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (changesStudents(saved)) deps.bus.publish(scope.campusID, { what: 'students' });
}

/** Stores the import, and opens the list of students if children of the sheet are saved too. */
async function openImport(
  scope: Scope,
  { saveID, content, file, classes, oneSeries, children: choice }: Omit<Save, 'rows'>,
  { billing, now }: { billing: Billing & { name: string }; now: string },
): Promise<Pick<Into, 'importID' | 'children'>> {
  const ofFile = { fileName: file.name, sha256: file.sha256, sheet: file.sheet ?? '', createdAt: now };
  const importID = await insertImport(scope, {
    kind: 'bills',
    groupID: billing.id,
    groupName: billing.name,
    isNewGroup: billing.isNew ? 1 : 0,
    saveID: saveID ?? null,
    content,
    ...ofFile,
    oneSeries: oneSeries === undefined ? null : Number(oneSeries),
    partOf: null,
  });
  const children =
    choice === 'none' ? undefined : await openChildren(scope, choice, { importID, classes, ...ofFile });
  return { importID, children };
}

/**
 * Saves bills to a new or existing billing in one transaction. The saves of a campus run one after the other, so that
 * each save sees the bills of the one before.
 */
export async function saveBills(
  scope: Scope,
  deps: Deps,
  { rows, isWhole = false, ...head }: Save,
): Promise<Saved> {
  const { saveID, content, file, left, oneSeries = false, carryAll = false } = head;
  const { reason, confirmed = false } = head;
  const now = deps.now().toISOString();
  const { older, ...saved } = await withCampusLock(scope, async (scope) => {
    const again = await answerAgain(scope, { saveID, content }, { kind: 'bills', groupID: head.group.id });
    if (again) return { ...again.answer, id: again.groupID ?? head.group.id, older: [] };
    const billing = await openBilling(scope, head, now);
    const { importID, children } = await openImport(scope, head, { billing, now });
    const {
      added,
      updated,
      same,
      partly,
      held,
      rows: count,
      older,
      lowered,
    } = await saveRows(
      scope,
      { billing, importID, now, isWhole, oneSeries, carryAll, reason, confirmed, children },
      rows,
    );
    if (count === 0) throw nothingToSave(head);
    const skipped = left.skipped + same + held.length - partly;
    const counts = { importID, added, updated, skipped, refused: left.refused, held };
    await finishImport(scope, counts);
    const answer = { ...counts, children: children ? await finishChildren(scope, children) : null };
    await rememberHeadings(scope, 'bills', head.headings);
    const why = { ...lowered, reason: reason ?? '' };
    await recordSave(scope, { answer, billing, fileName: file.name, at: now, lowered: why });
    return { ...answer, id: billing.id, older };
  });
  publishSaved(scope, deps, { saved, older });
  return saved;
}

function* inBatches(bills: readonly NewBill[]): Generator<NewBill[]> {
  for (let from = 0; from < bills.length; from += rowsAtOnce) yield bills.slice(from, from + rowsAtOnce);
}

export type GroupSave = Pick<Head, 'group' | 'oneSeries' | 'carryAll' | 'reason' | 'confirmed'> & {
  contacts: NewBill[];
  saveID?: string | undefined;
};

const digestOf = (content: unknown): string => hash('sha256', JSON.stringify(content));

/** Saves bills that do not come from a file. */
export async function saveGroup(
  scope: Scope,
  deps: Deps,
  { contacts, saveID, ...head }: GroupSave,
): Promise<Saved> {
  return saveBills(scope, deps, {
    ...head,
    saveID,
    content: saveID === undefined ? '' : digestOf({ contacts, ...head }),
    file: { name: '', sha256: '' },
    left: { skipped: 0, refused: 0 },
    headings: [],
    children: 'none',
    classes: [],
    isWhole: true,
    rows: inBatches(contacts),
  });
}
