import type { Db } from './store.ts';

/** The stored value; undefined without one. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores the value and replaces an earlier one. */
export async function putSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores the value unless one exists. Returns the stored one, which is the same for all processes. */
export async function setSettingOnce(db: Db, name: string, value: string): Promise<string> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    // Not `do nothing` with a read afterwards: another process may remove the row in between.
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Removes the setting. False when it was not there, so that of two processes only one goes on. */
export async function removeSetting(db: Db, name: string, value: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('setting')
    .where('name', '=', name)
    .where('value', '=', value)
    .returning('name')
    .execute();
  return rows.length > 0;
}
