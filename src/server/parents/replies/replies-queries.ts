import type { Scope } from '../../auth/scope.ts';

/** Counts the automatic answers to this number since an instant. */
export async function countAnswers(scope: Scope, number: string, since: string): Promise<number> {
  const row = await scope.db
    .selectFrom('inbound')
    .innerJoin('broadcast', (join) =>
      join
        .onRef('broadcast.answersID', '=', 'inbound.id')
        .onRef('broadcast.campusID', '=', 'inbound.campusID'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inbound.campusID', '=', scope.campusID)
    .where('inbound.number', '=', number)
    .where('broadcast.createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return row.count;
}
