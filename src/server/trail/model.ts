/** Types for code that writes or reads the trail. */
import type { Origin } from '#shared/trail-kinds.ts';
import type { Db } from '../platform/db/store.ts';

/** Where a change is recorded: in a campus, or in a school as a whole. */
export type Recorder = Origin & { readonly db: Db } & (
    | { readonly campusID: number }
    | { readonly campusID: null; readonly schoolID: number }
  );

/** The campus whose trail is read. */
export type Viewer = { readonly db: Db; readonly campusID: number; readonly campus: { timeZone: string } };
