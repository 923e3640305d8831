/** Corrects a wrong number of a family in its bills, its students and its waiting messages. */
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readNumbers } from '#shared/people/phone.ts';
import { aboutBill, type Entry } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { needNumber } from '../../chat/chat-rules.ts';
import type { Deps } from '../../deps.ts';
import { readdressBack, readdressMessages } from '../../outbox/changes/readdress.ts';
import { restorable } from '../../outbox/model.ts';
import { recordChange } from '../../trail/trail.ts';
import { changeBills, type FullBill, listBillsWhole } from '../bills/bills-queries.ts';
import { readTypedNumbers } from '../bills/bills-rules.ts';
import { listBillsOfChildren, listBillsOfNumber } from '../families/families.ts';
import { listBillIDsOfLatest, mapLabels, putLabel } from '../families/families-queries.ts';
import { movePromises } from '../promises/promises.ts';
import {
  hasStudentWith,
  insertCorrection,
  listBillIDsOfNames,
  type Rewritten,
  type StoredCorrection,
  takeCorrection,
} from './corrections-queries.ts';
import { type Correction, withNumber } from './corrections-rules.ts';

type Typed = { number: string; numbers: string };

/**
 * Changes the number of the students who have it, or only of those in `only`. The roster provides this function. It
 * returns the former values.
 */
export type ChangeStudentNumbers = (
  scope: Scope,
  filter: { number: string; only?: { ids: readonly number[]; regNums: readonly string[] } | undefined },
  rewrite: (student: { id: number; number: string }) => Typed | undefined,
) => Promise<{ id: number; number: string }[]>;
export type CorrectionNeeds = Deps & { changeStudentNumbers: ChangeStudentNumbers };

type CorrectionRequest = InputOf<'POST /Families/CorrectNumber'>['body'];

/** Builds the audit log entry of one bill, or of the number if there is no bill. */
type MakeEntry = (of: Pick<Entry, 'about' | 'changes'>) => Entry;

const nothingMoved = { moved: 0, leftOut: 0, onTheirWay: 0 };

/** Twelve billings are one year of months. */
const billingsRead = 12;

/** Lists all bills of the children of these bills. Children without a registration number are found by name. */
async function listBillsOfChosen(scope: Scope, billIDs: readonly number[]): Promise<FullBill[]> {
  const given = await listBillsWhole(scope, billIDs);
  if (given.length < new Set(billIDs).size) throw new Failure('notFound', failureWords.notFound);
  const nameless = given.filter(({ regNum, name }) => regNum === null && name !== '').map(({ name }) => name);
  const numbers = new Set(given.flatMap((bill) => bill.numbers.split(' ')));
  const byName = await listBillsWhole(scope, await listBillIDsOfNames(scope, nameless, billingsRead));
  const alike = byName.filter((bill) => bill.numbers.split(' ').some((number) => numbers.has(number)));
  const all = [...given, ...(await listBillsOfChildren(scope, given)), ...alike];
  return [...new Map(all.map((bill) => [bill.id, bill])).values()];
}

async function listBillsToCorrect(
  scope: Scope,
  { billIDs, studentIDs }: Pick<CorrectionRequest, 'billIDs' | 'studentIDs'>,
  from: string,
): Promise<FullBill[]> {
  const isOfAll = billIDs === undefined && studentIDs === undefined;
  const bills = isOfAll
    ? await listBillsOfNumber(scope, from)
    : await listBillsOfChosen(scope, billIDs ?? []);
  return bills.filter(({ numbers }) => from === '' || numbers.split(' ').includes(from));
}

/** Writes the new number of each bill. Returns the bills that changed. */
async function rewriteBills(
  scope: Scope,
  bills: readonly FullBill[],
  rewrite: (bill: FullBill) => Typed | undefined,
): Promise<(Rewritten & { bill: FullBill })[]> {
  const rewritten = bills.flatMap((bill) => {
    const to = rewrite(bill);
    return to === undefined || to.number === bill.number ? [] : [{ bill, to }];
  });
  await changeBills(
    scope,
    rewritten.map(({ bill, to }) => ({ billID: bill.id, to })),
  );
  return rewritten.map(({ bill, to }) => ({ bill, id: bill.id, before: bill.number, after: to.number }));
}

