/**
 * Adds a permanent title and an index of sends, corrections of failed messages, and families that were told by phone.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0044-sends';

/** The column contains JSON. Dialect: the engines read JSON in different ways. */
const approvedTemplateID = (engine: Engine): string =>
  engine === 'postgres'
    ? `(broadcast.template::json ->> 'templateID')::bigint`
    : `broadcast.template ->> 'templateID'`;

const sends = (engine: Engine) => (_key: string, int: string) => [
  'alter table broadcast add column title text',
  'alter table broadcast add column classes text',
  `alter table broadcast add column "followsID" ${int}`,
  // Earlier sends get the title that was shown before: of the approved template, or of a template with the same text.
  `update broadcast set title = (select title from template where template."campusID" = broadcast."campusID"
    and template.id = ${approvedTemplateID(engine)}) where kind = 'run' and template is not null`,
  `update broadcast set title = (select title from template where template."campusID" = broadcast."campusID"
    and template.message = broadcast.text and template.media = broadcast.media order by template.id limit 1)
    where kind = 'run' and title is null`,
  `create index broadcast_send on broadcast ("campusID", id) where kind = 'run' and "followsID" is null`,
  'create index broadcast_follows on broadcast ("followsID") where "followsID" is not null',
  // A failed message, and the message that was sent to the corrected number instead.
  `create table correction (
    "campusID" ${int} not null, "broadcastID" ${int} not null, "messageID" ${int} not null,
    "insteadID" ${int} not null, primary key ("campusID", "broadcastID", "messageID", "insteadID"),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id))`,
  `create table told_by_phone (
    "campusID" ${int} not null, "broadcastID" ${int} not null, "messageID" ${int} not null,
    "by" text not null, at text not null, primary key ("campusID", "broadcastID", "messageID"),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, sends(engine));
