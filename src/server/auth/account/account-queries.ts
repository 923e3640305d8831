import type { Db } from '../../platform/db/store.ts';
import { digestOf } from '../auth-rules.ts';
import type { Device } from '../sign-in.ts';

type NewSession = {
  id: string;
  token: string;
  userID: string;
  now: string;
  expiresAt: string;
  device: Device;
};

/** The user's sessions, the latest first. */
export async function listSessions(db: Db, userID: string, { token, now }: { token: string; now: string }) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'token', 'createdAt', 'updatedAt', 'userAgent', 'ipAddress'])
    .where('userId', '=', userID)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt,
    usedAt: row.updatedAt,
    device: row.userAgent ?? '',
    address: row.ipAddress ?? '',
    isThis: row.token === digestOf(token),
  }));
}

/** Stores the digest of the session's token. */
export async function insertSession(
  db: Db,
  { id, token, userID, now, expiresAt, device }: NewSession,
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id,
      token: digestOf(token),
      userId: userID,
      expiresAt,
      ipAddress: device.address,
      userAgent: device.userAgent,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

/** False when the user has no such session. */
export async function endSessionByID(db: Db, userID: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', userID)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** All campuses of the user, in all schools. */
export async function listCampusIDs(db: Db, userID: string): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('campusID')
    .where('userID', '=', userID)
    .orderBy('campusID')
    .execute();
  return rows.map(({ campusID }) => campusID);
}
