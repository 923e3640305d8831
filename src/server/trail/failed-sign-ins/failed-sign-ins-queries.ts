import type { Db } from '../../platform/db/store.ts';

export type FailedSignIn = { userID: string; address: string; minute: string };

/** Adds one to the count, in one statement. */
export async function countFailedSignIn(db: Db, failed: FailedSignIn): Promise<void> {
  await db
    .insertInto('failed_sign_in')
    .values({ ...failed, tries: 1 })
    .onConflict((on) =>
      on
        .columns(['userID', 'address', 'minute'])
        .doUpdateSet((eb) => ({ tries: eb('failed_sign_in.tries', '+', 1) })),
    )
    .execute();
}

const atOnce = 500;

/** Returns whether there are failed sign-ins of past minutes. */
export async function hasFailedSignIns(db: Db, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('failed_sign_in')
    .select('minute')
    .where('minute', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the failed sign-ins of past minutes and returns them with the user names. */
export async function takeFailedSignIns(db: Db, before: string) {
  const rows = await db
    .selectFrom('failed_sign_in')
    .leftJoin('user', 'user.id', 'failed_sign_in.userID')
    .select(['failed_sign_in.userID', 'address', 'minute', 'tries', 'user.name'])
    .where('minute', '<', before)
    .orderBy('minute')
    .orderBy('failed_sign_in.userID')
    .orderBy('address')
    .limit(atOnce)
    .execute();
  for (const { userID, address, minute } of rows)
    await db
      .deleteFrom('failed_sign_in')
      .where('userID', '=', userID)
      .where('address', '=', address)
      .where('minute', '=', minute)
      .execute();
  return rows;
}
