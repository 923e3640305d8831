import type { Db } from './store.ts';

/** The stored value; undefined where there is none. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores the value in place of the one before. */
export async function putSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores the value unless one is stored; answers the stored one, the same to every process. */
export async function setSettingOnce(db: Db, name: string, value: string): Promise<string> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    // Not `do nothing` and a look afterwards: in between another process may have taken it.
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Removes the setting; false when it was not there, so that only one of two at once goes on. */
export async function removeSetting(db: Db, name: string, value: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('setting')
    .where('name', '=', name)
    .where('value', '=', value)
    .returning('name')
    .execute();
  return rows.length > 0;
}
