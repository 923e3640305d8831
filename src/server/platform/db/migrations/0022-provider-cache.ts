/**
 * The table of everything that was remembered becomes three, told apart by how its names began: idempotency keys
 * (`asked:…`), claims of messages that are sent by hand (`hand:…`), and the provider cache, which is the rest.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0022-provider-cache';

/** `hand:12:3` is the third try of the message 12. Dialect: each engine takes a text apart in its own way. */
const handNames: Record<Engine, { isHand: string; messageID: string; attempt: string }> = {
  sqlite: {
    isHand: `memory.name glob 'hand:[0-9]*:[0-9]*'`,
    messageID: 'cast(substr(memory.name, 6) as integer)',
    attempt: `cast(substr(memory.name, 6 + instr(substr(memory.name, 6), ':')) as integer)`,
  },
  postgres: {
    isHand: `memory.name ~ '^hand:[0-9]{1,15}:[0-9]{1,15}$'`,
    // Decided row by row: what is no such name must not be read as a number.
    messageID: `case when memory.name ~ '^hand:[0-9]{1,15}:' then split_part(memory.name, ':', 2)::bigint end`,
    attempt: `split_part(memory.name, ':', 3)::bigint`,
  },
};

export const statements = (engine: Engine): string[] => {
  const { isHand, messageID, attempt } = handNames[engine];
  return inDialect(engine, (_key, int) => [
    // Of each send that had a `clientID`: SHA-256 of what was asked.
    `create table idempotency_key (
      "campusID" ${int} not null references campus (id), "clientID" text not null, digest text not null,
      "expiresAt" text not null, primary key ("campusID", "clientID"))`,
    `insert into idempotency_key ("campusID", "clientID", digest, "expiresAt")
      select sender."campusID", substr(memory.name, 7), memory.value, memory."expiresAt"
      from memory join sender on sender.id = memory."senderID" where memory.name like 'asked:%'`,
    // Who has opened the chat of a try, until that person has said what came of it. As of the tries themselves, no
    // reference to the message: it would be looked for at each removal of one.
    `create table manual_claim (
      "campusID" ${int} not null references campus (id), "messageID" ${int} not null,
      attempt ${int} not null, "userID" text not null, "expiresAt" text not null,
      primary key ("campusID", "messageID", attempt))`,
    `insert into manual_claim ("campusID", "messageID", attempt, "userID", "expiresAt")
      select message."campusID", message.id, ${attempt}, memory.value, memory."expiresAt"
      from memory join message on message.id = ${messageID} and message."senderID" = memory."senderID"
      where ${isHand}`,
    `delete from memory where name like 'asked:%' or name like 'hand:%'`,
    `alter table memory rename to provider_cache`,
  ]);
};
