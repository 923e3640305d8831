/** The tables of the trail. Only this folder writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { AboutKind, ActorKind } from '#shared/trail-kinds.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

export type TrailTable = {
  id: Generated<number>;
  schoolID: number;
  /** Null for an entry about the whole school or about an account, which may belong to several campuses. */
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
  /** The details of the code as JSON. */
  details: string;
  /** The changes of money rows in the same transaction, as JSON; see row-changes-rules.ts. */
  rowChanges: Text;
  /** The row's place in the school's chain and its seal; both null until it is sealed. */
  place: Whole;
  hash: Text;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** Triggers make it append-only. They allow only one change: to seal a row that has no seal. */
    trail: TrailTable;
    /** For each school's chain: the number of sealed rows and the last seal. */
    trail_head: { schoolID: number; count: number; hash: string };
    /** Failed sign-ins by the minute, until they are recorded. `userID` is empty for an unknown user name. */
    failed_sign_in: { userID: string; address: string; minute: string; tries: number };
  }
}
