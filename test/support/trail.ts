/** Reads the trail of a store and its chain. */

import type { Db } from '../../src/server/platform/db/store.ts';
import { sealTrail } from '../../src/server/trail/chain/chain.ts';

export const entriesOf = (db: Db, schoolID: number) =>
  db.selectFrom('trail').selectAll().where('schoolID', '=', schoolID).orderBy('id').execute();

export async function schoolOf(db: Db, campusID: number): Promise<number> {
  const row = await db
    .selectFrom('campus')
    .select('schoolID')
    .where('id', '=', campusID)
    .executeTakeFirstOrThrow();
  return row.schoolID;
}

/** Seals until no entry is without a seal. */
export async function sealAll(db: Db): Promise<void> {
  while ((await sealTrail(db)) > 0);
}
