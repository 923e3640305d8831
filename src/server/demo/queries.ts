import { sql } from 'kysely';
import { handedOver } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { digitsIn } from '../chat/rules.ts';
import { contains } from '../db/search.ts';

const reached = (scope: Scope, search: string) =>
  scope.db
    .selectFrom('message')
    .where('campusID', '=', scope.campusID)
    .where('status', 'in', handedOver)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          contains(scope.db, eb.ref('name'), search),
          contains(scope.db, eb.ref('number'), digitsIn(search) || search),
        ]),
      ),
    );

/** The phones that were written to, the latest first. */
export async function listPhones(scope: Scope, search: string, take: number) {
  const latest = reached(scope, search)
    .select((eb) => ['number', eb.fn.max('id').as('id'), eb.fn.countAll<number>().as('messages')])
    .groupBy('number')
    .orderBy('id', 'desc')
    .limit(take)
    .as('latest');
  return scope.db
    .selectFrom(latest)
    .innerJoin('message', 'message.id', 'latest.id')
    .select(['latest.number', 'latest.messages', 'message.name', 'message.text', 'message.updatedAt as at'])
    .where('message.campusID', '=', scope.campusID)
    .orderBy('latest.id', 'desc')
    .execute();
}

export async function countPhones(scope: Scope, search: string): Promise<number> {
  const row = await reached(scope, search)
    .select(sql<number>`count(distinct number)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
