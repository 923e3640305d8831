/** API keys, which programs of others ask with, and what an account's owner is told of those who tried to get in. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0028-keys';

const keys = (int: string) => [
  // `digest` is the SHA-256 of the key, in hex; `ending` its last letters, to tell it by. A key that is revoked stays, so
  // that whatever it did can still be told of.
  `create table api_key (
    id text not null primary key, "campusID" ${int} not null references campus (id), digest text not null unique,
    ending text not null, name text not null, view ${int} not null, "add" ${int} not null, edit ${int} not null,
    "delete" ${int} not null, outbox ${int} not null, "perMinute" ${int} not null, "createdAt" text not null,
    "createdBy" text not null, "usedAt" text, "expiresAt" text, "revokedAt" text, "revokedBy" text)`,
  `create index "api_key_campusID" on api_key ("campusID")`,
  // Wrong passwords and codes since `since`, once they were too many for somebody who mistypes; it goes when it was seen.
  `create table guess_notice (
    "userID" text not null primary key references "user" (id) on delete cascade, passwords ${int} not null,
    codes ${int} not null, since text not null, latest text not null)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => keys(int));
