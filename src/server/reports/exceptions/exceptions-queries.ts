import type { Scope } from '../../auth/scope.ts';
import { idList, insertMany } from '../../platform/db/long-lists.ts';

/** Instants: from `since` on, before `until`. */
type Choice = { codes: readonly string[]; since: string; until: string; take: number };

/** Lists the entries of the trail with these codes, newest first. */
export async function listEntries(scope: Scope, { codes, since, until, take }: Choice) {
  return scope.db
    .selectFrom('trail')
    .leftJoin('user', 'user.id', 'trail.actorID')
    .leftJoin('exception_seen', (join) =>
      join
        .onRef('exception_seen.entryID', '=', 'trail.id')
        .on('exception_seen.campusID', '=', scope.campusID),
    )
    .leftJoin('user as seer', 'seer.id', 'exception_seen.seenBy')
    .select(['trail.id', 'trail.at', 'trail.actorID', 'trail.actorName', 'user.name as userName'])
    .select(['trail.what', 'trail.kind', 'trail.aboutID', 'trail.aboutName', 'trail.details'])
    .select(['exception_seen.seenAt', 'seer.name as seenBy'])
    .where('trail.campusID', '=', scope.campusID)
    .where('trail.what', 'in', codes)
    .where('trail.at', '>=', since)
    .where('trail.at', '<', until)
    .orderBy('trail.at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(take)
    .execute();
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** Lists those of these entries that belong to the campus. `entryID` is null if nobody has seen the entry. */
export async function listSeen(
  scope: Scope,
  { ids, codes }: { ids: readonly number[]; codes: readonly string[] },
): Promise<{ id: number; entryID: number | null }[]> {
  return scope.db
    .selectFrom('trail')
    .leftJoin('exception_seen', (join) =>
      join
        .onRef('exception_seen.entryID', '=', 'trail.id')
        .on('exception_seen.campusID', '=', scope.campusID),
    )
    .select(['trail.id', 'exception_seen.entryID'])
    .where('trail.campusID', '=', scope.campusID)
    .where('trail.id', 'in', idList(scope.db, ids))
    .where('trail.what', 'in', codes)
    .execute();
}

export async function insertSeen(
  scope: Scope,
  ids: readonly number[],
  { seenAt, seenBy }: { seenAt: string; seenBy: string },
): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'exception_seen',
    ids.map((entryID) => ({ campusID, entryID, seenAt, seenBy })),
  );
}
