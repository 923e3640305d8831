import type { KeyRights } from '#shared/calls/keys.ts';
import { keyRightNames } from '#shared/people/rights.ts';
import type { Scope } from '../scope.ts';

/**
 * The keys of the campus that are not revoked, the newest first. Each row also says who made the key and which rights
 * this person has now.
 */
export async function listKeyRows({ db, campusID }: Scope) {
  return db
    .selectFrom('api_key')
    .leftJoin('user', 'user.id', 'api_key.createdBy')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.userID', '=', 'api_key.createdBy')
        .onRef('membership.campusID', '=', 'api_key.campusID'),
    )
    .select(['api_key.id', 'api_key.name', 'api_key.ending', 'api_key.perMinute', 'api_key.createdAt'])
    .select(['api_key.usedAt', 'api_key.expiresAt', 'user.name as maker', 'user.disabledAt'])
    .select('membership.view as makerViews')
    .select(keyRightNames.map((right) => `api_key.${right}` as const))
    .where('api_key.campusID', '=', campusID)
    .where('api_key.revokedAt', 'is', null)
    .orderBy('api_key.createdAt', 'desc')
    .orderBy('api_key.id')
    .execute();
}
export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number];

export async function countKeys({ db, campusID }: Scope): Promise<number> {
  const row = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campusID', '=', campusID)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export type NewKey = {
  id: string;
  name: string;
  digest: string;
  ending: string;
  rights: KeyRights;
  perMinute: number;
  createdAt: string;
  expiresAt: string | null;
};

export async function insertKey({ db, campusID, userID }: Scope, { rights, ...key }: NewKey): Promise<void> {
  const held = Object.fromEntries(keyRightNames.map((right) => [right, rights[right] ? 1 : 0])) as Record<
    keyof KeyRights,
    number
  >;
  await db
    .insertInto('api_key')
    .values({ ...key, ...held, campusID, createdBy: userID })
    .execute();
}

/** Returns the name of the key. Undefined when the campus has no such key or when it is already revoked. */
export async function setRevoked(
  { db, campusID, userID }: Scope,
  id: string,
  now: string,
): Promise<string | undefined> {
  const revoked = await db
    .updateTable('api_key')
    .set({ revokedAt: now, revokedBy: userID })
    .where('campusID', '=', campusID)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return revoked?.name;
}
