/** What parents wrote: whether it was seen, and the billing it answers; and the numbers that asked for no messages. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0003-chats';

const chats = (int: string) => [
  `alter table inbound add column seen ${int} not null default 0 check (seen in (0, 1))`,
  `alter table inbound add column "groupID" ${int}`,
  // Nobody was told of what came before; it is not news any more.
  `update inbound set seen = 1`,
  `create index "inbound_unseen" on inbound ("campusID", number, "groupID") where seen = 0`,
  `create table opt_out (
    "campusID" ${int} not null references campus (id), number text not null, at text not null, "by" text not null,
    note text not null, primary key ("campusID", number))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => chats(int));