function publish(
  { bus, wake }: Pick<Deps, 'bus' | 'wake'>,
  { campusID }: Scope,
  { bills, students }: { bills: readonly FullBill[]; students: number },
): void {
  for (const groupID of new Set(bills.map((bill) => bill.groupID)))
    bus.publish(campusID, { what: 'bills', groupID });
  if (students > 0) bus.publish(campusID, { what: 'students' });
  bus.publish(campusID, { what: 'outbox' });
  wake('sending');
}

/** Returns whether no child of the campus has this number any more. */
const isNobodys = async (scope: Scope, number: string): Promise<boolean> =>
  number !== '' &&
  (await listBillIDsOfLatest(scope, number, billingsRead)).length === 0 &&
  !(await hasStudentWith(scope, number));

/**
 * Moves the label of the wrong number to the corrected number, unless that number already has a label. Returns the
 * moved label.
 */
async function moveLabel(scope: Scope, from: string, to: string): Promise<string | null> {
  const labels = await mapLabels(scope, [from, to]);
  const label = labels.get(from);
  if (label === undefined || labels.has(to)) return null;
  await putLabel(scope, from, '');
  await putLabel(scope, to, label);
  return label;
}

type Corrected = { bills: (Rewritten & { bill: FullBill })[]; students: Rewritten[] };

/** Rewrites the number in the chosen bills and students. */
async function rewriteAll(
  scope: Scope,
  { changeStudentNumbers }: CorrectionNeeds,
  { request, correction }: { request: CorrectionRequest; correction: Correction },
): Promise<Corrected> {
  const { billIDs, studentIDs } = request;
  const rewrite = ({ number }: { number: string }) => withNumber(number, correction, scope.campus.country);
  const found = await listBillsToCorrect(scope, request, correction.from);
  const isOfAll = billIDs === undefined && studentIDs === undefined;
  const regNums = found.flatMap(({ regNum }) => regNum ?? []);
  const filter = {
    number: correction.from,
    only: isOfAll ? undefined : { ids: studentIDs ?? [], regNums },
  };
  const students = await changeStudentNumbers(scope, filter, rewrite);
  return {
    bills: await rewriteBills(scope, found, rewrite),
    students: students.map(({ id, number }) => ({ id, before: number, after: rewrite({ number }).number })),
  };
}

/**
 * Writes one entry for each bill to the audit log, so that each bill has the entry in its history. If there is no
 * bill, writes one entry about the number.
 */
async function recordCorrection(
  scope: Scope,
  { bills }: Corrected,
  { from, to, makeEntry }: { from: string; to: string; makeEntry: MakeEntry },
): Promise<void> {
  for (const { bill, before, after } of bills)
    await recordChange(scope, makeEntry({ about: aboutBill(bill), changes: { number: [before, after] } }));
  if (bills.length > 0) return;
  const about = { kind: 'contact' as const, id: to, name: to };
  await recordChange(scope, makeEntry({ about, changes: { number: [from || null, to || null] } }));
}

/** Runs inside the caller's transaction. */
async function correct(
  scope: Scope,
  deps: CorrectionNeeds,
  { request, correction, at }: { request: CorrectionRequest; correction: Correction; at: Date },
) {
  const now = at.toISOString();
  const { from, to } = correction;
  const corrected = await rewriteAll(scope, deps, { request, correction });
  const { bills, students } = corrected;
  if (bills.length + students.length === 0) throw new Failure('notFound', failureWords.notFound);
  const isAlone = await isNobodys(scope, from);
  const change = { bills: new Set(bills.map(({ id }) => id)), from, to: to.e164, isNobodys: isAlone };
  if (isAlone) await movePromises(scope, { from, to: to.e164, at: now });
  const moved = from === '' ? nothingMoved : await readdressMessages(scope, change, now);
  const correctionID = await insertCorrection(
    scope,
    {
      at: now,
      was: from,
      became: to.e164,
      bills: bills.map(({ bill: _bill, ...rewritten }) => rewritten),
      students,
      label: isAlone ? await moveLabel(scope, from, to.e164) : null,
    },
    new Date(at.getTime() - restorable).toISOString(),
  );
  const details = { messages: moved.moved };
  const makeEntry: MakeEntry = (of) => ({ what: 'numberCorrected', at: now, details, ...of });
  await recordCorrection(scope, corrected, { from, to: to.e164, makeEntry });
  return { correctionID, bills, students, moved };
}

