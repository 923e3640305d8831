/** In whose trail a change is recorded, and who looks at one. */
import type { Origin } from '#shared/trail-kinds.ts';
import type { Db } from '../db/store.ts';

/** Where a change is recorded: in a campus, whose school is found by it, or in a school as a whole. */
export type Recorder = Origin & { readonly db: Db } & (
    | { readonly campusID: number }
    | { readonly campusID: null; readonly schoolID: number }
  );

/** Whoever looks at the trail of a campus. */
export type Viewer = { readonly db: Db; readonly campusID: number; readonly campus: { timeZone: string } };
