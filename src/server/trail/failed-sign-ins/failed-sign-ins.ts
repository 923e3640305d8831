/**
 * Counts failed sign-ins by minute and records them when the minute is over. A row of the trail is never changed, so
 * the final count must be known first.
 */

import { theProgram } from '#shared/trail-kinds.ts';
import { lockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { recordChange } from '../trail.ts';
import { listSchoolsOf } from '../trail-queries.ts';
import { countFailedSignIn, hasFailedSignIns, takeFailedSignIns } from './failed-sign-ins-queries.ts';

const minuteOf = (at: string): string => at.slice(0, 16);

/** A user name that does not exist is not stored, because it may be a password. */
export async function countFailure(
  db: Db,
  { userID = '', address, at }: { userID: string | undefined; address: string; at: string },
): Promise<void> {
  await countFailedSignIn(db, { userID, address, minute: minuteOf(at) });
}

const biller = /^biller of campus (\d+)$/;

/** A wrong name or password of a biller. It has no user, so the campus stands in its place. */
export async function countFailureOfBiller(
  db: Db,
  { campusID, address, at }: { campusID: number; address: string; at: string },
): Promise<void> {
  await countFailedSignIn(db, { userID: `biller of campus ${campusID}`, address, minute: minuteOf(at) });
}

async function recordFailures(db: Db, before: string): Promise<number> {
  const failed = await takeFailedSignIns(db, before);
  for (const { userID, address, minute, tries, name } of failed) {
    const [, campusID] = biller.exec(userID) ?? [];
    if (campusID !== undefined)
      await recordChange(
        { ...theProgram, address, db, campusID: Number(campusID) },
        {
          ...{ what: 'billerSignInFailed', at: `${minute}:00.000Z` },
          ...{ about: { kind: 'school' }, details: { tries } },
        },
      );
    for (const schoolID of await listSchoolsOf(db, userID)) {
      const recorder = { ...theProgram, address, db, campusID: null, schoolID };
      const at = `${minute}:00.000Z`;
      const about =
        userID === '' ? { kind: 'school' as const } : { kind: 'person' as const, id: userID, name };
      const what = userID === '' ? ('unknownSignIns' as const) : ('signInFailed' as const);
      await recordChange(recorder, { what, at, about, details: { tries } });
    }
  }
  return failed.length;
}

/** Records the failed sign-ins of past minutes and returns their number. */
export async function recordFailedSignIns(db: Db, now: Date): Promise<number> {
  const before = minuteOf(now.toISOString());
  if (!(await hasFailedSignIns(db, before))) return 0;
  return inTransaction({ db }, async ({ db }) => {
    await lockName(db, 'failed sign-ins');
    return recordFailures(db, before);
  });
}
