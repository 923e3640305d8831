import type { Db } from './store.ts';

type Campus = { db: Db; campusID: number };

export const runsOf = ({ db, campusID }: Campus) =>
  db.selectFrom('broadcast').select('id').where('campusID', '=', campusID);

/** The runs of a campus that have not come to their end: only they have messages that wait or are being sent. */
export const openRuns = (campus: Campus) => runsOf(campus).where('state', 'in', ['running', 'paused']);
