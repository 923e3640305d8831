/** Reads what an owner checks from the entries of the trail. Pure functions. */
import type { Exception } from '#shared/calls/exceptions.ts';
import { type ExceptionKind, exceptionKinds } from '#shared/money/exceptions.ts';
import { toRupees } from '#shared/money/money.ts';
import { dayIn } from '#shared/time/dates.ts';
import { sayEntry, type TrailCode } from '#shared/trail.ts';
import { readDetails } from '../../trail/history/history-rules.ts';
import type { EntryRow } from './exceptions-queries.ts';

/** `amount`: in paisa; null if no amount belongs to it. */
type Found = { kind: ExceptionKind; amount: number | null; count: number };
type Details = Record<string, unknown>;

const numberIn = (details: Details, name: string): number => Number(details[name] ?? 0);
const one =
  (kind: ExceptionKind) =>
  (details: Details): Found => ({ kind, amount: numberIn(details, 'amount'), count: 1 });
const many = (kind: ExceptionKind, name: string) => (details: Details) => {
  const count = numberIn(details, name);
  const amount = 'amount' in details ? numberIn(details, 'amount') : null;
  return count > 0 ? { kind, amount, count } : undefined;
};

function ofCount(details: Details): Found | undefined {
  const amount = numberIn(details, 'counted') - numberIn(details, 'expected');
  return amount === 0 ? undefined : { kind: 'counted', amount, count: 1 };
}

/** How each code is read. Undefined: this entry is nothing that an owner checks. */
const readers: Partial<Record<TrailCode, (details: Details) => Found | undefined>> = {
  paymentVoided: one('voided'),
  bankFileUndone: many('voided', 'voided'),
  paymentReturned: one('returned'),
  billAdjusted: (details) => (details.kind === 'fine' ? undefined : one('waived')(details)),
  billLowered: one('lowered'),
  billsLowered: many('lowered', 'changed'),
  paymentBackDated: one('backDated'),
  voucherReprinted: many('reprinted', 'vouchers'),
  receiptReprinted: () => ({ kind: 'reprinted', amount: null, count: 1 }),
  cashCounted: ofCount,
  creditMoved: one('creditMoved'),
  movedToCredit: one('deleted'),
  paymentDoubted: one('doubtful'),
};

export const exceptionCodes: readonly string[] = Object.keys(readers);

type Act = Found & { row: EntryRow; details: Details };

/** Reads entries, newest first. A payment of several bills has an entry for each; it counts once. */
export function readActs(rows: readonly EntryRow[]): Act[] {
  const acts = new Map<string, Act>();
  for (const row of rows) {
    const details = readDetails(row.details);
    const found = readers[row.what as TrailCode]?.(details);
    const key = [row.what, row.at, details.receiptNo ?? row.id].join(' ');
    if (found) acts.set(key, { ...found, row, details });
  }
  return [...acts.values()];
}

export function toException({ kind, amount, count, row, details }: Act, timeZone: string): Exception {
  return {
    ...{ id: row.id, kind, count, at: row.at, day: dayIn(timeZone, new Date(row.at)) },
    ...{ byID: row.actorID, by: row.actorName || (row.userName ?? '') },
    amount: amount === null ? null : toRupees(amount),
    text: sayEntry(row.what, details),
    about: { kind: row.kind, id: row.aboutID, name: row.aboutName },
    seenBy: row.seenAt === null ? null : (row.seenBy ?? ''),
  };
}

/** The mean number of each kind a month. */
export function usualOf(acts: readonly Act[], months: number): Record<ExceptionKind, number> {
  const sums = Map.groupBy(acts, ({ kind }) => kind);
  const meanOf = (kind: ExceptionKind): number =>
    (sums.get(kind) ?? []).reduce((sum, { count }) => sum + count, 0) / months;
  return Object.fromEntries(exceptionKinds.map((kind) => [kind, meanOf(kind)])) as Record<
    ExceptionKind,
    number
  >;
}
