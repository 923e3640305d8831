/** Records who did what: in the transaction of the change, so that there is neither without the other. */
import { lockName } from '../db/advisory-lock.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Entry, type Origin, type Recorder, theProgram } from './model.ts';
import {
  countFailedSignIn,
  findUserID,
  hasFailedSignIns,
  insertEntry,
  listSchoolsOf,
  takeFailedSignIns,
} from './queries.ts';

/** The ids as one text, `" 1 2 "`: so a bill is found among them. */
const asText = (bills: NonNullable<Entry['bills']>): Record<string, string> =>
  Object.fromEntries(Object.entries(bills).map(([before, ids]) => [before, ` ${ids.join(' ')} `]));

/** Holds no token and no text of a message: whoever calls it names the fields that it tells. */
export async function recordChange(recorder: Recorder, entry: Entry): Promise<void> {
  if (!recorder.db.isTransaction) throw new Error(`${entry.what} is to be recorded where it is done`);
  const { what, at, about, changes, bills, details } = entry;
  const told = { ...details, ...(changes ? { changes } : {}), ...(bills ? { bills: asText(bills) } : {}) };
  await insertEntry(recorder, {
    what,
    at,
    kind: about.kind,
    aboutID: String(about.id ?? ''),
    aboutName: about.name ?? '',
    groupID: about.groupID ?? null,
    details: JSON.stringify(told),
  });
}

/** The same of an account, in each school that it is of. */
export async function recordOfAccount(
  origin: Origin & { readonly db: Db },
  userID: string,
  entry: Entry,
): Promise<void> {
  for (const schoolID of await listSchoolsOf(origin.db, userID))
    await recordChange({ ...origin, campusID: null, schoolID }, entry);
}

/** The same where nothing else is written: what was handed out, or asked of somebody else. */
export const recordAlone = (recorder: Recorder, entry: Entry): Promise<void> =>
  inTransaction(recorder, (recorder) => recordChange(recorder, entry));

const minuteOf = (at: string): string => at.slice(0, 16);

/** Counted by the minute; recorded once it is over. The name that was typed is not kept: it may be a password. */
export async function countFailure(
  db: Db,
  { userName, address, at }: { userName: string; address: string; at: string },
): Promise<void> {
  const userID = await findUserID(db, userName);
  await countFailedSignIn(db, { userID, address, minute: minuteOf(at) });
}

async function recordFailures(db: Db, before: string): Promise<number> {
  const failed = await takeFailedSignIns(db, before);
  for (const { userID, address, minute, tries, name } of failed) {
    for (const schoolID of await listSchoolsOf(db, userID)) {
      const recorder = { ...theProgram, address, db, campusID: null, schoolID };
      const at = `${minute}:00.000Z`;
      const about = userID === '' ? { kind: 'school' as const } : { kind: 'person' as const, id: userID, name };
      const what = userID === '' ? ('unknownSignIns' as const) : ('signInFailed' as const);
      await recordChange(recorder, { what, at, about, details: { tries } });
    }
  }
  return failed.length;
}

/** Records the sign-ins that failed in the minutes that are over; answers of how many users and addresses. */
export async function recordFailedSignIns(db: Db, now: Date): Promise<number> {
  const before = minuteOf(now.toISOString());
  if (!(await hasFailedSignIns(db, before))) return 0;
  return inTransaction({ db }, async ({ db }) => {
    await lockName(db, 'failed sign-ins');
    return recordFailures(db, before);
  });
}
