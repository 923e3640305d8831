/** Adds to each parent's message whether it was seen and which billing it answers. Also adds opt-outs. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0003-chats';

const chats = (int: string) => [
  `alter table inbound add column seen ${int} not null default 0 check (seen in (0, 1))`,
  `alter table inbound add column "groupID" ${int}`,
  // Earlier messages count as seen, because a notice about them would come too late.
  `update inbound set seen = 1`,
  `create index "inbound_unseen" on inbound ("campusID", number, "groupID") where seen = 0`,
  `create table opt_out (
    "campusID" ${int} not null references campus (id), number text not null, at text not null, "by" text not null,
    note text not null, primary key ("campusID", number))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => chats(int));
