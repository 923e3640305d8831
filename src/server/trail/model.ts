/** What the trail is told of a change: who asks from where, and what was done. */
import type { TrailChanges, TrailCode, TrailDetails } from '#shared/trail.ts';
import type { AboutKind, ActorKind } from '#shared/trail-kinds.ts';
import type { Db } from '../db/store.ts';

/** `id`: of the user or the key; both empty where it is neither. */
export type Actor = { readonly kind: ActorKind; readonly id: string; readonly name: string };

/** Who asks, and from which address; null where no request asks. */
export type Origin = { readonly actor: Actor; readonly address: string | null };

export const theProgram: Origin = { actor: { kind: 'program', id: '', name: '' }, address: null };
export const theOperator: Origin = { actor: { kind: 'operator', id: '', name: '' }, address: null };

/** Where a change is recorded: in a campus, whose school is found by it, or in a school as a whole. */
export type Recorder = Origin & { readonly db: Db } & (
    | { readonly campusID: number }
    | { readonly campusID: null; readonly schoolID: number }
  );

/** `name`: as it was then, for when it is gone. `groupID`: the billing that it belongs to. */
export type About = {
  kind: AboutKind;
  id?: string | number;
  name?: string | null | undefined;
  groupID?: number | null;
};

/** One change. `at`: ISO text. `bills`: the ids of many at once, by what they were before. */
export type Entry = {
  [C in TrailCode]: {
    what: C;
    at: string;
    about: About;
    changes?: TrailChanges;
    bills?: Readonly<Record<string, readonly number[]>>;
  } & (TrailDetails<C> extends undefined ? { details?: undefined } : { details: TrailDetails<C> });
}[TrailCode];

/** Whoever looks at the trail of a campus. */
export type Viewer = { readonly db: Db; readonly campusID: number; readonly campus: { timeZone: string } };
