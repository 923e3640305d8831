import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';

/** Finds the payment with one of these keys, even if it is void. */
export async function findPushed(scope: Scope, keys: readonly string[]): Promise<{ id: number } | undefined> {
  return (
    scope.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('sourceKey', 'in', keys)
      // A literal, so that the partial index with the same condition is used.
      .where('source', '=', sql.lit('push' as const))
      .limit(1)
      .executeTakeFirst()
  );
}
