import { handedOver } from '#shared/messages/message-states.ts';
import type { Scope } from '../../auth/scope.ts';

/** Lists the bills in messages to this number since an instant, in the stored form: ` 12 13 `. */
export async function listMessagedBillsOf(scope: Scope, number: string, since: string): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('message')
    .select('billIDs')
    .distinct()
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('billIDs', '<>', '')
    .where('status', 'in', [...handedOver, 'unknown'])
    .where('acceptedAt', '>=', since)
    .execute();
  return rows.map(({ billIDs }) => billIDs);
}
