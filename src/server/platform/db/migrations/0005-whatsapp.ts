/**
 * Adds what real WhatsApp numbers need: connections, cached provider answers, received webhooks, and approvals of
 * templates.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0005-whatsapp';

const senders = (int: string) => [
  `alter table sender add column settings text not null default '{}'`,
  // Encrypted: see secrets/.
  `alter table sender add column secrets text`,
  `alter table sender add column "verifyToken" text`,
  `alter table sender add column number text not null default ''`,
  `alter table sender add column name text not null default ''`,
  `alter table sender add column quality text not null default ''`,
  `alter table sender add column "perDay" ${int}`,
  `alter table sender add column portfolio text not null default ''`,
  `alter table sender add column "checkedAt" text`,
  `alter table sender add column "hookAt" text`,
  `alter table sender add column "connectedAt" text`,
  `alter table sender add column "stopPolicy" text`,
];

const providerAnswers = () => [
  // Answers of a provider that may be reused, such as the id of an uploaded file, or that a number is on WhatsApp.
  `create table memory (
    "senderID" text not null references sender (id), name text not null, value text not null,
    "expiresAt" text not null, primary key ("senderID", name))`,
  // The people to whom the numbers of a portfolio sent the first message. These numbers share one messaging limit.
  `create table reached (
    portfolio text not null, number text not null, at text not null, primary key (portfolio, number))`,
  `create index "reached_at" on reached (portfolio, at)`,
];

const templates = (int: string) => [
  `create table approval (
    "templateID" ${int} not null primary key references template (id) on delete cascade,
    "campusID" ${int} not null references campus (id), name text not null, language text not null,
    category text not null, "providerID" text not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'paused', 'disabled')),
    reason text not null, message text not null, media text not null, "stopButton" ${int} not null,
    "submittedAt" text not null, "syncedAt" text)`,
  `create index "approval_name" on approval ("campusID", name, language)`,
  // JSON: the approved template of a broadcast, and the values of each message for its placeholders.
  `alter table broadcast add column template text`,
  `alter table message add column params text`,
  // The time at which the message was cancelled while it was being sent. It is not sent again.
  `alter table message add column "cancelledAt" text`,
];

const calls = (key: string, int: string) => [
  `create table hook (
    id ${key}, "senderID" text not null references sender (id), digest text not null, body text not null,
    "receivedAt" text not null, "handledAt" text, trouble text, unique ("senderID", digest))`,
  `create index "hook_waiting" on hook (id) where "handledAt" is null`,
  `create index "hook_waitingOfSender" on hook ("senderID", id) where "handledAt" is null`,
  `create index "hook_receivedAt" on hook ("receivedAt")`,
  // For media of a received message: when the file is fetched, and how many attempts there were.
  `alter table inbound add column "mediaID" text`,
  `alter table inbound add column "mediaType" text`,
  `alter table inbound add column "fetchAt" text`,
  `alter table inbound add column fetches ${int} not null default 0`,
  // For a failure: the error code of the provider. The policy is applied when the message of the receipt is known.
  `alter table receipt add column code text`,
  `alter table receipt add column policy text`,
  `create index "inbound_fetchAt" on inbound ("fetchAt") where "fetchAt" is not null`,
];

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) => [
    ...senders(int),
    ...providerAnswers(),
    ...templates(int),
    ...calls(key, int),
  ]);
