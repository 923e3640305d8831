/**
 * Compares each row of money with what the audit log states about it, in both directions. Other requests may write
 * during the check. The memory is bounded: with more rows the audit log is read once for each range of ids.
 */
import type { Db } from '../../platform/db/store.ts';
import { type RowChange, statedTables } from '../../trail/row-changes-rules.ts';
import { listStatedRows, listStatingEntries } from './stated-rows-queries.ts';
import {
  compare,
  missing,
  noLimit,
  type Row,
  type RowDifference,
  type Stated,
  take,
} from './stated-rows-rules.ts';

/** The entry of a large import may have a megabyte. */
const entriesAtOnce = 250;
const rowsAtOnce = 500;
/** A row takes some 200 bytes. */
const heldAtOnce = 100_000;
/** A write between two reads can look like a difference. A real difference remains when the data is read again. */
const looks = 3;

type Reading = { db: Db; campusID: number; rest: () => Promise<void>; most: number };
/** What the audit log states about a range of ids of each table, up to its entry `last`. */
type Range = { stated: Stated[]; last: number };

/** Follows the entries that were written since the last call. */
async function readEntries({ db, campusID, rest, most }: Reading, range: Range): Promise<void> {
  for (let isMore = true; isMore; ) {
    const entries = await listStatingEntries(db, campusID, { after: range.last, take: entriesAtOnce });
    for (const { rowChanges } of entries)
      for (const change of JSON.parse(rowChanges ?? '[]') as RowChange[]) {
        const stated = range.stated.find(({ table }) => table === change[0]);
        if (stated) take(stated, change, most);
      }
    range.last = entries.at(-1)?.id ?? range.last;
    isMore = entries.length === entriesAtOnce;
    if (isMore) await rest();
  }
}

type Page = { rows: Row[]; difference: RowDifference | undefined };

/** `first`: the id of the first row, if the audit log states it. */
type Choice = { stated: Stated; after: number; first?: number };

/** Compares a page of rows. Reads later entries and the rows again before it reports a difference. */
async function comparePage(reading: Reading, range: Range, { stated, after, first }: Choice): Promise<Page> {
  const { table, until } = stated;
  for (let look = 1; ; look += 1) {
    const choice = { table, after, until, take: rowsAtOnce };
    const rows = await listStatedRows(reading.db, reading.campusID, choice);
    let difference = rows.map((row) => compare(stated, row)).find((found) => found !== undefined);
    if (first !== undefined && first !== rows[0]?.id && stated.rows.has(first))
      difference = missing(stated, first);
    if (!difference || look === looks) return { rows, difference };
    await readEntries(reading, range);
  }
}

async function compareTable(
  reading: Reading,
  range: Range,
  stated: Stated,
): Promise<RowDifference | undefined> {
  const left = new Set(stated.rows.keys());
  for (let { after } = stated, isMore = true; isMore; ) {
    const { rows, difference } = await comparePage(reading, range, { stated, after });
    if (difference) return difference;
    for (const { id } of rows) left.delete(id);
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === rowsAtOnce;
    await reading.rest();
  }
  for (const first of left) {
    const { rows, difference } = await comparePage(reading, range, { stated, after: first - 1, first });
    if (difference) return difference;
    for (const { id } of rows) left.delete(id);
  }
  return undefined;
}

/** Returns the first row of a campus that differs from the audit log. */
export async function findRowDifference(
  db: Db,
  campusID: number,
  { rest, most = heldAtOnce }: { rest: () => Promise<void>; most?: number },
): Promise<RowDifference | undefined> {
  const reading = { db, campusID, rest, most };
  let starts = statedTables.map((table) => ({ table, after: 0 }));
  while (starts.length > 0) {
    const stated = starts.map(
      ({ table, after }): Stated => ({
        ...{ table, after, until: noLimit },
        rows: new Map(),
      }),
    );
    const range: Range = { stated, last: 0 };
    await readEntries(reading, range);
    for (const one of stated) {
      const difference = await compareTable(reading, range, one);
      if (difference) return difference;
      one.rows.clear();
    }
    starts = stated.flatMap(({ table, until }) => (until === noLimit ? [] : [{ table, after: until }]));
  }
  return undefined;
}
