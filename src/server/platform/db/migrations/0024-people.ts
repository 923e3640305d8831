/** Adds invited and disabled accounts, and one-time links with which users set a password. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0024-people';

const people = [
  `alter table "user" add column "invitedAt" text`,
  `alter table "user" add column "disabledAt" text`,
  // A user has at most one link. A new link replaces it.
  `create table access_link (
    "userID" text not null primary key references "user" (id) on delete cascade, digest text not null unique,
    "createdAt" text not null, "createdBy" text, "expiresAt" text not null)`,
  `create index "membership_campusID" on membership ("campusID")`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, () => people);
