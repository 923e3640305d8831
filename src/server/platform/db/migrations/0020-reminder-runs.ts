/** A broadcast names the template whose reminder rule made it, so that the page of reminders can say what a run brought. */
import type { Engine } from '../store.ts';

export const name = '0020-reminder-runs';

export const statements = (engine: Engine): string[] => [
  `alter table broadcast add column "reminderOf" ${engine === 'sqlite' ? 'integer' : 'bigint'}`,
  'create index "broadcast_reminderOf" on broadcast ("campusID", "reminderOf", id) where "reminderOf" is not null',
  'create index "reminder_broadcastID" on reminder ("campusID", "broadcastID") where "broadcastID" is not null',
];
