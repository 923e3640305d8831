import { sql } from 'kysely';
import type { Campus, Scope } from '../../auth/scope.ts';
import { gather, partsOf, textList, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';

type ParentLink = { number: string; token: string };

/** Returns the links of those of these numbers that have one. */
export async function listLinks(scope: Scope, numbers: readonly string[]): Promise<ParentLink[]> {
  return gather(partsOf(numbers), (part) =>
    scope.db
      .selectFrom('parent_link')
      .select(['number', 'token'])
      .where('campusID', '=', scope.campusID)
      .where('number', 'in', textList(scope.db, part))
      .execute(),
  );
}

/** Stores links. A number that already got a link in the meantime keeps that link. */
export async function insertLinks(
  scope: Scope,
  links: readonly ParentLink[],
  createdAt: string,
): Promise<void> {
  const columns = { campusID: 'bigint', number: 'text', token: 'text', createdAt: 'text' } as const;
  for await (const part of partsOf(links)) {
    const rows = part.map((link) => ({ ...link, campusID: scope.campusID, createdAt }));
    // `where true` is needed, because otherwise the parser reads `on conflict` as a part of the select.
    await sql`with ${valueRows(scope.db, 'made', { columns, rows })}
      insert into parent_link ("campusID", number, token, "createdAt")
      select "campusID", number, token, "createdAt" from made where true
      on conflict ("campusID", number) do nothing`.execute(scope.db);
  }
}

/** Deletes the link of a number. Returns whether the number had one. */
export async function deleteLink(scope: Scope, number: string): Promise<boolean> {
  const { numDeletedRows } = await scope.db
    .deleteFrom('parent_link')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the number of this link in this campus. */
export async function findLinkedNumber(scope: Scope, token: string): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('parent_link')
    .select('number')
    .where('campusID', '=', scope.campusID)
    .where('token', '=', token)
    .executeTakeFirst();
  return row?.number;
}

export type LinkedFamily = {
  number: string;
  school: string;
  campus: Campus;
};

/** Returns the family of a link. Undefined when the link is unknown or the school is suspended. */
export async function findLinked(db: Db, token: string): Promise<LinkedFamily | undefined> {
  const row = await db
    .selectFrom('parent_link')
    .innerJoin('campus', 'campus.id', 'parent_link.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['parent_link.number', 'campus.id', 'campus.name', 'campus.country', 'campus.timeZone'])
    .select(['campus.graceDays', 'campus.sundayDays', 'campus.closedUntil', 'school.name as school'])
    .where('parent_link.token', '=', token)
    .where('school.suspendedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { number, school, ...campus } = row;
  return { number, school, campus };
}
