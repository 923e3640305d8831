import type { Db } from './store.ts';

/** Returns the stored value. Undefined if there is none. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores the value. It replaces an earlier value. */
export async function putSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores the value if there is none. Returns the stored value, so that all processes get the same one. */
export async function setSettingOnce(db: Db, name: string, value: string): Promise<string> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    // `do nothing` followed by a read is not enough: another process may remove the row in between.
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Removes the setting. False if it did not exist. If two processes remove it, only one gets true. */
export async function removeSetting(db: Db, name: string, value: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('setting')
    .where('name', '=', name)
    .where('value', '=', value)
    .returning('name')
    .execute();
  return rows.length > 0;
}
