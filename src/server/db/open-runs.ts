import type { Db } from './store.ts';

/** The runs of a campus that have not come to their end: only they have messages that wait or are being sent. */
export const openRuns = ({ db, campusID }: { db: Db; campusID: number }) =>
  db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', campusID)
    .where('state', 'in', ['running', 'paused']);
