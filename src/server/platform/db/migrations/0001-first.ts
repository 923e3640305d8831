/** The tables of the first version. Days and instants are text, money is in paisa, booleans are 0 and 1. */
import { amountKeys, headKeys } from '#shared/calls/bills.ts';
import { messageStates, receiptStates } from '#shared/message-states.ts';
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** The tables of better-auth, with its column names and our text dates. */
const signIn = [
  `create table "user" (
    id text not null primary key, name text not null, email text not null unique,
    "emailVerified" integer not null, image text, username text unique, "displayUsername" text,
    "createdAt" text not null, "updatedAt" text not null)`,
  `create table session (
    id text not null primary key, token text not null unique, "userId" text not null references "user" (id) on delete cascade,
    "expiresAt" text not null, "ipAddress" text, "userAgent" text, "createdAt" text not null, "updatedAt" text not null)`,
  `create index "session_userId" on session ("userId")`,
  `create table account (
    id text not null primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" (id) on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" text, "refreshTokenExpiresAt" text, scope text, password text,
    "createdAt" text not null, "updatedAt" text not null)`,
  `create index "account_userId" on account ("userId")`,
  `create table verification (
    id text not null primary key, identifier text not null, value text not null, "expiresAt" text not null,
    "createdAt" text not null, "updatedAt" text not null)`,
];

const places = (key: string, int: string) => [
  `create table setting (name text not null primary key, value text not null)`,
  `create table school (
    id ${key}, slug text not null unique, name text not null, "createdAt" text not null)`,
  `create table campus (
    id ${key}, "schoolID" ${int} not null references school (id), name text not null,
    country text not null default 'PK', "timeZone" text not null default 'Asia/Karachi', "createdAt" text not null)`,
  `create index "campus_schoolID" on campus ("schoolID")`,
  `create table membership (
    "userID" text not null references "user" (id) on delete cascade, "campusID" ${int} not null references campus (id),
    view ${int} not null, "add" ${int} not null, edit ${int} not null, "delete" ${int} not null,
    outbox ${int} not null, admin ${int} not null, primary key ("userID", "campusID"))`,
  `create table sender (
    id text not null primary key, "campusID" ${int} not null unique references campus (id),
    provider text not null, pace text not null, "createdAt" text not null, unique ("campusID", id))`,
];

const billColumns = (int: string): string =>
  headKeys.map((head, index) => `${head} text, ${amountKeys[index]} ${int}`).join(', ');

const bills = (key: string, int: string) => [
  `create table "group" (
    id ${key}, "campusID" ${int} not null references campus (id), name text not null, month ${int} not null,
    year ${int} not null, description text not null, avatar text, "createdAt" text not null, "createdBy" text not null,
    unique ("campusID", id))`,
  `create table bill (
    id ${key}, "campusID" ${int} not null, "groupID" ${int} not null, name text not null, number text not null,
    numbers text not null, avatar text, "regNum" text, "invNo" text, total ${int}, "amountAfterDueDate" ${int},
    "issueDate" text, "dueDate" text, "expiryDate" text, status text not null, month ${int}, year ${int},
    email text, branch text, ${billColumns(int)}, "createdAt" text not null,
    foreign key ("campusID", "groupID") references "group" ("campusID", id) on delete cascade)`,
  `create index "bill_figures" on bill ("campusID", "groupID", id, status, "dueDate", total)`,
  `create table template (
    id ${key}, "campusID" ${int} not null references campus (id), title text not null, message text not null,
    media text not null default '', "sendOn" text, "createdAt" text not null)`,
  `create index "template_campusID" on template ("campusID", id)`,
];

const rosters = (key: string, int: string) => [
  `create table class (
    id ${key}, "campusID" ${int} not null references campus (id), name text not null,
    unique ("campusID", id), unique ("campusID", name))`,
  `create table section (
    id ${key}, "campusID" ${int} not null, "classID" ${int} not null, name text not null,
    unique ("campusID", id), unique ("classID", name),
    foreign key ("campusID", "classID") references class ("campusID", id) on delete cascade)`,
  `create table student (
    id ${key}, "campusID" ${int} not null, "sectionID" ${int} not null, "regNum" text not null, name text not null,
    "fatherName" text, number text not null, numbers text not null, unique ("campusID", "regNum"),
    foreign key ("campusID", "sectionID") references section ("campusID", id) on delete cascade)`,
  `create index "student_sectionID" on student ("campusID", "sectionID", id)`,
];

const outbox = (key: string, int: string) => [
  `create table broadcast (
    id ${key}, "campusID" ${int} not null references campus (id), "senderID" text not null,
    "createdBy" text not null, "clientID" text, text text not null, media text not null, total ${int} not null,
    queued ${int} not null, audience text not null, state text not null check (state in ('running', 'paused', 'done')),
    "nextAt" text, "servedAt" text not null, "createdAt" text not null,
    unique ("campusID", id), unique ("campusID", "clientID"),
    foreign key ("campusID", "senderID") references sender ("campusID", id))`,
  `create index "broadcast_state" on broadcast (state, "servedAt", id)`,
  `create table message (
    id ${key}, "campusID" ${int} not null, "broadcastID" ${int} not null, "senderID" text not null,
    "groupID" ${int}, "groupIDs" text not null, "billIDs" text not null, number text not null, name text not null, text text not null, media text not null,
    status text not null check (status in (${list(messageStates)})), reason text, attempts ${int} not null default 0,
    "dueAt" text, "leaseUntil" text, "pollAt" text, "providerID" text, "acceptedAt" text,
    "createdAt" text not null, "updatedAt" text not null,
    check ((status = 'sending') = ("leaseUntil" is not null)),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id))`,
  `create index "message_queued" on message ("broadcastID", "dueAt", id) where status = 'queued'`,
  `create index "message_lease" on message ("leaseUntil") where "leaseUntil" is not null`,
  `create index "message_poll" on message ("pollAt") where "pollAt" is not null`,
  `create index "message_campus" on message ("campusID", status, id)`,
  `create index "message_broadcast" on message ("broadcastID", status, id)`,
  `create index "message_number" on message ("campusID", number, id)`,
  `create unique index "message_provider" on message ("senderID", "providerID") where "providerID" is not null`,
];

const incoming = (key: string, int: string) => [
  `create table receipt (
    id ${key}, "senderID" text not null references sender (id), "providerID" text not null,
    status text not null check (status in (${list(receiptStates)})), reason text, at text not null,
    "receivedAt" text not null, matched ${int} not null, unique ("senderID", "providerID", status))`,
  `create index "receipt_unmatched" on receipt ("senderID", "providerID") where matched = 0`,
  `create table inbound (
    id ${key}, "campusID" ${int} not null references campus (id), "senderID" text not null references sender (id),
    "providerID" text not null, number text not null, text text not null, media text not null, audio text not null,
    at text not null, unique ("senderID", "providerID"))`,
  `create index "inbound_number" on inbound ("campusID", number, id)`,
];

export const name = '0001-first';

const authInt = (int: string) => (sql: string) =>
  sql.replace('"emailVerified" integer', `"emailVerified" ${int}`);

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) =>
    [signIn, places(key, int), bills(key, int), rosters(key, int), outbox(key, int), incoming(key, int)]
      .flat()
      .map(authInt(int)),
  );
