/** Who is asking, proven once. The only place where a Scope is made. */
import { Failure } from '#shared/failures.ts';
import type { DueRules } from '#shared/payable.ts';
import { allRights, has, type Needed, type Rights } from '#shared/rights.ts';
import { type Origin, theProgram } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../db/store.ts';

declare const proven: unique symbol;

export type Campus = { id: number; name: string; country: string; timeZone: string } & DueRules;
/** How the campus shows itself: the sign before its amounts, and the address of its logo. */
export type Looks = { currency: string; logo: string | null };
export type CampusWithRights = Campus & Looks & { rights: Rights };

/** Who asks, looked up: the user, the school, and the campuses he may enter. Of a key its maker, and its one campus. */
export type Proof = {
  token: string;
  userID: string;
  userName: string;
  name: string;
  /** Where he asks from; null until the door has seen it. */
  address: string | null;
  schoolID: number;
  slug: string;
  /** How many calls its school may make in a minute; null: as many as it likes. */
  callsAMinute: number | null;
  /** When the session ends: unused, and however much it is used. A key has none. */
  session?: { expiresAt: string; endsAt: string };
  /** The API key that asks in place of a person. */
  key?: { id: string; perMinute: number; usedAt: string | null };
  campuses: CampusWithRights[];
};

/** As the trail tells of who asks. */
export const originOf = ({
  userID,
  name,
  address,
  key,
}: Pick<Proof, 'userID' | 'name' | 'address' | 'key'>): Origin => ({
  actor: key ? { kind: 'key', id: key.id, name } : { kind: 'user', id: userID, name },
  address,
});

/** One campus, and what the one who asks may do there. Every query takes it first and names its campus. */
export type Scope = Origin & {
  readonly db: Db;
  readonly campusID: number;
  readonly campus: Campus;
  /** Where a key asks, its maker. */
  readonly userID: string;
  readonly rights: Rights;
  readonly [proven]: true;
};

const mint = (scope: Omit<Scope, typeof proven>): Scope => scope as Scope;

/**
 * The scope of a campus that the request asked for. A campus of others answers as one that does not exist; a
 * campus of his own without the right answers `forbidden`.
 */
export function scopeOf(db: Db, proof: Proof, asked: { campusID: number; needed: Needed }): Scope {
  const campus = proof.campuses.find(({ id }) => id === asked.campusID);
  if (!campus) throw new Failure('notFound', failureWords.notFound);
  if (!has(campus.rights, asked.needed)) throw new Failure('forbidden', failureWords.forbidden);
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
 * For work that no request asked for: set-up, workers, webhooks. The campus comes from a stored row. `by`: a user's id,
 * or whoever else had it done; an empty id is the program itself.
 */
export function scopeOfRow(db: Db, campus: Campus, by: string | Origin): Scope {
  const userID = typeof by === 'string' ? by : '';
  const origin = typeof by === 'string' ? originOfRow(by) : by;
  return mint({ db, campusID: campus.id, campus, userID, rights: allRights, ...origin });
}
