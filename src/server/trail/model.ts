/** Types for writers and readers of the trail. */
import type { Origin } from '#shared/trail-kinds.ts';
import type { Db } from '../platform/db/store.ts';

/** Where a change is recorded: in a campus, which determines the school, or in a school as a whole. */
export type Recorder = Origin & { readonly db: Db } & (
    | { readonly campusID: number }
    | { readonly campusID: null; readonly schoolID: number }
  );

/** A reader of a campus's trail. */
export type Viewer = { readonly db: Db; readonly campusID: number; readonly campus: { timeZone: string } };
