/**
 * States in the audit log what the program wrote into the rows of money. A change by SQL is then visible, because the
 * row no longer equals what is sealed there. The values come from the statements themselves and are not read again:
 * a later void of a forged payment must not confirm its amount.
 */
import { beforeCommit, type Db } from '../platform/db/store.ts';
import type { Recorder } from './model.ts';
import {
  type ChangeKind,
  type RowChange,
  type StatedRow,
  type StatedTable,
  statedColumns,
  toRowChange,
} from './row-changes-rules.ts';
import { insertRowsEntry } from './trail-queries.ts';

/** Rows in one entry, which then has at most about a megabyte. Entries are read 250 at a time. */
const mostRows = 10_000;

type InCampus = Extract<Recorder, { campusID: number }>;
type Waiting = { recorder: InCampus; changes: RowChange[]; rows: number };
const waiting = new WeakMap<Db, Waiting>();

/** Returns the changes of this transaction that no entry states yet, as text. Null if there are none. */
export function takeRowChanges({ db, campusID }: Recorder): string | null {
  const found = waiting.get(db);
  if (found?.recorder.campusID !== campusID) return null;
  waiting.delete(db);
  return JSON.stringify(found.changes);
}

async function stateAlone(db: Db): Promise<void> {
  const recorder = waiting.get(db)?.recorder;
  const rowChanges = recorder ? takeRowChanges(recorder) : null;
  if (!recorder || rowChanges === null) return;
  await insertRowsEntry(recorder, { what: 'rowsStated', rowChanges });
}

/**
 * Every statement that writes a money row calls this with the rows that it returned. The next entry of the transaction
 * states them. Without one they get an entry of their own at the end.
 */
export async function stateRows(
  recorder: InCampus,
  table: StatedTable,
  { kind, rows }: { kind: ChangeKind; rows: readonly StatedRow[] },
): Promise<void> {
  const { db, campusID } = recorder;
  if (rows.length === 0) return;
  if (!db.isTransaction) throw new Error(`${table} must be written in a transaction`);
  if (waiting.get(db)?.recorder.campusID !== campusID) await stateAlone(db);
  const found = waiting.get(db) ?? { recorder, changes: [], rows: 0 };
  found.changes.push(toRowChange(table, kind, rows));
  found.rows += rows.length;
  waiting.set(db, found);
  beforeCommit(db, () => stateAlone(db));
  if (found.rows >= mostRows) await stateAlone(db);
}

/** For `insertMany`: it states the rows when they are inserted. */
export const statingAdded = <T>(recorder: InCampus, table: StatedTable, rows: readonly T[]) => ({
  rows,
  back: {
    columns: ['id', ...statedColumns[table]],
    take: (added: readonly StatedRow[]) => stateRows(recorder, table, { kind: 'added', rows: added }),
  },
});
