/** Adds WhatsApp's names for our numbers: a user id, or another spelling of the number. */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0080-whatsapp-names';

const statementsOf = (_key: string, int: string): string[] => [
  `create table whatsapp_name ("campusID" ${int} not null references campus (id), name text not null, number text not null,
    primary key ("campusID", name, number))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, statementsOf);
