/** Compares the counts that the database keeps with the bills and messages themselves. */
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../src/server/platform/db/store.ts';

/** Reads both in one statement, because something may be saved meanwhile. */
async function readBoth(db: Db, { stored, is }: { stored: RawBuilder<unknown>; is: RawBuilder<unknown> }) {
  const { rows } = await sql<{ kind: string }>`
    select 'kept' as kind, kept.* from (${stored}) kept
    union all select 'is', found.* from (${is}) found`.execute(db);
  const listOf = (which: string) =>
    rows
      .filter(({ kind }) => kind === which)
      .map(({ kind: _, ...row }) => JSON.stringify(row))
      .sort();
  return { stored: listOf('kept'), is: listOf('is') };
}

const sums = sql`cast(sum(bills) as bigint) as bills, cast(sum(total) as bigint) as total,
  cast(sum(paid) as bigint) as paid, cast(sum(covered) as bigint) as covered`;
const count = sql`cast(sum(count) as bigint) as count`;

const bills = {
  stored: sql`select "campusID", "groupID", status, "dueDate", ${sums} from bill_count
    group by 1, 2, 3, 4 having sum(bills) <> 0 or sum(total) <> 0 or sum(paid) <> 0`,
  is: sql`select "campusID", "groupID", status, "dueDate", ${sums} from (
    select "campusID", "groupID", status, coalesce("dueDate", '') as "dueDate", 1 as bills, coalesce(total, 0) as total, paid,
      case when paid < coalesce(total, 0) then paid else coalesce(total, 0) end as covered from bill) each
    group by 1, 2, 3, 4`,
};
const messages = {
  stored: sql`select "campusID", status, "broadcastID", ${count} from message_count
    group by 1, 2, 3 having sum(count) <> 0`,
  is: sql`select "campusID", status, "broadcastID", ${count} from (
    select "campusID", status, "broadcastID", 1 as count from message
    union all select "campusID", status, 0, 1 from message) each
    group by 1, 2, 3`,
};

/** Fails when a stored count is wrong. */
export async function expectTrueCounts(db: Db): Promise<void> {
  for (const [name, counts] of Object.entries({ bills, messages })) {
    const { stored, is } = await readBoth(db, counts);
    expect(stored, name).toEqual(is);
  }
}
