/**
 * Adds reminders: which templates are sent automatically and when, and which rules were already applied to each bill.
 * The primary key allows only one reminder for each rule and each due, expiry or import day of a bill, even with
 * several workers.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0070-reminders';

const tables = (_key: string, int: string): string[] => [
  `create table reminder_setting (
    "campusID" ${int} not null primary key references campus (id), hour text not null, "heldAt" text, "ranOn" text,
    "importsUpTo" text)`,
  `create table reminder_rule (
    "templateID" ${int} not null primary key references template (id) on delete cascade,
    "campusID" ${int} not null references campus (id), "sendOn" text not null, "startsOn" text not null,
    "createdAt" text not null)`,
  `create table reminder (
    "campusID" ${int} not null references campus (id), "billID" ${int} not null, "templateID" ${int} not null,
    "sendOn" text not null, anchor text not null, day text not null, "runOn" text not null,
    state text not null check (state in ('fired', 'passed', 'skipped')), "broadcastID" ${int}, "createdAt" text not null,
    primary key ("campusID", "billID", "templateID", "sendOn", anchor))`,
];

const indexes = [
  `create index "reminder_rule_campusID" on reminder_rule ("campusID")`,
  `create index "reminder_day" on reminder ("campusID", day)`,
  `create index "reminder_runOn" on reminder ("campusID", "runOn") where state = 'skipped'`,
  `create index "bill_due" on bill ("campusID", "dueDate") where status in ('unpaid', 'partial') and "dueDate" is not null`,
];

export const statements = (engine: Engine): string[] => [...inDialect(engine, tables), ...indexes];
