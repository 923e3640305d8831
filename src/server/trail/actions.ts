/** Records who did what: in the transaction of the change, so that there is neither without the other. */

import type { Entry } from '#shared/trail.ts';
import type { Origin } from '#shared/trail-kinds.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/store.ts';
import type { Recorder } from './model.ts';
import { insertEntry, listSchoolsOf } from './queries.ts';

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
