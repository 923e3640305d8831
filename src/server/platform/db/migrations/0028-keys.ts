/** Adds API keys for other programs, and the notice about attempts to sign in to an account. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0028-keys';

const keys = (int: string) => [
  // `digest` is the SHA-256 of the key in hex, and `ending` its last letters. A revoked key is not deleted, because
  // the trail names it.
  `create table api_key (
    id text not null primary key, "campusID" ${int} not null references campus (id), digest text not null unique,
    ending text not null, name text not null, view ${int} not null, "add" ${int} not null, edit ${int} not null,
    "delete" ${int} not null, outbox ${int} not null, "perMinute" ${int} not null, "createdAt" text not null,
    "createdBy" text not null, "usedAt" text, "expiresAt" text, "revokedAt" text, "revokedBy" text)`,
  `create index "api_key_campusID" on api_key ("campusID")`,
  // Counts wrong passwords and codes since `since`, if there are more than typing errors explain. The row is deleted
  // when the owner has seen the notice.
  `create table guess_notice (
    "userID" text not null primary key references "user" (id) on delete cascade, passwords ${int} not null,
    codes ${int} not null, since text not null, latest text not null)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => keys(int));
