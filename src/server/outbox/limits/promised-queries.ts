import type { Scope } from '../../auth/scope.ts';

/**
 * Returns, for each number (E.164), the day by which its family has promised to pay. It reads only promises that are
 * open on the given day.
 */
export async function mapPromised(scope: Scope, today: string): Promise<Map<string, string>> {
  const rows = await scope.db
    .selectFrom('promise')
    .select(['numbers', 'day'])
    .where('campusID', '=', scope.campusID)
    .where('endedAt', 'is', null)
    .where('day', '>=', today)
    .orderBy('day')
    .orderBy('id')
    .execute();
  return new Map(
    rows.flatMap(({ numbers, day }) => numbers.split(' ').map((number) => [number, day] as const)),
  );
}
