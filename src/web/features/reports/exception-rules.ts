/** Pure rules of the page For the owner: the table by kind, person and week. */
import type { Exception } from '#shared/calls/exceptions.ts';
import { type ExceptionKind, exceptionKinds, weekOfMonth } from '#shared/money/exceptions.ts';
import { exceptionWords } from '#shared/words/exceptions.ts';

/** Part of the exceptions of a month. Undefined: any. */
export type ExceptionFilter = {
  kind?: ExceptionKind | undefined;
  /** The id of a person; `''`: the program; `others`: those who have no column. */
  by?: string | undefined;
  week?: number | undefined;
};

export type Person = { id: string; name: string };
const otherPeople = 'others';

/** More people than this share a last column. */
const mostColumns = 5;

const countOf = (items: readonly Exception[]): number => items.reduce((sum, { count }) => sum + count, 0);

/** The people with the most exceptions, by name. If there are many, the others share a column. */
export function peopleOf(items: readonly Exception[]): Person[] {
  const all = [...Map.groupBy(items, ({ byID }) => byID)]
    .map(([id, own]) => ({ id, name: own[0]?.by || exceptionWords.program, count: countOf(own) }))
    .toSorted((one, other) => other.count - one.count);
  const shown = all.length > mostColumns ? all.slice(0, mostColumns - 1) : all;
  const people = shown
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return shown.length < all.length ? [...people, { id: otherPeople, name: exceptionWords.others }] : people;
}

export function filterExceptions(
  items: readonly Exception[],
  { kind, by, week }: ExceptionFilter,
  people: readonly Person[],
): Exception[] {
  const isBy = ({ byID }: Exception): boolean =>
    by === otherPeople ? !people.some(({ id }) => id === byID) : by === undefined || byID === by;
  return items.filter(
    (item) =>
      (kind === undefined || item.kind === kind) &&
      isBy(item) &&
      (week === undefined || weekOfMonth(item.day) === week),
  );
}

export type ExceptionCell = { filter: ExceptionFilter; count: number };
export type ExceptionLine = {
  kind: ExceptionKind;
  all: number;
  /** Null if no amounts belong to this kind. */
  amount: number | null;
  people: ExceptionCell[];
  weeks: ExceptionCell[];
  unseen: number;
};

const amountOf = (items: readonly Exception[]): number | null => {
  const amounts = items.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 ? null : Math.round(amounts.reduce((sum, one) => sum + one * 100, 0)) / 100;
};

/** A line for each kind, also if nothing happened. */
export function linesOf(
  items: readonly Exception[],
  people: readonly Person[],
  weeks: number,
): ExceptionLine[] {
  return exceptionKinds.map((kind) => {
    const own = filterExceptions(items, { kind }, people);
    const cellOf = (filter: ExceptionFilter): ExceptionCell => ({
      filter: { kind, ...filter },
      count: countOf(filterExceptions(own, filter, people)),
    });
    return {
      ...{ kind, all: countOf(own), amount: amountOf(own) },
      people: people.map(({ id }) => cellOf({ by: id })),
      weeks: Array.from({ length: weeks }, (_, week) => cellOf({ week })),
      unseen: own.filter(({ seenBy }) => seenBy === null).length,
    };
  });
}
