/** Records changes that people make to their own accounts in the audit log, in the transaction of the change. */

import type { Entry } from '#shared/trail.ts';
import type { Db } from '../platform/db/store.ts';
import { recordOfAccount } from '../trail/trail.ts';
import { originOf, type Proof } from './scope.ts';

/** The entries that have only a code and no details. */
type Plain = Extract<Entry, { details?: undefined }>['what'];

const aboutSelf = ({ userID, name }: Proof) => ({ kind: 'person' as const, id: userID, name });

export const recordOwn = (db: Db, proof: Proof, { what, at }: { what: Plain; at: string }): Promise<void> =>
  recordOfAccount({ ...originOf(proof), db }, proof.userID, { what, at, about: aboutSelf(proof) } as Entry);

export const recordEndedSessions = (
  db: Db,
  proof: Proof,
  { ended, at }: { ended: number; at: string },
): Promise<void> =>
  recordOfAccount({ ...originOf(proof), db }, proof.userID, {
    what: 'sessionsEnded',
    at,
    about: aboutSelf(proof),
    details: { ended },
  });
