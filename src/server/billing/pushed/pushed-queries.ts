import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';

/** Finds the payment with this key, even if it is void. */
export async function findPushed(scope: Scope, key: string): Promise<{ id: number } | undefined> {
  return (
    scope.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('sourceKey', '=', key)
      // A literal, so that the partial index with the same condition is used.
      .where('source', '=', sql.lit('push' as const))
      .executeTakeFirst()
  );
}
