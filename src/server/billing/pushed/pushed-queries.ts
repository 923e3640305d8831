import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';

/** Finds the payment with this key, also when it is void. */
export async function findPushed(scope: Scope, key: string): Promise<{ id: number } | undefined> {
  return (
    scope.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('sourceKey', '=', key)
      // A literal, because the partial index has the same condition.
      .where('source', '=', sql.lit('push' as const))
      .executeTakeFirst()
  );
}
