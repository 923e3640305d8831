/**
 * Seals rows soon after they are written, and finds rows that were changed outside the program. A writer does not
 * wait for the chain: a row is sealed after its transaction, in the order in which rows become visible.
 */
import { tryLockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import {
  findHead,
  hasUnsealed,
  listChain,
  listUnsealed,
  putHead,
  putSeals,
  type Seal,
} from './chain-queries.ts';
import { createVerifier, type Finding, type Row, type StoredHead, sealOf } from './chain-rules.ts';

/** The entry of a large import may have a megabyte. */
const entriesAtOnce = 250;

async function sealOfSchool(db: Db, schoolID: number, rows: readonly Row[]): Promise<void> {
  const head = await findHead(db, schoolID);
  const isFirst = head.count === 0;
  let { count, hash } = head;
  const seals: Seal[] = [];
  for (const row of rows) {
    count += 1;
    hash = sealOf(row, count, hash);
    seals.push({ id: row.id, place: count, hash });
  }
  await putSeals(db, seals);
  await putHead(db, schoolID, { count, hash, isFirst });
}

/** Seals one batch and returns its size. Only one process seals at a time. */
export async function sealTrail(db: Db): Promise<number> {
  if (!(await hasUnsealed(db))) return 0;
  return inTransaction({ db }, async ({ db }) => {
    if (!(await tryLockName(db, 'seal the trail'))) return 0;
    const rows = await listUnsealed(db, entriesAtOnce);
    for (const [schoolID, ofSchool] of Map.groupBy(rows, (row) => row.schoolID))
      await sealOfSchool(db, schoolID, ofSchool);
    return rows.length;
  });
}

/**
 * Finds the first row of a school's chain that differs from its seal. `heads` are stored outside the database and are
 * compared with the chain.
 */
export async function verifyChain(db: Db, schoolID: number, heads: readonly StoredHead[]): Promise<Finding> {
  const { take, finish } = createVerifier(heads);
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listChain(db, schoolID, { after, take: entriesAtOnce });
    if (!rows.every(take)) break;
    isMore = rows.length === entriesAtOnce;
    after = rows.at(-1)?.place ?? after;
    await yieldToEventLoop();
  }
  return finish();
}
