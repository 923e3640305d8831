-- Made by `npm run db:schema` from the migrations; not edited by hand.

CREATE TABLE access_link (
    "userID" text not null primary key references "user" (id) on delete cascade, digest text not null unique,
    "createdAt" text not null, "createdBy" text, "expiresAt" text not null) strict;

CREATE TABLE account (
    id text not null primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" (id) on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" text, "refreshTokenExpiresAt" text, scope text, password text,
    "createdAt" text not null, "updatedAt" text not null) strict;

CREATE INDEX "account_userId" on account ("userId");

CREATE TABLE api_key (
    id text not null primary key, "campusID" integer not null references campus (id), digest text not null unique,
    ending text not null, name text not null, view integer not null, "add" integer not null, edit integer not null,
    "delete" integer not null, outbox integer not null, "perMinute" integer not null, "createdAt" text not null,
    "createdBy" text not null, "usedAt" text, "expiresAt" text, "revokedAt" text, "revokedBy" text) strict;

CREATE INDEX "api_key_campusID" on api_key ("campusID");

CREATE TABLE approval (
    "templateID" integer not null primary key references template (id) on delete cascade,
    "campusID" integer not null references campus (id), name text not null, language text not null,
    category text not null, "providerID" text not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'paused', 'disabled')),
    reason text not null, message text not null, media text not null, "stopButton" integer not null,
    "submittedAt" text not null, "syncedAt" text) strict;

CREATE INDEX "approval_name" on approval ("campusID", name, language);

CREATE TABLE attempt (
    "messageID" integer not null, attempt integer not null, "campusID" integer not null, "senderID" text not null,
    "startedAt" text not null, "endedAt" text not null,
    outcome text not null check (outcome in ('accepted', 'rejected', 'notSent', 'unknown')),
    code text, reason text, "providerID" text, "waID" text, primary key ("messageID", attempt)) strict;

CREATE UNIQUE INDEX "attempt_provider" on attempt ("senderID", "providerID") where "providerID" is not null;

CREATE TRIGGER "bill_count_delete" after delete on bill begin
      insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total) values (old."campusID", old."groupID", old.status, coalesce(old."dueDate", ''), -1, -coalesce(old.total, 0)) on conflict do update set bills = bill_count.bills + excluded.bills, total = bill_count.total + excluded.total; end;

CREATE TRIGGER "bill_count_insert" after insert on bill begin
      insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total) values (new."campusID", new."groupID", new.status, coalesce(new."dueDate", ''), 1, coalesce(new.total, 0)) on conflict do update set bills = bill_count.bills + excluded.bills, total = bill_count.total + excluded.total; end;

CREATE TRIGGER "bill_count_update" after update of "groupID", status, "dueDate", total on bill when old."groupID" is not new."groupID" or old.status is not new.status or old."dueDate" is not new."dueDate" or old.total is not new.total begin
      insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total) values (old."campusID", old."groupID", old.status, coalesce(old."dueDate", ''), -1, -coalesce(old.total, 0)) on conflict do update set bills = bill_count.bills + excluded.bills, total = bill_count.total + excluded.total;
      insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total) values (new."campusID", new."groupID", new.status, coalesce(new."dueDate", ''), 1, coalesce(new.total, 0)) on conflict do update set bills = bill_count.bills + excluded.bills, total = bill_count.total + excluded.total; end;

CREATE TABLE bill (
    id integer primary key autoincrement, "campusID" integer not null, "groupID" integer not null, name text not null, number text not null,
    numbers text not null, avatar text, "regNum" text, "invNo" text, total integer, "amountAfterDueDate" integer,
    "issueDate" text, "dueDate" text, "expiryDate" text, status text not null, month integer, year integer,
    email text, branch text, head1 text, amount1 integer, head2 text, amount2 integer, head3 text, amount3 integer, head4 text, amount4 integer, head5 text, amount5 integer, head6 text, amount6 integer, head7 text, amount7 integer, head8 text, amount8 integer, head9 text, amount9 integer, head10 text, amount10 integer, "createdAt" text not null, "importID" integer,
    foreign key ("campusID", "groupID") references "group" ("campusID", id) on delete cascade) strict;

CREATE INDEX "bill_figures" on bill ("campusID", "groupID", id, status, "dueDate", total);

CREATE INDEX "bill_half" on bill ("campusID", "regNum") where "regNum" is not null and (year is null) <> (month is null);

CREATE INDEX "bill_invNo" on bill ("campusID", "invNo") where "invNo" is not null;