/**
 * Corrects the number for the chosen children, or for all children with the wrong number. Paid bills are corrected
 * too, because messages to a whole billing use them. Fails if no bill and no student has the wrong number.
 */
export async function correctNumber(scope: Scope, deps: CorrectionNeeds, request: CorrectionRequest) {
  const { country } = scope.campus;
  const from = request.from ? needNumber(request.from, country) : '';
  const e164 = needNumber(request.to, country);
  if (from === e164) throw new Failure('invalid', failureWords.sameNumber);
  if (from === '' && request.billIDs === undefined && request.studentIDs === undefined)
    throw new Failure('invalid', failureWords.unknownGroups);
  const correction = { from, to: { e164, typed: request.to } };
  const at = deps.now();
  const { correctionID, bills, students, moved } = await withCampusLock(scope, (scope) =>
    correct(scope, deps, { request, correction, at }),
  );
  publish(deps, scope, { bills: bills.map(({ bill }) => bill), students: students.length });
  const isLandline = readNumbers(request.to, country as CountryCode).landlines.length > 0;
  return { correctionID, to: e164, isLandline, bills: bills.length, students: students.length, ...moved };
}

/** Returns the former number of a row, if the row still has the number that the correction wrote. */
function formerNumberOf(list: readonly Rewritten[], country: string) {
  const byID = new Map(list.map((one) => [one.id, one]));
  return ({ id, number }: { id: number; number: string }): Typed | undefined => {
    const one = byID.get(id);
    if (one?.after !== number) return undefined;
    return { number: one.before, numbers: readTypedNumbers(one.before, country).numbers };
  };
}

async function takeBack(
  scope: Scope,
  { changeStudentNumbers }: CorrectionNeeds,
  { stored, now }: { stored: StoredCorrection; now: string },
): Promise<Corrected & { moved: number }> {
  const { country } = scope.campus;
  const { at: since, was, became, label } = stored;
  const idsOf = (list: readonly Rewritten[]): number[] => list.map(({ id }) => id);
  const whole = await listBillsWhole(scope, idsOf(stored.bills));
  const bills = await rewriteBills(scope, whole, formerNumberOf(stored.bills, country));
  const filter = { number: became, only: { ids: idsOf(stored.students), regNums: [] } };
  const given = await changeStudentNumbers(scope, filter, formerNumberOf(stored.students, country));
  const students = stored.students.filter(({ id }) => given.some((student) => student.id === id));
  if (label !== null) await moveLabel(scope, became, was);
  const isAlone = await isNobodys(scope, became);
  if (isAlone && was !== '') await movePromises(scope, { from: became, to: was, at: now });
  const change = {
    bills: new Set(idsOf(bills)),
    ...{ from: became, to: was, isNobodys: isAlone },
  };
  const { moved } = was === '' ? nothingMoved : await readdressBack(scope, change, { since, now });
  const details = { bills: bills.length };
  const makeEntry: MakeEntry = (of) => ({ what: 'correctionUndone', at: now, details, ...of });
  if (bills.length + students.length > 0)
    await recordCorrection(scope, { bills, students }, { from: became, to: was, makeEntry });
  return { bills, students, moved };
}

/**
 * Undoes a correction in the rows that still have the corrected number. Does nothing if the correction is too old.
 */
export async function undoCorrection(
  scope: Scope,
  deps: CorrectionNeeds,
  correctionID: number,
): Promise<{ bills: number; students: number; moved: number }> {
  const at = deps.now();
  const { bills, students, moved } = await withCampusLock(scope, async (scope) => {
    const stored = await takeCorrection(scope, correctionID);
    if (!stored) throw new Failure('notFound', failureWords.notFound);
    const isOver = at.getTime() - Date.parse(stored.at) > restorable;
    if (isOver) return { bills: [], students: [], moved: 0 };
    return takeBack(scope, deps, { stored, now: at.toISOString() });
  });
  publish(deps, scope, { bills: bills.map(({ bill }) => bill), students: students.length });
  return { bills: bills.length, students: students.length, moved };
}
