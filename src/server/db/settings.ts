/** Stores the value unless one is stored; answers the stored one, the same to every process. */
import type { Db } from './store.ts';

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
