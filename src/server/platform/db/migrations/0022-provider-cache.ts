/**
 * Splits the table `memory` into three by the prefix of its names: idempotency keys (`asked:…`), claims of messages
 * that a person sends (`hand:…`), and the provider cache with the rest.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0022-provider-cache';

/** `hand:12:3` is the third attempt of the message 12. Dialect: the engines split texts in different ways. */
const handNames: Record<Engine, { isHand: string; messageID: string; attempt: string }> = {
  sqlite: {
    isHand: `memory.name glob 'hand:[0-9]*:[0-9]*'`,
    messageID: 'cast(substr(memory.name, 6) as integer)',
    attempt: `cast(substr(memory.name, 6 + instr(substr(memory.name, 6), ':')) as integer)`,
  },
  postgres: {
    isHand: `memory.name ~ '^hand:[0-9]{1,15}:[0-9]{1,15}$'`,
    // `case` ensures that only matching names are cast to a number.
    messageID: `case when memory.name ~ '^hand:[0-9]{1,15}:' then split_part(memory.name, ':', 2)::bigint end`,
    attempt: `split_part(memory.name, ':', 3)::bigint`,
  },
};

export const statements = (engine: Engine): string[] => {
  const { isHand, messageID, attempt } = handNames[engine];
  return inDialect(engine, (_key, int) => [
    // The SHA-256 of each send request that had a `clientID`.
    `create table idempotency_key (
      "campusID" ${int} not null references campus (id), "clientID" text not null, digest text not null,
      "expiresAt" text not null, primary key ("campusID", "clientID"))`,
    `insert into idempotency_key ("campusID", "clientID", digest, "expiresAt")
      select sender."campusID", substr(memory.name, 7), memory.value, memory."expiresAt"
      from memory join sender on sender.id = memory."senderID" where memory.name like 'asked:%'`,
    // The person who has opened the chat of an attempt, until the result is stored. It has no foreign key to the
    // message, because each removal of a message would have to check it.
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
