/**
 * Checks inside the transaction that the caller is still an administrator. Somebody who has just lost the right can
 * then change nothing more.
 */
import { Failure } from '#shared/failures.ts';
import type { Origin } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/store.ts';
import { inTransaction } from '../platform/db/store.ts';
import { findProof, lockSchool } from './auth-queries.ts';
import { originOf, type Proof } from './scope.ts';

export type Administrator = Origin & {
  readonly db: Db;
  readonly userID: string;
  readonly schoolID: number;
  /** The campuses that this person administers. There is at least one. */
  readonly campusIDs: readonly number[];
};

function administratorOf(db: Db, proof: Proof): Administrator {
  const { userID, schoolID } = proof;
  const campusIDs = proof.campuses.filter(({ rights }) => rights.admin).map(({ id }) => id);
  if (campusIDs.length === 0) throw new Failure('forbidden', failureWords.forbidden);
  return { db, userID, schoolID, campusIDs, ...originOf(proof) };
}

/** Only for reads: the rights are those that the door has checked, and they are not checked again. */
export const administratorForReading = ({ store }: Pick<Deps, 'store'>, proof: Proof): Administrator =>
  administratorOf(store.db, proof);

/**
 * Runs a change of people, rights or campuses. The changes of one school run one after the other. Each change checks
 * again that the caller is an administrator.
 */
export function changeAs<T>(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { token, schoolID, address }: Proof,
  work: (administrator: Administrator, proof: Proof) => Promise<T>,
): Promise<T> {
  return inTransaction({ db: store.db }, async ({ db }) => {
    await lockSchool(db, schoolID);
    const proof = await findProof(db, token, now().toISOString());
    if (proof?.schoolID !== schoolID) throw new Failure('signedOut', failureWords.signedOut);
    return work(administratorOf(db, { ...proof, address }), { ...proof, address });
  });
}

/** A campus of another school gets the same answer as a campus that does not exist. */
export function needOwnCampuses(administrator: Administrator, campusIDs: readonly number[]): void {
  if (!campusIDs.every((id) => administrator.campusIDs.includes(id)))
    throw new Failure('notFound', failureWords.notFound);
}