CREATE INDEX "bill_month" on bill ("campusID", (coalesce(year * 12 + month, -"groupID")), "regNum") where "regNum" is not null;

CREATE INDEX "bill_numbers" on bill ("groupID", numbers) where "regNum" is null and "invNo" is null;

CREATE TABLE bill_count (
    "campusID" integer not null, "groupID" integer not null, status text not null, "dueDate" text not null,
    bills integer not null, total integer not null, primary key ("campusID", "groupID", status, "dueDate")) strict, without rowid;

CREATE TABLE bin (
    id integer primary key autoincrement, "campusID" integer not null references campus (id),
    kind text not null check (kind in ('group', 'bill', 'template')), "itemID" integer not null, "groupID" integer,
    name text not null, bills integer not null, at text not null, until text not null, "by" text not null,
    unique ("campusID", id), unique ("campusID", kind, "itemID")) strict;

CREATE INDEX bin_until on bin (until);

CREATE TABLE binned_row (
    "campusID" integer not null, "binID" integer not null, "table" text not null, "itemID" integer not null,
    content text not null, primary key ("campusID", "binID", "table", "itemID"),
    foreign key ("campusID", "binID") references bin ("campusID", id) on delete cascade) strict;

CREATE TABLE broadcast (
    id integer primary key autoincrement, "campusID" integer not null references campus (id), "senderID" text not null,
    "createdBy" text not null, "clientID" text, text text not null, media text not null, total integer not null,
    queued integer not null, audience text not null, state text not null check (state in ('running', 'paused', 'done')),
    "nextAt" text, "servedAt" text not null, "createdAt" text not null, kind text not null default 'run' check (kind in ('run', 'reply', 'notice')), family integer not null default 0, "startAt" text, "startedAt" text, notice text, template text, sequence integer not null default 0, failures text not null default '', pardoned integer not null default 0,
    unique ("campusID", id), unique ("campusID", "clientID"),
    foreign key ("campusID", "senderID") references sender ("campusID", id)) strict;

CREATE INDEX "broadcast_createdAt" on broadcast ("campusID", "createdAt");

CREATE INDEX "broadcast_startAt" on broadcast ("startAt") where "startAt" is not null and "startedAt" is null;

CREATE INDEX "broadcast_turn" on broadcast ("campusID", state, "servedAt", id);

CREATE TABLE broadcast_group (
    "campusID" integer not null, "broadcastID" integer not null, "groupID" integer not null,
    primary key ("campusID", "groupID", "broadcastID"),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)) strict;

CREATE TABLE campus (
    id integer primary key autoincrement, "schoolID" integer not null references school (id), name text not null,
    country text not null default 'PK', "timeZone" text not null default 'Asia/Karachi', "createdAt" text not null, currency text not null default 'Rs.', logo text) strict;

CREATE INDEX "campus_schoolID" on campus ("schoolID");

CREATE TABLE child_name (
      "campusID" integer not null, number text not null, name text not null, "regNum" text not null,
      "fatherName" text not null, keys text not null, primary key ("campusID", number, name, "regNum")) strict, without rowid;

CREATE TABLE class (
    id integer primary key autoincrement, "campusID" integer not null references campus (id), name text not null,
    unique ("campusID", id), unique ("campusID", name)) strict;

CREATE TABLE failed_sign_in (
    "userID" text not null, address text not null, minute text not null, tries integer not null,
    primary key ("userID", address, minute)) strict;

CREATE TABLE file (
    name text not null primary key, "campusID" integer references campus (id), bytes integer not null,
    "createdAt" text not null, "reservedUntil" text) strict;

CREATE INDEX "file_campusID" on file ("campusID", "reservedUntil", bytes);

CREATE TABLE "group" (
    id integer primary key autoincrement, "campusID" integer not null references campus (id), name text not null, month integer not null,
    year integer not null, description text not null, avatar text, "createdAt" text not null, "createdBy" text not null,
    unique ("campusID", id)) strict;

CREATE TABLE guess_notice (
    "userID" text not null primary key references "user" (id) on delete cascade, passwords integer not null,
    codes integer not null, since text not null, latest text not null) strict;

CREATE TABLE heading (
    "campusID" integer not null references campus (id), kind text not null check (kind in ('bills', 'students')),
    heading text not null, field text not null, primary key ("campusID", kind, heading)) strict;

CREATE TABLE hook (
    id integer primary key autoincrement, "senderID" text not null references sender (id), digest text not null, body text not null,
    "receivedAt" text not null, "handledAt" text, trouble text, unique ("senderID", digest)) strict;

