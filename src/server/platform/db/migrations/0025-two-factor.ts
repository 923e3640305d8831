/** Adds two-factor with an authenticator app, and recovery codes for a lost phone. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0025-two-factor';

const twoFactor = (int: string) => [
  // `secret` is encrypted. `confirmedAt` is null until the first code proves that the app has the secret. Codes of
  // `usedStep` and earlier are refused.
  `create table two_factor (
    "userID" text not null primary key references "user" (id) on delete cascade, secret text not null,
    "createdAt" text not null, "confirmedAt" text, "usedStep" ${int} not null default 0)`,
  // SHA-256 in hex. A code is deleted when it is used.
  `create table recovery_code (
    "userID" text not null references two_factor ("userID") on delete cascade, digest text not null,
    primary key ("userID", digest))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => twoFactor(int));
