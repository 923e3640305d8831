/**
 * Adds push: the address and password with which a biller requests bills and reports payments, and the account for
 * this money. The index finds a reported payment by its key, even if the payment is void.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0074-push';

const statementsOf = (_key: string, int: string): string[] => [
  `create table push_setup (
    "campusID" ${int} not null primary key references campus (id), "accountID" ${int} not null,
    "billerKey" text not null unique, "userName" text not null, password text,
    "isOn" ${int} not null check ("isOn" in (0, 1)),
    foreign key ("campusID", "accountID") references money_account ("campusID", id))`,
  `create index payment_pushed on payment ("campusID", "sourceKey") where source = 'push'`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, statementsOf);