CREATE INDEX "hook_receivedAt" on hook ("receivedAt");

CREATE INDEX "hook_waiting" on hook (id) where "handledAt" is null;

CREATE INDEX "hook_waitingOfSender" on hook ("senderID", id) where "handledAt" is null;

CREATE TABLE idempotency_key (
      "campusID" integer not null references campus (id), "clientID" text not null, digest text not null,
      "expiresAt" text not null, primary key ("campusID", "clientID")) strict;

CREATE TABLE import (
    id integer primary key autoincrement, "campusID" integer not null references campus (id),
    kind text not null check (kind in ('bills', 'students')), "groupID" integer, "groupName" text not null,
    "isNewGroup" integer not null, "saveID" text, "fileName" text not null, sha256 text not null,
    added integer not null, updated integer not null, skipped integer not null, refused integer not null,
    held text not null, "createdAt" text not null, "createdBy" text not null, "undoneAt" text, "undoneBy" text, sheet text not null default '', "oneSeries" integer check ("oneSeries" in (0, 1)), content text not null default '', "undoneBinID" integer,
    unique ("campusID", id), unique ("campusID", "saveID")) strict;

CREATE INDEX "import_group" on import ("campusID", "groupID", id);

CREATE INDEX "import_sha256" on import ("campusID", sha256) where sha256 <> '';

CREATE TABLE import_change (
    "importID" integer not null, "campusID" integer not null, "itemID" integer not null,
    before text not null, after text not null, primary key ("importID", "itemID"),
    foreign key ("campusID", "importID") references import ("campusID", id)) strict;

CREATE TABLE inbound (
    id integer primary key autoincrement, "campusID" integer not null references campus (id), "senderID" text not null references sender (id),
    "providerID" text not null, number text not null, text text not null, media text not null, audio text not null,
    at text not null, seen integer not null default 0 check (seen in (0, 1)), "groupID" integer, "mediaID" text, "mediaType" text, "fetchAt" text, fetches integer not null default 0, unique ("senderID", "providerID")) strict;

CREATE INDEX "inbound_fetchAt" on inbound ("fetchAt") where "fetchAt" is not null;

CREATE INDEX "inbound_number" on inbound ("campusID", number, id);

CREATE INDEX "inbound_unseen" on inbound ("campusID", number, "groupID") where seen = 0;

CREATE TABLE manual_claim (
      "campusID" integer not null references campus (id), "messageID" integer not null,
      attempt integer not null, "userID" text not null, "expiresAt" text not null,
      primary key ("campusID", "messageID", attempt)) strict;

CREATE TABLE membership (
    "userID" text not null references "user" (id) on delete cascade, "campusID" integer not null references campus (id),
    view integer not null, "add" integer not null, edit integer not null, "delete" integer not null,
    outbox integer not null, admin integer not null, primary key ("userID", "campusID")) strict;

CREATE INDEX "membership_campusID" on membership ("campusID");

CREATE TRIGGER "message_count_delete" after delete on message begin
      insert into message_count ("campusID", status, "broadcastID", count) values (old."campusID", old.status, old."broadcastID", -1) on conflict do update set count = message_count.count + excluded.count;
      insert into message_count ("campusID", status, "broadcastID", count) values (old."campusID", old.status, 0, -1) on conflict do update set count = message_count.count + excluded.count; end;

CREATE TRIGGER "message_count_insert" after insert on message begin
      insert into message_count ("campusID", status, "broadcastID", count) values (new."campusID", new.status, new."broadcastID", 1) on conflict do update set count = message_count.count + excluded.count;
      insert into message_count ("campusID", status, "broadcastID", count) values (new."campusID", new.status, 0, 1) on conflict do update set count = message_count.count + excluded.count; end;

CREATE TRIGGER "message_count_update" after update of status on message when old.status is not new.status begin
      insert into message_count ("campusID", status, "broadcastID", count) values (old."campusID", old.status, old."broadcastID", -1) on conflict do update set count = message_count.count + excluded.count;
      insert into message_count ("campusID", status, "broadcastID", count) values (old."campusID", old.status, 0, -1) on conflict do update set count = message_count.count + excluded.count;
      insert into message_count ("campusID", status, "broadcastID", count) values (new."campusID", new.status, new."broadcastID", 1) on conflict do update set count = message_count.count + excluded.count;
      insert into message_count ("campusID", status, "broadcastID", count) values (new."campusID", new.status, 0, 1) on conflict do update set count = message_count.count + excluded.count; end;

