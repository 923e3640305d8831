/** Creates scopes. No other file creates them. */
import { Failure } from '#shared/failures.ts';
import type { DueRules } from '#shared/money/payable.ts';
import { allRights, has, type Needed, type Rights } from '#shared/people/rights.ts';
import { type Origin, theProgram } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../platform/db/store.ts';

declare const proven: unique symbol;

/** `closedUntil`: the last day of the closed books. */
export type Campus = {
  id: number;
  name: string;
  country: string;
  timeZone: string;
  closedUntil: string | null;
} & DueRules;
/** The currency sign before amounts, and the address of the logo. */
export type Looks = { currency: string; logo: string | null };
type CampusWithRights = Campus & Looks & { rights: Rights };

/**
 * The authenticated caller: the user, the school, and the campuses the user may open. For an API key: the person who
 * made it, and its one campus.
 */
export type Proof = {
  token: string;
  userID: string;
  userName: string;
  name: string;
  /** The caller's address; null until the door has set it. */
  address: string | null;
  schoolID: number;
  slug: string;
  /** The school's rate limit in calls per minute; null: none. */
  callsAMinute: number | null;
  /**
   * `expiresAt`: when an unused session ends. `endsAt`: when the session ends even if it is used. A key has no
   * session.
   */
  session?: { expiresAt: string; endsAt: string };
  /** Set when the request comes from an API key and not from a person. */
  key?: { id: string; perMinute: number; usedAt: string | null };
  campuses: CampusWithRights[];
};

/** The caller in the form that the audit log stores. */
export const originOf = ({
  userID,
  name,
  address,
  key,
}: Pick<Proof, 'userID' | 'name' | 'address' | 'key'>): Origin => ({
  actor: key ? { kind: 'key', id: key.id, name } : { kind: 'user', id: userID, name },
  address,
});

/** One campus, and what the caller may do there. It is the first argument of queries, which read only this campus. */
export type Scope = Origin & {
  readonly db: Db;
  readonly campusID: number;
  readonly campus: Campus;
  /** For an API key: the user who made it. */
  readonly userID: string;
  readonly rights: Rights;
  readonly [proven]: true;
};

const mint = (scope: Omit<Scope, typeof proven>): Scope => scope as Scope;

/**
 * The scope of the campus in the request. Throws `notFound` when the campus does not exist or the caller has no
 * access to it. Throws `forbidden` when the caller lacks the right there.
 */
export function scopeOf(db: Db, proof: Proof, requested: { campusID: number; needed: Needed }): Scope {
  const campus = proof.campuses.find(({ id }) => id === requested.campusID);
  if (!campus) throw new Failure('notFound', failureWords.notFound);
  if (!has(campus.rights, requested.needed)) throw new Failure('forbidden', failureWords.forbidden);
  const { userID } = proof;
  return mint({
    db,
    campusID: campus.id,
    campus,
    userID,
    rights: campus.rights,
    ...originOf(proof),
  });
}

const originOfRow = (userID: string): Origin =>
  userID === '' ? theProgram : originOf({ userID, name: '', address: null });

/**
 * For work without a request: set-up, workers, webhooks. The campus comes from a stored row. `by` is a user's id or
 * another origin; an empty id stands for the program itself.
 */
export function scopeOfRow(db: Db, campus: Campus, by: string | Origin): Scope {
  const userID = typeof by === 'string' ? by : '';
  const origin = typeof by === 'string' ? originOfRow(by) : by;
  return mint({ db, campusID: campus.id, campus, userID, rights: allRights, ...origin });
}
