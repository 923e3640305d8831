/**
 * Adds the parent's message that an automatic reply answers. The unique index allows one reply for each message. Also
 * adds the switch of a campus, and conversations with a picture that may show a payment.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0075-replies';

const statementsOf = (_key: string, int: string): string[] => [
  `alter table broadcast add column "answersID" ${int}`,
  `create unique index broadcast_answers on broadcast ("answersID") where "answersID" is not null`,
  'alter table reminder_setting add column "answersSince" text',
  `alter table conversation add column "confirmID" ${int}`,
  `create index conversation_confirm on conversation ("campusID", "latestID") where "confirmID" is not null`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, statementsOf);