CREATE TABLE message (
    id integer primary key autoincrement, "campusID" integer not null, "broadcastID" integer not null, "senderID" text not null,
    "groupID" integer, "groupIDs" text not null, "billIDs" text not null, number text not null, name text not null, text text not null, media text not null,
    status text not null check (status in ('queued', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown', 'cancelled', 'skipped')), reason text, attempts integer not null default 0,
    "dueAt" text, "leaseUntil" text, "pollAt" text, "providerID" text, "acceptedAt" text,
    "createdAt" text not null, "updatedAt" text not null, code text, waits integer not null default 0, "decidedAt" text, params text, "cancelledAt" text, sequence integer,
    check ((status = 'sending') = ("leaseUntil" is not null)),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)) strict;

CREATE INDEX "message_broadcast" on message ("broadcastID", status, id);

CREATE INDEX "message_ended" on message ("campusID", status, id)
    where status = 'failed' or status = 'unknown' or status = 'cancelled' or status = 'skipped';

CREATE INDEX "message_number" on message ("campusID", number, id);

CREATE INDEX "message_poll" on message ("pollAt") where "pollAt" is not null;

CREATE INDEX "message_sending" on message ("leaseUntil") where status = 'sending';

CREATE TABLE message_count (
    "campusID" integer not null, status text not null, "broadcastID" integer not null,
    count integer not null, primary key ("campusID", status, "broadcastID")) strict, without rowid;

CREATE TABLE migration (name text not null primary key, "appliedAt" text not null);

CREATE TABLE number_name (
    "campusID" integer not null, number text not null, name text not null,
    primary key ("campusID", number)) strict, without rowid;

CREATE TABLE opt_out (
    "campusID" integer not null references campus (id), number text not null, at text not null, "by" text not null,
    note text not null, "endedAt" text, "endedBy" text, "endNote" text, primary key ("campusID", number)) strict;

CREATE TABLE "provider_cache" (
    "senderID" text not null references sender (id), name text not null, value text not null,
    "expiresAt" text not null, primary key ("senderID", name)) strict;

CREATE TABLE reached (
    portfolio text not null, number text not null, at text not null, primary key (portfolio, number)) strict;

CREATE INDEX "reached_at" on reached (portfolio, at);

CREATE TABLE receipt (
    id integer primary key autoincrement, "senderID" text not null references sender (id), "providerID" text not null,
    status text not null check (status in ('sent', 'delivered', 'read', 'failed')), reason text, at text not null,
    "receivedAt" text not null, matched integer not null, code text, policy text, recipient text, unique ("senderID", "providerID", status)) strict;

CREATE INDEX "receipt_unmatched" on receipt ("senderID", "providerID") where matched = 0;

CREATE TABLE recovery_code (
    "userID" text not null references two_factor ("userID") on delete cascade, digest text not null,
    primary key ("userID", digest)) strict;

CREATE TABLE school (
    id integer primary key autoincrement, slug text not null unique, name text not null, "createdAt" text not null, "suspendedAt" text, "removeAt" text, "messagesADay" integer, "filesLimit" integer, "callsAMinute" integer) strict;

CREATE TABLE school_day (
    "schoolID" integer not null references school (id), day text not null, messages integer not null,
    primary key ("schoolID", day)) strict;

CREATE TABLE section (
    id integer primary key autoincrement, "campusID" integer not null, "classID" integer not null, name text not null,
    unique ("campusID", id), unique ("classID", name),
    foreign key ("campusID", "classID") references class ("campusID", id) on delete cascade) strict;

CREATE TABLE sender (
    id text not null primary key, "campusID" integer not null unique references campus (id),
    provider text not null, pace text not null, "createdAt" text not null, "perMinute" integer, "gapFrom" integer, "gapTo" integer, "restEvery" integer, "restSeconds" integer, "newPerDay" integer, "pairSeconds" integer, "quietFrom" text, "quietTo" text, "quietDays" text not null default '', "servedAt" text not null default '', "nextAt" text not null default '', "runsAt" text not null default '', "sinceRest" integer not null default 0, "newDay" text not null default '', "newCount" integer not null default 0, slowed integer not null default 0, "slowedAt" text, "stoppedAt" text, "stopReason" text, settings text not null default '{}', secrets text, "verifyToken" text, number text not null default '', name text not null default '', quality text not null default '', "perDay" integer, portfolio text not null default '', "checkedAt" text, "hookAt" text, "connectedAt" text, "stopPolicy" text, words text not null default '[]', "copiedAt" text, "copyWhy" text check ("copyWhy" in ('backup', 'place')), "copyUpTo" integer, refused integer not null default 0, "suspendedAt" text, unique ("campusID", id)) strict;

CREATE TABLE session (
    id text not null primary key, token text not null unique, "userId" text not null references "user" (id) on delete cascade,
    "expiresAt" text not null, "ipAddress" text, "userAgent" text, "createdAt" text not null, "updatedAt" text not null) strict;

CREATE INDEX "session_userId" on session ("userId");

CREATE TABLE setting (name text not null primary key, value text not null) strict;

CREATE TABLE sign_in_try (key text not null primary key, tries integer not null, until text not null) strict;

CREATE INDEX "sign_in_try_until" on sign_in_try (until);

CREATE TABLE student (
    id integer primary key autoincrement, "campusID" integer not null, "sectionID" integer not null, "regNum" text not null, name text not null,
    "fatherName" text, number text not null, numbers text not null, "importID" integer, unique ("campusID", "regNum"),
    foreign key ("campusID", "sectionID") references section ("campusID", id) on delete cascade) strict;

CREATE INDEX "student_sectionID" on student ("campusID", "sectionID", id);

CREATE TABLE template (
    id integer primary key autoincrement, "campusID" integer not null references campus (id), title text not null, message text not null,
    media text not null default '', "sendOn" text, "createdAt" text not null) strict;

CREATE INDEX "template_campusID" on template ("campusID", id);

CREATE TRIGGER "trail_delete" before delete on trail  begin
      select raise(abort, 'trail is append-only'); end;

CREATE TRIGGER "trail_insert" before insert on trail when new.place is not null or new.hash is not null or exists (select 1 from trail where id = new.id) begin
      select raise(abort, 'trail is append-only'); end;

CREATE TRIGGER "trail_update" before update on trail when old.hash is not null or new.hash is null or new.place is null or new.id is not old.id or new."schoolID" is not old."schoolID" or new."campusID" is not old."campusID" or new.at is not old.at or new.actor is not old.actor or new."actorID" is not old."actorID" or new."actorName" is not old."actorName" or new.address is not old.address or new.what is not old.what or new.kind is not old.kind or new."aboutID" is not old."aboutID" or new."aboutName" is not old."aboutName" or new."groupID" is not old."groupID" or new.details is not old.details begin
      select raise(abort, 'trail is append-only'); end;

CREATE TABLE trail (
    id integer primary key autoincrement, "schoolID" integer not null, "campusID" integer, at text not null,
    actor text not null, "actorID" text not null, "actorName" text not null, address text,
    what text not null, kind text not null, "aboutID" text not null, "aboutName" text not null, "groupID" integer,
    details text not null, place integer, hash text) strict;

CREATE INDEX trail_about on trail (kind, "aboutID", id);

CREATE INDEX "trail_actorID" on trail ("actorID", id);

CREATE INDEX "trail_campusID" on trail ("campusID", id);

CREATE INDEX "trail_groupID" on trail ("groupID", id) where "groupID" is not null;

CREATE UNIQUE INDEX trail_place on trail ("schoolID", place) where place is not null;

CREATE INDEX "trail_schoolID" on trail ("schoolID", id) where "campusID" is null;

CREATE INDEX trail_unsealed on trail (id) where hash is null;

CREATE TRIGGER "trail_head_delete" before delete on trail_head  begin
      select raise(abort, 'trail_head is append-only'); end;

CREATE TRIGGER "trail_head_insert" before insert on trail_head when exists (select 1 from trail_head where "schoolID" = new."schoolID") begin
      select raise(abort, 'trail_head is append-only'); end;

CREATE TRIGGER "trail_head_update" before update on trail_head when new."schoolID" <> old."schoolID" or new.count <= old.count begin
      select raise(abort, 'trail_head is append-only'); end;

CREATE TABLE trail_head ("schoolID" integer not null primary key, count integer not null, hash text not null) strict;

CREATE TABLE two_factor (
    "userID" text not null primary key references "user" (id) on delete cascade, secret text not null,
    "createdAt" text not null, "confirmedAt" text, "usedStep" integer not null default 0) strict;

CREATE TABLE "user" (
    id text not null primary key, name text not null, email text not null unique,
    "emailVerified" integer not null, image text, username text unique, "displayUsername" text,
    "createdAt" text not null, "updatedAt" text not null, "invitedAt" text, "disabledAt" text) strict;

CREATE TABLE verification (
    id text not null primary key, identifier text not null, value text not null, "expiresAt" text not null,
    "createdAt" text not null, "updatedAt" text not null) strict;
