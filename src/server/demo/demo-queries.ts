import { sql } from 'kysely';
import { handedOver } from '#shared/messages/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { lastNameOf } from '../chat/chat-queries.ts';
import { digitsIn } from '../chat/chat-rules.ts';
import { contains } from '../platform/db/search.ts';

/** Messages that reached phones. With a search text, all messages of the phones that match it. */
function reached(scope: Scope, search: string) {
  const all = scope.db
    .selectFrom('message')
    .where('message.campusID', '=', scope.campusID)
    .where('message.status', 'in', handedOver);
  if (search === '') return all;
  const found = all
    .select('message.number')
    .where((eb) =>
      eb.or([
        contains(scope.db, eb.ref('message.name'), search),
        contains(scope.db, eb.ref('message.number'), digitsIn(search) || search),
      ]),
    );
  return all.where('message.number', 'in', found);
}

/** The latest message of each phone, and the time at which its owner last wrote. */
function latestOfEach(scope: Scope, search: string) {
  const latest = reached(scope, search)
    .select((eb) => ['message.number', eb.fn.max('message.id').as('id')])
    .select((eb) => eb.fn.countAll<number>().as('messages'))
    .groupBy('message.number')
    .as('latest');
  const written = scope.db
    .selectFrom('inbound')
    .select((eb) => ['inbound.number', eb.fn.max('inbound.id').as('id')])
    .where('inbound.campusID', '=', scope.campusID)
    .where('inbound.isOurs', '=', 0)
    .groupBy('inbound.number')
    .as('written');
  return scope.db
    .selectFrom(latest)
    .innerJoin('message', 'message.id', 'latest.id')
    .leftJoin(written, 'written.number', 'latest.number')
    .leftJoin('inbound', 'inbound.id', 'written.id')
    .select(['latest.id', 'latest.number', 'latest.messages', 'message.text', 'message.updatedAt'])
    .select(['inbound.text as wrote', 'inbound.at as wroteAt'])
    .select((eb) => eb.fn.coalesce('message.acceptedAt', 'message.createdAt').as('sentAt'))
    .where('message.campusID', '=', scope.campusID);
}

/**
 * The phones that received messages, with the last known name. The phone with the latest message in either direction
 * comes first.
 */
export async function listPhones(scope: Scope, search: string, take: number) {
  const rows = await scope.db
    .selectFrom(latestOfEach(scope, search).as('phone'))
    .select(['number', 'messages', 'text', 'updatedAt', 'wrote', 'wroteAt', 'sentAt'])
    .select(lastNameOf(scope, 'phone.number'))
    .orderBy(
      (eb) =>
        eb.case().when('wroteAt', '>', eb.ref('sentAt')).then(eb.ref('wroteAt')).else(eb.ref('sentAt')).end(),
      'desc',
    )
    .orderBy('id', 'desc')
    .limit(take)
    .execute();
  return rows.map(({ number, name, messages, text, updatedAt, wrote, wroteAt, sentAt }) => {
    const isAnswered = wroteAt !== null && wroteAt > sentAt;
    return {
      number,
      name,
      messages,
      text: (isAnswered && wrote) || text,
      at: isAnswered ? wroteAt : updatedAt,
    };
  });
}

export async function countPhones(scope: Scope, search: string): Promise<number> {
  const row = await reached(scope, search)
    .select(sql<number>`count(distinct number)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
