/**
 * The entries of the trail as they are stored: a code with its details. `words/trail-entries.ts` has the sentence that
 * a person reads.
 */
import { amountKeys } from './money/bill-heads.ts';
import { formatAmount, toRupees } from './money/money.ts';
import { formatDay, formatInstant, isDay } from './time/dates.ts';
import type { AboutKind } from './trail-kinds.ts';
import { trailFieldWords, trailSentences, trailValueWords } from './words/trail-entries.ts';

type Sentences = typeof trailSentences;
export type TrailCode = keyof Sentences;
export const trailCodes = Object.keys(trailSentences) as TrailCode[];
export type TrailDetails<C extends TrailCode> = Sentences[C] extends (details: infer D) => string
  ? D
  : undefined;

type TrailValue = string | number | boolean | null;
/** The old and new value of each field; money is in paisa. */
export type TrailChanges = Record<string, readonly [TrailValue, TrailValue]>;

/** The subject of an entry about a bill. */
export const aboutBill = ({
  id,
  name,
  regNum,
  groupID,
}: {
  id: number;
  name: string;
  regNum: string | null;
  groupID: number;
}) => ({ kind: 'bill' as const, id, name: [name, regNum].filter(Boolean).join(' · '), groupID });

/** `name`: the name at that time, because the subject may be deleted later. `groupID`: the billing of the subject. */
type About = {
  kind: AboutKind;
  id?: string | number;
  name?: string | null | undefined;
  groupID?: number | null;
};

/** One change. `at`: ISO text. `bills`: the ids of many bills, grouped by their old value. */
export type Entry = {
  [C in TrailCode]: {
    what: C;
    at: string;
    about: About;
    changes?: TrailChanges;
    bills?: Readonly<Record<string, readonly number[]>>;
  } & (TrailDetails<C> extends undefined ? { details?: undefined } : { details: TrailDetails<C> });
}[TrailCode];

/** The fields that differ. A field that is missing in `after` is unchanged. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): TrailChanges {
  const changes: Record<string, [TrailValue, TrailValue]> = {};
  for (const [field, to] of Object.entries(after)) {
    const [was, is] = [toTrailValue(before[field]), toTrailValue(to)];
    if (was !== is) changes[field] = [was, is];
  }
  return changes;
}

/** Every field of a removed entity, with its old value. Fields without a value are left out. */
export function changesOfRemoved(before: Readonly<Record<string, unknown>>): TrailChanges {
  const values = Object.entries(before).map(([field, value]) => [field, toTrailValue(value)] as const);
  return Object.fromEntries(
    values
      .filter(([, was]) => was !== null && was !== '')
      .map(([field, was]) => [field, [was, null] as const]),
  );
}

/** Converts a value to text; lists and objects become one text. */
function toTrailValue(value: unknown): TrailValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return Object.values(value).join(' – ');
}

const moneyFields: readonly string[] = ['total', 'amountAfterDueDate', ...amountKeys];

function sayValue(field: string, value: TrailValue, timeZone: string): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? trailValueWords.yes : trailValueWords.no;
  if (typeof value === 'number')
    return moneyFields.includes(field) ? formatAmount(toRupees(value)) : String(value);
  if (field === 'way') return trailValueWords.ways[value] ?? value;
  if (field === 'startAt') return formatInstant(value, timeZone);
  return isDay(value) ? formatDay(value) : value;
}

export type ShownChange = { field: string; label: string; from: string; to: string };

/** The changes as a person reads them, with instants in this time zone. A missing value is an empty text. */
export const sayChanges = (changes: TrailChanges, timeZone: string): ShownChange[] =>
  Object.entries(changes).map(([field, [from, to]]) => ({
    field,
    label: trailFieldWords[field] ?? field,
    from: sayValue(field, from, timeZone),
    to: sayValue(field, to, timeZone),
  }));

/** The sentence of an entry. Never fails: an unknown code, stored by a later version, is returned as it is. */
export function sayEntry(code: string, details: Record<string, unknown>): string {
  const words = trailSentences as Record<string, string | ((details: never) => string)>;
  const sentence = Object.hasOwn(words, code) ? words[code] : undefined;
  if (typeof sentence === 'string') return sentence;
  try {
    return sentence ? sentence(details as never) : code;
  } catch {
    return code;
  }
}
