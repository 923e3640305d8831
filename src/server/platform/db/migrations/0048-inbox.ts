/** Adds conversations with the last answered message, and the quick answers of a campus. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0048-inbox';

const inbox = (key: string, int: string) => [
  // One row for each number that has sent a message. Both ids are ids of its messages.
  `create table conversation (
    "campusID" ${int} not null references campus (id), number text not null,
    "latestID" ${int} not null, "latestAt" text not null, "answeredID" ${int} not null default 0,
    primary key ("campusID", number))`,
  // Earlier versions stored only whether a message was seen, so seen messages count as answered.
  `insert into conversation ("campusID", number, "latestID", "latestAt", "answeredID")
    select "campusID", number, max(id), max(at), max(case when seen = 1 then id else 0 end) from inbound
    group by "campusID", number`,
  `create index conversation_latest on conversation ("campusID", "latestID")`,
  `create index conversation_waiting on conversation ("campusID", "latestID") where "latestID" > "answeredID"`,
  `create index conversation_closing on conversation ("campusID", "latestAt") where "latestID" > "answeredID"`,
  `create table snippet (
    id ${key}, "campusID" ${int} not null references campus (id), title text not null, message text not null,
    "createdAt" text not null)`,
  `create index "snippet_campusID" on snippet ("campusID", id)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, inbox);
