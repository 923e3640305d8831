/** The tables of the trail, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { AboutKind, ActorKind } from '#shared/trail-kinds.ts';
import type { Text, Whole } from '../db/tables.ts';

export type TrailTable = {
  id: Generated<number>;
  schoolID: number;
  /** Null: of the school as a whole, or of an account, which may be of several campuses. */
  campusID: Whole;
  at: string;
  actor: ActorKind;
  actorID: string;
  actorName: string;
  address: Text;
  /** A code of shared/trail.ts. */
  what: string;
  kind: AboutKind;
  aboutID: string;
  aboutName: string;
  groupID: Whole;
  /** JSON of what the code speaks of. */
  details: string;
  /** Its place in the chain of the school, and its seal; both null until it is sealed. */
  place: Whole;
  hash: Text;
};

declare module '../db/tables.ts' {
  interface Tables {
    /** Append-only by triggers. The one change that they let pass is the seal of a row that has none. */
    trail: TrailTable;
    /** Of each school's chain how many rows are sealed, and the last seal. */
    trail_head: { schoolID: number; count: number; hash: string };
    /** Sign-ins that failed, by the minute, until they are recorded; `userID` empty: nobody's name. */
    failed_sign_in: { userID: string; address: string; minute: string; tries: number };
  }
}
