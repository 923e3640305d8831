/** Adds a row for each attempt to send a message, the pace of a campus, and runs that start later or are paused. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0004-outbox';

const attempts = (int: string) => [
  // No foreign key to the message: messages are never removed, and the check would take as long as the insert.
  `create table attempt (
    "messageID" ${int} not null, attempt ${int} not null, "campusID" ${int} not null, "senderID" text not null,
    "startedAt" text not null, "endedAt" text not null,
    outcome text not null check (outcome in ('accepted', 'rejected', 'notSent', 'unknown')),
    code text, reason text, "providerID" text, primary key ("messageID", attempt))`,
  `create unique index "attempt_provider" on attempt ("senderID", "providerID") where "providerID" is not null`,
  // Only the result of the last attempt is known for earlier messages.
  `insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason, "providerID")
    select id, attempts, "campusID", "senderID", coalesce("acceptedAt", "updatedAt"), coalesce("acceptedAt", "updatedAt"),
      case when "providerID" is not null then 'accepted' when status = 'failed' then 'rejected' else 'unknown' end,
      reason, "providerID"
    from message
    where attempts > 0 and ("providerID" is not null or status in ('failed', 'unknown'))`,
];

const messages = (int: string) => [
  `drop index "message_provider"`,
  // Waiting messages are found by their run. Messages at the provider change often, so they are found by run or
  // number.
  `drop index "message_queued"`,
  `drop index "message_campus"`,
  `drop index "message_lease"`,
  `create index "message_sending" on message ("leaseUntil") where status = 'sending'`,
  `create index "message_ended" on message ("campusID", status, id)
    where status in ('failed', 'unknown', 'cancelled', 'skipped')`,
  `alter table message add column code text`,
  `alter table message add column waits ${int} not null default 0`,
  `alter table message add column "decidedAt" text`,
];

const runs = (int: string) => [
  `alter table broadcast add column kind text not null default 'run' check (kind in ('run', 'reply', 'notice'))`,
  `alter table broadcast add column family ${int} not null default 0`,
  `alter table broadcast add column "startAt" text`,
  `alter table broadcast add column "startedAt" text`,
  `alter table broadcast add column notice text`,
  `alter table broadcast add column strikes ${int} not null default 0`,
  `drop index "broadcast_state"`,
  `create index "broadcast_turn" on broadcast ("campusID", state, "servedAt", id)`,
  `create index "broadcast_startAt" on broadcast ("startAt") where "startAt" is not null and "startedAt" is null`,
];

const senders = (int: string) => [
  `alter table sender add column "perMinute" ${int}`,
  `alter table sender add column "gapFrom" ${int}`,
  `alter table sender add column "gapTo" ${int}`,
  `alter table sender add column "restEvery" ${int}`,
  `alter table sender add column "restSeconds" ${int}`,
  `alter table sender add column "newPerDay" ${int}`,
  `alter table sender add column "pairSeconds" ${int}`,
  `alter table sender add column "quietFrom" text`,
  `alter table sender add column "quietTo" text`,
  `alter table sender add column "quietDays" text not null default ''`,
  `alter table sender add column "servedAt" text not null default ''`,
  `alter table sender add column "nextAt" text not null default ''`,
  `alter table sender add column "runsAt" text not null default ''`,
  `alter table sender add column "sinceRest" ${int} not null default 0`,
  `alter table sender add column "newDay" text not null default ''`,
  `alter table sender add column "newCount" ${int} not null default 0`,
  `alter table sender add column slowed ${int} not null default 0`,
  `alter table sender add column "slowedAt" text`,
  `alter table sender add column "stoppedAt" text`,
  `alter table sender add column "stopReason" text`,
];

const optOuts = () => [
  `alter table opt_out add column "endedAt" text`,
  `alter table opt_out add column "endedBy" text`,
  `alter table opt_out add column "endNote" text`,
];

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (_key, int) => [
    ...attempts(int),
    ...messages(int),
    ...runs(int),
    ...senders(int),
    ...optOuts(),
  ]);
