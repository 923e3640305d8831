import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * The name under which a number was last written to, else that of a bill or student who has it; '' where there is none.
 * `number`: a column of the query around it.
 */
export const lastNameOf = ({ db, campusID }: { db: Db; campusID: number }, number: string) => {
  const name = db
    .selectFrom('message')
    .select('message.name')
    .where('message.campusID', '=', campusID)
    .where('message.number', '=', sql.ref<string>(number))
    // A reply out of a chat and a message to a plain number have none.
    .where('message.name', '!=', '')
    .orderBy('message.id', 'desc')
    .limit(1);
  const known = db
    .selectFrom('number_name')
    .select('number_name.name')
    .where('number_name.campusID', '=', campusID)
    .where('number_name.number', '=', sql.ref<string>(number));
  return sql<string>`coalesce(${name}, ${known}, '')`.as('name');
};
