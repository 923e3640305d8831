/**
 * Adds the suspension, removal and limits of schools, and the number of messages that each school queued on a day.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0029-schools';

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (_key, int) => [
    `alter table school add column "suspendedAt" text`,
    `alter table school add column "removeAt" text`,
    `alter table school add column "messagesADay" ${int}`,
    `alter table school add column "filesLimit" ${int}`,
    `alter table school add column "callsAMinute" ${int}`,
    // Stored with the sender, because each claim reads this row together with the other reasons not to send.
    `alter table sender add column "suspendedAt" text`,
    `create table school_day (
    "schoolID" ${int} not null references school (id), day text not null, messages ${int} not null,
    primary key ("schoolID", day))`,
  ]);
