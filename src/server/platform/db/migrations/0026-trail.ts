/**
 * Adds the trail. Triggers make it append-only on both engines. They allow only one change: to set the place and the
 * hash of a row that is not sealed. The head of a chain only moves forward.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0026-trail';

/** The columns that never change. */
const columns = [
  'id',
  '"schoolID"',
  '"campusID"',
  'at',
  'actor',
  '"actorID"',
  '"actorName"',
  'address',
  'what',
  'kind',
  '"aboutID"',
  '"aboutName"',
  '"groupID"',
  'details',
];

const tables = (key: string, int: string): string[] => [
  `create table trail (
    id ${key}, "schoolID" ${int} not null, "campusID" ${int}, at text not null,
    actor text not null, "actorID" text not null, "actorName" text not null, address text,
    what text not null, kind text not null, "aboutID" text not null, "aboutName" text not null, "groupID" ${int},
    details text not null, place ${int}, hash text)`,
  `create index "trail_campusID" on trail ("campusID", id)`,
  `create index "trail_schoolID" on trail ("schoolID", id) where "campusID" is null`,
  `create index trail_about on trail (kind, "aboutID", id)`,
  `create index "trail_groupID" on trail ("groupID", id) where "groupID" is not null`,
  `create index "trail_actorID" on trail ("actorID", id)`,
  `create unique index trail_place on trail ("schoolID", place) where place is not null`,
  `create index trail_unsealed on trail (id) where hash is null`,
  `create table trail_head ("schoolID" ${int} not null primary key, count ${int} not null, hash text not null)`,
  `create table failed_sign_in (
    "userID" text not null, address text not null, minute text not null, tries ${int} not null,
    primary key ("userID", address, minute))`,
];

const isNotSealing = (differs: (column: string) => string): string =>
  `old.hash is not null or new.hash is null or new.place is null or ${columns.map(differs).join(' or ')}`;
const isStepBack = 'new."schoolID" <> old."schoolID" or new.count <= old.count';

function onSqlite(): string[] {
  const refuse = (table: string, event: string, when: string) =>
    `create trigger "${table}_${event}" before ${event} on ${table} ${when} begin
      select raise(abort, '${table} is append-only'); end`;
  return [
    // `insert or replace` deletes an existing row without running the delete trigger.
    refuse(
      'trail',
      'insert',
      'when new.place is not null or new.hash is not null or exists (select 1 from trail where id = new.id)',
    ),
    refuse('trail', 'update', `when ${isNotSealing((column) => `new.${column} is not old.${column}`)}`),
    refuse('trail', 'delete', ''),
    refuse(
      'trail_head',
      'insert',
      'when exists (select 1 from trail_head where "schoolID" = new."schoolID")',
    ),
    refuse('trail_head', 'update', `when ${isStepBack}`),
    refuse('trail_head', 'delete', ''),
  ];
}

function onPostgres(): string[] {
  const refuse = (table: string, event: string, when: string) =>
    `create trigger "${table}_${event}" before ${event} on ${table} for each row ${when} execute function "refuse_trail"()`;
  const truncate = (table: string) =>
    `create trigger "${table}_truncate" before truncate on ${table} for each statement execute function "refuse_trail"()`;
  return [
    `create function "refuse_trail"() returns trigger language plpgsql as $$
begin raise exception '% is append-only', tg_table_name; end $$`,
    refuse('trail', 'insert', 'when (new.place is not null or new.hash is not null)'),
    refuse(
      'trail',
      'update',
      `when (${isNotSealing((column) => `new.${column} is distinct from old.${column}`)})`,
    ),
    refuse('trail', 'delete', ''),
    truncate('trail'),
    refuse('trail_head', 'update', `when (${isStepBack})`),
    refuse('trail_head', 'delete', ''),
    truncate('trail_head'),
  ];
}

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, tables),
  ...(engine === 'postgres' ? onPostgres() : onSqlite()),
];
