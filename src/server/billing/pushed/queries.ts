import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';

/** What was told of by this key, be it void by now. */
export async function findPushed(scope: Scope, key: string): Promise<{ id: number } | undefined> {
  return (
    scope.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('sourceKey', '=', key)
      // As it stands in the index.
      .where('source', '=', sql.lit('push' as const))
      .executeTakeFirst()
  );
}
