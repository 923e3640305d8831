/** Records who did what. The row is written in the transaction of the change, so neither exists without the other. */

import type { Entry } from '#shared/trail.ts';
import type { Origin } from '#shared/trail-kinds.ts';
import type { Db } from '../platform/db/store.ts';
import { inTransaction } from '../platform/db/store.ts';
import type { Recorder } from './model.ts';
import { takeRowChanges } from './row-changes.ts';
import { insertEntry, listSchoolsOf } from './trail-queries.ts';

/** Stores the ids as one text, `" 1 2 "`, so that a search finds a single bill. */
const asText = (bills: NonNullable<Entry['bills']>): Record<string, string> =>
  Object.fromEntries(Object.entries(bills).map(([before, ids]) => [before, ` ${ids.join(' ')} `]));

/** The caller chooses the fields. It must leave out tokens and message texts. */
export async function recordChange(recorder: Recorder, entry: Entry): Promise<void> {
  if (!recorder.db.isTransaction)
    throw new Error(`${entry.what} must be recorded in the transaction of its change`);
  const { what, at, about, changes, bills, details } = entry;
  const stored = { ...details, ...(changes ? { changes } : {}), ...(bills ? { bills: asText(bills) } : {}) };
  await insertEntry(recorder, {
    what,
    at,
    kind: about.kind,
    aboutID: String(about.id ?? ''),
    aboutName: about.name ?? '',
    groupID: about.groupID ?? null,
    details: JSON.stringify(stored),
    rowChanges: takeRowChanges(recorder),
  });
}

/** Records a change of an account in each school that it belongs to. */
export async function recordOfAccount(
  origin: Origin & { readonly db: Db },
  userID: string,
  entry: Entry,
): Promise<void> {
  for (const schoolID of await listSchoolsOf(origin.db, userID))
    await recordChange({ ...origin, campusID: null, schoolID }, entry);
}

/** Records an action that changes no other row, such as an export or a request to another server. */
export const recordAlone = (recorder: Recorder, entry: Entry): Promise<void> =>
  inTransaction(recorder, (recorder) => recordChange(recorder, entry));
