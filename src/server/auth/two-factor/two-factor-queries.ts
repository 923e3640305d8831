import type { Db } from '../../platform/db/store.ts';

/** The user's second factor, confirmed or only begun. Undefined when there is none. */
export async function findTwoFactor(db: Db, userID: string) {
  const row = await db
    .selectFrom('two_factor')
    .select(['secret', 'confirmedAt'])
    .where('userID', '=', userID)
    .executeTakeFirst();
  return row && { secret: row.secret, isOn: row.confirmedAt !== null };
}

/** Replaces a second factor that was begun but never confirmed. False when the user already has a confirmed one. */
export async function beginTwoFactor(
  db: Db,
  { userID, secret, now }: { userID: string; secret: string; now: string },
): Promise<boolean> {
  const row = await db
    .insertInto('two_factor')
    .values({ userID, secret, createdAt: now, confirmedAt: null, usedStep: 0 })
    .onConflict((on) =>
      on.column('userID').doUpdateSet({ secret, createdAt: now }).where('two_factor.confirmedAt', 'is', null),
    )
    .returning('userID')
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns a second factor on. False when it is already on. */
export async function confirmTwoFactor(
  db: Db,
  { userID, step, now }: { userID: string; step: number; now: string },
): Promise<boolean> {
  const rows = await db
    .updateTable('two_factor')
    .set({ confirmedAt: now, usedStep: step })
    .where('userID', '=', userID)
    .where('confirmedAt', 'is', null)
    .returning('userID')
    .execute();
  return rows.length > 0;
}

/** Marks the code of a time step as used. False when this code or a later one was used before. */
export async function takeStep(db: Db, userID: string, step: number): Promise<boolean> {
  const rows = await db
    .updateTable('two_factor')
    .set({ usedStep: step })
    .where('userID', '=', userID)
    .where('usedStep', '<', step)
    .returning('userID')
    .execute();
  return rows.length > 0;
}

export async function deleteTwoFactor(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('two_factor').where('userID', '=', userID).execute();
}

/** Replaces all recovery codes. */
export async function putRecoveryCodes(db: Db, userID: string, digests: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('userID', '=', userID).execute();
  await db
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ userID, digest })))
    .execute();
}

/** Uses a recovery code, which works only once. False when there is no such code. */
export async function takeRecoveryCode(db: Db, userID: string, digest: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('recovery_code')
    .where('userID', '=', userID)
    .where('digest', '=', digest)
    .returning('digest')
    .execute();
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Db, userID: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userID', '=', userID)
    .executeTakeFirstOrThrow();
  return row.count;
}
