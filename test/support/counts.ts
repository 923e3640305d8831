/** The counts that the database keeps, held against the bills and messages themselves. */
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../src/server/db/store.ts';

async function listOf(db: Db, rows: RawBuilder<unknown>): Promise<string[]> {
  const { rows: found } = await rows.execute(db);
  return found.map((row) => JSON.stringify(row)).sort();
}

const sums = sql`cast(sum(bills) as bigint) as bills, cast(sum(total) as bigint) as total`;
const count = sql`cast(sum(count) as bigint) as count`;

/** Fails when what is kept is not what there is. */
export async function expectTrueCounts(db: Db): Promise<void> {
  const keptBills = sql`select "campusID", "groupID", status, "dueDate", ${sums} from bill_count
    group by 1, 2, 3, 4 having sum(bills) <> 0 or sum(total) <> 0`;
  const bills = sql`select "campusID", "groupID", status, "dueDate", ${sums} from (
    select "campusID", "groupID", status, coalesce("dueDate", '') as "dueDate", 1 as bills, coalesce(total, 0) as total from bill) each
    group by 1, 2, 3, 4`;
  expect(await listOf(db, keptBills), 'bills').toEqual(await listOf(db, bills));
  const keptMessages = sql`select "campusID", status, "broadcastID", ${count} from message_count
    group by 1, 2, 3 having sum(count) <> 0`;
  const messages = sql`select "campusID", status, "broadcastID", ${count} from (
    select "campusID", status, "broadcastID", 1 as count from message
    union all select "campusID", status, 0, 1 from message) each
    group by 1, 2, 3`;
  expect(await listOf(db, keptMessages), 'messages').toEqual(await listOf(db, messages));
}
