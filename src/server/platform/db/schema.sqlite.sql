-- Made by `npm run db:schema` from the migrations; not edited by hand.

CREATE TABLE access_link (
  "userID" text not null primary key references "user" (id) on delete cascade,
  digest text not null unique,
  "createdAt" text not null,
  "createdBy" text,
  "expiresAt" text not null
) strict;

CREATE TABLE account (
  id text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" text,
  "refreshTokenExpiresAt" text,
  scope text,
  password text,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;

CREATE INDEX "account_userId" on account ("userId");

CREATE TRIGGER adjustment_delete before delete on adjustment
begin
  select raise(abort, 'adjustment is append-only');
end;

CREATE TRIGGER adjustment_insert before insert on adjustment
when exists (select 1 from adjustment where (id = new.id)
    or ("campusID" = new."campusID" and "clientID" = new."clientID"))
  or new."voidedAt" is not null
  or new."voidedBy" is not null
begin
  select raise(abort, 'adjustment is append-only');
end;

CREATE TRIGGER adjustment_needs before insert on adjustment
when not exists (select 1 from bill where id = new."billID" and "campusID" = new."campusID")
  or new."toBillID" is not null and not exists (select 1 from bill where id = new."toBillID"
    and "campusID" = new."campusID")
begin
  select raise(abort, 'adjustment has no such foreign key');
end;

CREATE TRIGGER adjustment_update before update on adjustment
when old."voidedAt" is not null
  or new."voidedAt" is null
  or old."voidedBy" is not null
  or new."voidedBy" is null
  or new."id" is not old."id"
  or new."campusID" is not old."campusID"
  or new."billID" is not old."billID"
  or new."kind" is not old."kind"
  or new."amount" is not old."amount"
  or new."reason" is not old."reason"
  or new."day" is not old."day"
  or new."clientID" is not old."clientID"
  or new."createdAt" is not old."createdAt"
  or new."createdBy" is not old."createdBy"
  or new."toBillID" is not old."toBillID"
  or new."ofLateFine" is not old."ofLateFine"
begin
  select raise(abort, 'adjustment is append-only');
end;

CREATE TABLE adjustment (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "billID" integer not null,
  kind text not null check (kind in ('waiver', 'fine', 'writeOff', 'carried')),
  amount integer not null check (amount > 0),
  reason text not null,
  day text not null,
  "clientID" text,
  "createdAt" text not null,
  "createdBy" text not null,
  "voidedAt" text,
  "voidedBy" text,
  "toBillID" integer,
  "voidReason" text, "ofLateFine" integer not null default 0
    check ("ofLateFine" in (0, 1)), "voidedOn" text check ("voidedOn" is null or "voidedAt" is not null),
  check (("voidedAt" is null) = ("voidedBy" is null)),
  check ((kind = 'carried') = ("toBillID" is not null))
) strict;

CREATE INDEX "adjustment_billID" on adjustment ("campusID", "billID");

CREATE UNIQUE INDEX "adjustment_clientID" on adjustment ("campusID", "clientID") where "clientID" is not null;

CREATE INDEX "adjustment_toBillID" on adjustment ("campusID", "toBillID") where "toBillID" is not null;

CREATE INDEX "adjustment_voidedOn" on adjustment ("campusID", "voidedOn") where "voidedOn" is not null;

CREATE TRIGGER allocation_delete before delete on allocation
begin
  select raise(abort, 'allocation is append-only');
end;

CREATE TRIGGER allocation_insert before insert on allocation
when exists (select 1 from allocation where (id = new.id)
    or ("paymentID" = new."paymentID" and "billID" = new."billID" and "endedAt" is null))
  or new."endedAt" is not null
begin
  select raise(abort, 'allocation is append-only');
end;

CREATE TRIGGER allocation_needs before insert on allocation
when not exists (select 1 from bill where id = new."billID" and "campusID" = new."campusID")
  or exists (select 1 from payment where "campusID" = new."campusID" and id = new."paymentID"
    and "voidedAt" is not null)
begin
  select raise(abort, 'allocation has no such foreign key');
end;

CREATE TRIGGER allocation_update before update on allocation
when old."endedAt" is not null
  or new."endedAt" is null
  or new."id" is not old."id"
  or new."campusID" is not old."campusID"
  or new."paymentID" is not old."paymentID"
  or new."billID" is not old."billID"
  or new."groupID" is not old."groupID"
  or new."name" is not old."name"
  or new."regNum" is not old."regNum"
  or new."amount" is not old."amount"
  or new."createdAt" is not old."createdAt"
  or new."bookedOn" is not old."bookedOn"
begin
  select raise(abort, 'allocation is append-only');
end;

CREATE TABLE allocation (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "paymentID" integer not null,
  "billID" integer not null,
  "groupID" integer not null,
  name text not null,
  "regNum" text,
  amount integer not null check (amount >= 0),
  "createdAt" text not null,
  "endedAt" text, "bookedOn" text, "endedOn" text check ("endedOn" is null or "endedAt" is not null),
  foreign key ("campusID", "paymentID") references payment ("campusID", id)
) strict;

CREATE INDEX "allocation_billID" on allocation ("campusID", "billID");

CREATE INDEX "allocation_bookedOn" on allocation ("campusID", "bookedOn") where "bookedOn" is not null;

CREATE INDEX "allocation_endedOn" on allocation ("campusID", "endedOn") where "endedOn" is not null;

CREATE INDEX allocation_late on allocation ("paymentID") where "endedOn" is not null;

CREATE UNIQUE INDEX allocation_live on allocation ("paymentID", "billID") where "endedAt" is null;

CREATE INDEX "allocation_paymentID" on allocation ("campusID", "paymentID");

CREATE TABLE api_key (
  id text not null primary key,
  "campusID" integer not null references campus (id),
  digest text not null unique,
  ending text not null,
  name text not null,
  view integer not null,
  "add" integer not null,
  edit integer not null,
  "delete" integer not null,
  outbox integer not null,
  "perMinute" integer not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "usedAt" text,
  "expiresAt" text,
  "revokedAt" text,
  "revokedBy" text
) strict;

CREATE INDEX "api_key_campusID" on api_key ("campusID");

CREATE TABLE approval (
  "templateID" integer not null primary key references template (id) on delete cascade,
  "campusID" integer not null references campus (id),
  name text not null,
  language text not null,
  category text not null,
  "providerID" text not null,
  state text not null check (state in ('pending', 'approved', 'rejected', 'paused', 'disabled')),
  reason text not null,
  message text not null,
  media text not null,
  "stopButton" integer not null,
  "submittedAt" text not null,
  "syncedAt" text
) strict;

CREATE INDEX approval_name on approval ("campusID", name, language);

CREATE TABLE attempt (
  "messageID" integer not null,
  attempt integer not null,
  "campusID" integer not null,
  "senderID" text not null,
  "startedAt" text not null,
  "endedAt" text not null,
  outcome text not null check (outcome in ('accepted', 'rejected', 'notSent', 'unknown')),
  code text,
  reason text,
  "providerID" text,
  "waID" text,
  primary key ("messageID", attempt)
) strict;

CREATE UNIQUE INDEX attempt_provider on attempt ("senderID", "providerID") where "providerID" is not null;

CREATE TRIGGER bank_file_delete before delete on bank_file
begin
  select raise(abort, 'bank_file is append-only');
end;

CREATE TRIGGER bank_file_insert before insert on bank_file
when exists (select 1 from bank_file where (id = new.id)
    or ("campusID" = new."campusID" and "saveID" = new."saveID"))
  or new."undoneAt" is not null
  or new."undoneBy" is not null
begin
  select raise(abort, 'bank_file is append-only');
end;

CREATE TRIGGER bank_file_update before update on bank_file
when old."undoneAt" is not null
  or new."undoneAt" is null
  or old."undoneBy" is not null
  or new."undoneBy" is null
  or new.id is not old.id
  or new."campusID" is not old."campusID"
  or new."accountID" is not old."accountID"
  or new.name is not old.name
  or new.sha256 is not old.sha256
  or new."rows" is not old."rows"
  or new.sum is not old.sum
  or new.headings is not old.headings
  or new."saveID" is not old."saveID"
  or new.content is not old.content
  or new.answer is not old.answer
  or new."createdAt" is not old."createdAt"
  or new."createdBy" is not old."createdBy"
begin
  select raise(abort, 'bank_file is append-only');
end;

CREATE TABLE bank_file (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "accountID" integer not null,
  name text not null,
  sha256 text not null,
  "rows" integer not null,
  sum integer not null,
  headings text not null,
  "saveID" text not null,
  content text not null,
  answer text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "undoneAt" text,
  "undoneBy" text,
  check (("undoneAt" is null) = ("undoneBy" is null)),
  unique ("campusID", id),
  unique ("campusID", "saveID"),
  foreign key ("campusID", "accountID") references money_account ("campusID", id)
) strict;

CREATE TRIGGER bank_row_delete before delete on bank_row
begin
  select raise(abort, 'bank_row is append-only');
end;

CREATE TRIGGER bank_row_insert before insert on bank_row
when exists (select 1 from bank_row where (id = new.id)
    or ("campusID" = new."campusID" and "accountID" = new."accountID" and key = new.key and "endedAt" is null)
    or ("campusID" = new."campusID" and "paymentID" = new."paymentID" and "endedAt" is null))
  or new."endedAt" is not null
begin
  select raise(abort, 'bank_row is append-only');
end;

CREATE TRIGGER bank_row_needs before insert on bank_row
when exists (select 1 from payment where "campusID" = new."campusID" and id = new."paymentID"
    and "voidedAt" is not null)
begin
  select raise(abort, 'bank_row has no such foreign key');
end;

CREATE TRIGGER bank_row_update before update on bank_row
when old."endedAt" is not null
  or new."endedAt" is null
  or new.id is not old.id
  or new."campusID" is not old."campusID"
  or new."fileID" is not old."fileID"
  or new."accountID" is not old."accountID"
  or new.key is not old.key
  or new.day is not old.day
  or new.amount is not old.amount
  or new.reference is not old.reference
  or new.text is not old.text
  or new."match" is not old."match"
  or new."paymentID" is not old."paymentID"
  or new."waiverID" is not old."waiverID"
  or new."byHand" is not old."byHand"
  or new."createdAt" is not old."createdAt"
begin
  select raise(abort, 'bank_row is append-only');
end;

CREATE TABLE bank_row (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "fileID" integer not null,
  "accountID" integer not null,
  key text not null,
  day text not null,
  amount integer not null check (amount > 0),
  reference text not null,
  text text not null,
  "match" text not null,
  "paymentID" integer not null,
  "waiverID" integer references adjustment (id),
  "byHand" integer not null check ("byHand" in (0, 1)),
  "createdAt" text not null,
  "endedAt" text,
  foreign key ("campusID", "fileID") references bank_file ("campusID", id),
  foreign key ("campusID", "accountID") references money_account ("campusID", id),
  foreign key ("campusID", "paymentID") references payment ("campusID", id)
) strict;

CREATE INDEX "bank_row_fileID" on bank_row ("campusID", "fileID");

CREATE UNIQUE INDEX bank_row_key on bank_row ("campusID", "accountID", key) where "endedAt" is null;

CREATE UNIQUE INDEX "bank_row_paymentID" on bank_row ("campusID", "paymentID") where "endedAt" is null;

CREATE TRIGGER bill_count_delete after delete on bill
begin
  insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total, paid, covered)
    values (old."campusID", old."groupID", old.status, coalesce(old."dueDate", ''), -1,
      -coalesce(old.total, 0), -old.paid,
      -(case when old.paid < coalesce(old.total, 0) then old.paid else coalesce(old.total, 0) end))
    on conflict do update set bills = bill_count.bills + excluded.bills,
      total = bill_count.total + excluded.total, paid = bill_count.paid + excluded.paid,
      covered = bill_count.covered + excluded.covered;
end;

CREATE TRIGGER bill_count_insert after insert on bill
begin
  insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total, paid, covered)
    values (new."campusID", new."groupID", new.status, coalesce(new."dueDate", ''), 1, coalesce(new.total, 0),
      new.paid, (case when new.paid < coalesce(new.total, 0) then new.paid else coalesce(new.total, 0) end))
    on conflict do update set bills = bill_count.bills + excluded.bills,
      total = bill_count.total + excluded.total, paid = bill_count.paid + excluded.paid,
      covered = bill_count.covered + excluded.covered;
end;

CREATE TRIGGER bill_count_update after update of "groupID", status, "dueDate", total, paid on bill
when old."groupID" is not new."groupID"
  or old.status is not new.status
  or old."dueDate" is not new."dueDate"
  or old.total is not new.total
  or old.paid is not new.paid
begin
  insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total, paid, covered)
    values (old."campusID", old."groupID", old.status, coalesce(old."dueDate", ''), -1,
      -coalesce(old.total, 0), -old.paid,
      -(case when old.paid < coalesce(old.total, 0) then old.paid else coalesce(old.total, 0) end))
    on conflict do update set bills = bill_count.bills + excluded.bills,
      total = bill_count.total + excluded.total, paid = bill_count.paid + excluded.paid,
      covered = bill_count.covered + excluded.covered;
  insert into bill_count ("campusID", "groupID", status, "dueDate", bills, total, paid, covered)
    values (new."campusID", new."groupID", new.status, coalesce(new."dueDate", ''), 1, coalesce(new.total, 0),
      new.paid, (case when new.paid < coalesce(new.total, 0) then new.paid else coalesce(new.total, 0) end))
    on conflict do update set bills = bill_count.bills + excluded.bills,
      total = bill_count.total + excluded.total, paid = bill_count.paid + excluded.paid,
      covered = bill_count.covered + excluded.covered;
end;

CREATE TRIGGER bill_money before update of total, "amountAfterDueDate", "invNo", "regNum" on bill
when old.paid > 0 and (new.total is not old.total or new."amountAfterDueDate" is not old."amountAfterDueDate"
    or new."invNo" is not old."invNo" or new."regNum" is not old."regNum")
begin
  select raise(abort, 'money stands on this bill');
end;

CREATE TABLE bill (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "groupID" integer not null,
  name text not null,
  number text not null,
  numbers text not null,
  avatar text,
  "regNum" text,
  "invNo" text,
  total integer,
  "amountAfterDueDate" integer,
  "issueDate" text,
  "dueDate" text,
  "expiryDate" text,
  status text not null,
  month integer,
  year integer,
  email text,
  branch text,
  head1 text,
  amount1 integer,
  head2 text,
  amount2 integer,
  head3 text,
  amount3 integer,
  head4 text,
  amount4 integer,
  head5 text,
  amount5 integer,
  head6 text,
  amount6 integer,
  head7 text,
  amount7 integer,
  head8 text,
  amount8 integer,
  head9 text,
  amount9 integer,
  head10 text,
  amount10 integer,
  "createdAt" text not null,
  "importID" integer,
  paid integer not null default 0 check (paid >= 0),
  "settledOn" text,
  "statedStatus" text,
  foreign key ("campusID", "groupID") references "group" ("campusID", id) on delete cascade
) strict;

CREATE INDEX bill_due on bill ("campusID", "dueDate")
  where status in ('unpaid', 'partial') and "dueDate" is not null;

CREATE INDEX bill_expiry on bill ("campusID", "expiryDate", "groupID", status)
  where status in ('unpaid', 'partial') and "expiryDate" is not null;

CREATE INDEX bill_figures on bill ("campusID", "groupID", id, status, "dueDate", total);

CREATE INDEX bill_half on bill ("campusID", "regNum")
  where "regNum" is not null and (year is null) <> (month is null);

CREATE INDEX "bill_invNo" on bill ("campusID", "invNo") where "invNo" is not null;

CREATE INDEX bill_month on bill ("campusID", (coalesce(year * 12 + month, -"groupID")), "regNum")
  where "regNum" is not null;

CREATE INDEX bill_numberless on bill ("campusID", id) where numbers = '' and status in ('unpaid', 'partial');

CREATE INDEX bill_numbers on bill ("groupID", numbers);

CREATE TABLE bill_count (
  "campusID" integer not null,
  "groupID" integer not null,
  status text not null,
  "dueDate" text not null,
  bills integer not null,
  total integer not null,
  paid integer not null default 0,
  covered integer not null default 0,
  primary key ("campusID", "groupID", status, "dueDate")
) strict, without rowid;

CREATE TABLE bin (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  kind text not null check (kind in ('group', 'bill', 'template')),
  "itemID" integer not null,
  "groupID" integer,
  name text not null,
  bills integer not null,
  at text not null,
  until text not null,
  "by" text not null,
  unique ("campusID", id),
  unique ("campusID", kind, "itemID")
) strict;

CREATE INDEX bin_until on bin (until);

CREATE TABLE binned_row (
  "campusID" integer not null,
  "binID" integer not null,
  "table" text not null,
  "itemID" integer not null,
  content text not null,
  primary key ("campusID", "binID", "table", "itemID"),
  foreign key ("campusID", "binID") references bin ("campusID", id) on delete cascade
) strict;

CREATE TABLE broadcast (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "senderID" text not null,
  "createdBy" text not null,
  "clientID" text,
  text text not null,
  media text not null,
  total integer not null,
  queued integer not null,
  audience text not null,
  state text not null check (state in ('running', 'paused', 'done')),
  "nextAt" text,
  "servedAt" text not null,
  "createdAt" text not null,
  kind text not null default 'run' check (kind in ('run', 'reply', 'notice')),
  family integer not null default 0,
  "startAt" text,
  "startedAt" text,
  notice text,
  template text,
  sequence integer not null default 0,
  failures text not null default '',
  pardoned integer not null default 0,
  title text,
  classes text,
  "followsID" integer,
  "lastDay" text,
  "paymentID" integer,
  "answersID" integer,
  "keyID" text, "reminderOf" integer,
  unique ("campusID", id),
  unique ("campusID", "clientID"),
  foreign key ("campusID", "senderID") references sender ("campusID", id)
) strict;

CREATE UNIQUE INDEX broadcast_answers on broadcast ("answersID") where "answersID" is not null;

CREATE INDEX "broadcast_createdAt" on broadcast ("campusID", "createdAt");

CREATE INDEX broadcast_follows on broadcast ("followsID") where "followsID" is not null;

CREATE UNIQUE INDEX broadcast_payment on broadcast ("campusID", "paymentID")
    where "paymentID" is not null and "followsID" is null and queued > 0;

CREATE INDEX "broadcast_paymentID" on broadcast ("campusID", "paymentID") where "paymentID" is not null;

CREATE INDEX "broadcast_reminderOf" on broadcast ("campusID", "reminderOf", id) where "reminderOf" is not null;

CREATE INDEX broadcast_send on broadcast ("campusID", id) where kind = 'run' and "followsID" is null;

CREATE INDEX "broadcast_startAt" on broadcast ("startAt") where "startAt" is not null and "startedAt" is null;

CREATE INDEX broadcast_turn on broadcast ("campusID", state, "servedAt", id);

CREATE TABLE broadcast_group (
  "campusID" integer not null,
  "broadcastID" integer not null,
  "groupID" integer not null,
  primary key ("campusID", "groupID", "broadcastID"),
  foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)
) strict;

CREATE TABLE campus (
  id integer primary key autoincrement,
  "schoolID" integer not null references school (id),
  name text not null,
  country text not null default 'PK',
  "timeZone" text not null default 'Asia/Karachi',
  "createdAt" text not null,
  currency text not null default 'Rs.',
  logo text,
  "graceDays" integer not null default 0 check ("graceDays" between 0 and 31),
  "sundayDays" integer not null default 0 check ("sundayDays" in (0, 1))
, "cashDays" integer not null default 3 check ("cashDays" between 0 and 366), "closedUntil" text, "usesCredit" integer not null default 0 check ("usesCredit" in (0, 1))) strict;

CREATE INDEX "campus_schoolID" on campus ("schoolID");

CREATE TRIGGER cash_count_delete before delete on cash_count
begin
  select raise(abort, 'cash_count is append-only');
end;

CREATE TRIGGER cash_count_insert before insert on cash_count
when exists (select 1 from cash_count where (id = new.id)
    or ("campusID" = new."campusID" and "clientID" = new."clientID"))
begin
  select raise(abort, 'cash_count is append-only');
end;

CREATE TRIGGER cash_count_update before update on cash_count
begin
  select raise(abort, 'cash_count is append-only');
end;

CREATE TABLE cash_count (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  day text not null,
  clerk text not null,
  expected integer not null,
  counted integer not null check (counted >= 0),
  note text not null,
  "clientID" text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  unique ("campusID", "clientID")
) strict;

CREATE INDEX cash_count_day on cash_count ("campusID", day, id);

CREATE TABLE child_name (
  "campusID" integer not null,
  number text not null,
  name text not null,
  "regNum" text not null,
  "fatherName" text not null,
  keys text not null,
  primary key ("campusID", number, name, "regNum")
) strict, without rowid;

CREATE TABLE class (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  name text not null, position integer,
  unique ("campusID", id),
  unique ("campusID", name)
) strict;

CREATE TABLE class_spelling (
  "campusID" integer not null,
  spelling text not null,
  "classID" integer not null,
  primary key ("campusID", spelling),
  foreign key ("campusID", "classID") references class ("campusID", id) on delete cascade
) strict;

CREATE INDEX "class_spelling_classID" on class_spelling ("campusID", "classID");

CREATE TABLE "contacted_by_phone" (
  "campusID" integer not null,
  "broadcastID" integer not null,
  "messageID" integer not null,
  "by" text not null,
  at text not null,
  primary key ("campusID", "broadcastID", "messageID"),
  foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)
) strict;

CREATE TABLE conversation (
  "campusID" integer not null references campus (id),
  number text not null,
  "latestID" integer not null,
  "latestAt" text not null,
  "answeredID" integer not null default 0,
  "confirmID" integer,
  primary key ("campusID", number)
) strict;

CREATE INDEX conversation_closing on conversation ("campusID", "latestAt") where "latestID" > "answeredID";

CREATE INDEX conversation_confirm on conversation ("campusID", "latestID") where "confirmID" is not null;

CREATE INDEX conversation_latest on conversation ("campusID", "latestID");

CREATE INDEX conversation_waiting on conversation ("campusID", "latestID") where "latestID" > "answeredID";

CREATE TABLE correction (
  "campusID" integer not null,
  "broadcastID" integer not null,
  "messageID" integer not null,
  "insteadID" integer not null,
  primary key ("campusID", "broadcastID", "messageID", "insteadID"),
  foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)
) strict;

CREATE TABLE exception_seen (
  "campusID" integer not null references campus (id),
  "entryID" integer not null,
  "seenAt" text not null,
  "seenBy" text not null,
  primary key ("campusID", "entryID")
) strict;

CREATE TABLE failed_sign_in (
  "userID" text not null,
  address text not null,
  minute text not null,
  tries integer not null,
  primary key ("userID", address, minute)
) strict;

CREATE TABLE fee_head (
  "campusID" integer not null references campus (id),
  name text not null,
  class text not null check (class in ('tuition', 'arrears', 'fine', 'concession', 'other')),
  primary key ("campusID", name)
) strict;

CREATE TABLE file (
  name text not null primary key,
  "campusID" integer references campus (id),
  bytes integer not null,
  "createdAt" text not null,
  "reservedUntil" text
) strict;

CREATE INDEX "file_campusID" on file ("campusID", "reservedUntil", bytes);

CREATE TABLE "group" (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  name text not null,
  month integer not null,
  year integer not null,
  description text not null,
  avatar text,
  "createdAt" text not null,
  "createdBy" text not null,
  unique ("campusID", id)
) strict;

CREATE TABLE guess_notice (
  "userID" text not null primary key references "user" (id) on delete cascade,
  passwords integer not null,
  codes integer not null,
  since text not null,
  latest text not null
) strict;

CREATE TABLE heading (
  "campusID" integer not null references campus (id),
  kind text not null check (kind in ('bills', 'students')),
  heading text not null,
  field text not null,
  primary key ("campusID", kind, heading)
) strict;

CREATE TABLE hook (
  id integer primary key autoincrement,
  "senderID" text not null references sender (id),
  digest text not null,
  body text not null,
  "receivedAt" text not null,
  "handledAt" text,
  error text,
  unique ("senderID", digest)
) strict;

CREATE INDEX "hook_receivedAt" on hook ("receivedAt");

CREATE INDEX hook_waiting on hook (id) where "handledAt" is null;

CREATE INDEX "hook_waitingOfSender" on hook ("senderID", id) where "handledAt" is null;

CREATE TABLE idempotency_key (
  "campusID" integer not null references campus (id),
  "clientID" text not null,
  digest text not null,
  "expiresAt" text not null,
  primary key ("campusID", "clientID")
) strict;

CREATE TABLE import (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  kind text not null check (kind in ('bills', 'students')),
  "groupID" integer,
  "groupName" text not null,
  "isNewGroup" integer not null,
  "saveID" text,
  "fileName" text not null,
  sha256 text not null,
  added integer not null,
  updated integer not null,
  skipped integer not null,
  refused integer not null,
  held text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "undoneAt" text,
  "undoneBy" text,
  sheet text not null default '',
  "oneSeries" integer check ("oneSeries" in (0, 1)),
  content text not null default '',
  "undoneBinID" integer, "partOf" integer references import (id),
  unique ("campusID", id),
  unique ("campusID", "saveID")
) strict;

CREATE INDEX "import_createdAt" on import ("campusID", "createdAt") where kind = 'bills';

CREATE INDEX import_group on import ("campusID", "groupID", id);

CREATE INDEX "import_partOf" on import ("campusID", "partOf") where "partOf" is not null;

CREATE INDEX import_sha256 on import ("campusID", sha256) where sha256 <> '';

CREATE TABLE import_change (
  "importID" integer not null,
  "campusID" integer not null,
  "itemID" integer not null,
  before text not null,
  after text not null,
  primary key ("importID", "itemID"),
  foreign key ("campusID", "importID") references import ("campusID", id)
) strict;

CREATE TABLE inbound (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "senderID" text not null references sender (id),
  "providerID" text not null,
  number text not null,
  text text not null,
  media text not null,
  audio text not null,
  at text not null,
  seen integer not null default 0 check (seen in (0, 1)),
  "groupID" integer,
  "mediaID" text,
  "mediaType" text,
  "fetchAt" text,
  fetches integer not null default 0, "isOurs" integer not null default 0 check ("isOurs" in (0, 1)), kind text not null default 'message' check (kind in ('message', 'call', 'change')), change text check (change in ('edited', 'revoked')), "changedAt" text,
  unique ("senderID", "providerID")
) strict;

CREATE INDEX "inbound_fetchAt" on inbound ("fetchAt") where "fetchAt" is not null;

CREATE INDEX inbound_number on inbound ("campusID", number, id);

CREATE INDEX inbound_unseen on inbound ("campusID", number, "groupID") where seen = 0;

CREATE TRIGGER lowered_bill_delete before delete on lowered_bill
begin
  select raise(abort, 'lowered_bill is append-only');
end;

CREATE TRIGGER lowered_bill_update before update on lowered_bill
begin
  select raise(abort, 'lowered_bill is append-only');
end;

CREATE TABLE lowered_bill (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "billID" integer not null,
  "groupID" integer not null,
  name text not null,
  "regNum" text,
  amount integer not null check (amount > 0),
  reason text not null,
  day text not null,
  "createdAt" text not null,
  "createdBy" text not null
) strict;

CREATE INDEX lowered_bill_day on lowered_bill ("campusID", day);

CREATE TABLE manual_claim (
  "campusID" integer not null references campus (id),
  "messageID" integer not null,
  attempt integer not null,
  "userID" text not null,
  "expiresAt" text not null,
  primary key ("campusID", "messageID", attempt)
) strict;

CREATE TABLE membership (
  "userID" text not null references "user" (id) on delete cascade,
  "campusID" integer not null references campus (id),
  view integer not null,
  "add" integer not null,
  edit integer not null,
  "delete" integer not null,
  outbox integer not null,
  admin integer not null,
  primary key ("userID", "campusID")
) strict;

CREATE INDEX "membership_campusID" on membership ("campusID");

CREATE TRIGGER message_count_delete after delete on message
begin
  insert into message_count ("campusID", status, "broadcastID", count)
    values (old."campusID", old.status, old."broadcastID", -1)
    on conflict do update set count = message_count.count + excluded.count;
  insert into message_count ("campusID", status, "broadcastID", count)
    values (old."campusID", old.status, 0, -1)
    on conflict do update set count = message_count.count + excluded.count;
end;

CREATE TRIGGER message_count_insert after insert on message
begin
  insert into message_count ("campusID", status, "broadcastID", count)
    values (new."campusID", new.status, new."broadcastID", 1)
    on conflict do update set count = message_count.count + excluded.count;
  insert into message_count ("campusID", status, "broadcastID", count)
    values (new."campusID", new.status, 0, 1)
    on conflict do update set count = message_count.count + excluded.count;
end;

CREATE TRIGGER message_count_update after update of status on message
when old.status is not new.status
begin
  insert into message_count ("campusID", status, "broadcastID", count)
    values (old."campusID", old.status, old."broadcastID", -1)
    on conflict do update set count = message_count.count + excluded.count;
  insert into message_count ("campusID", status, "broadcastID", count)
    values (old."campusID", old.status, 0, -1)
    on conflict do update set count = message_count.count + excluded.count;
  insert into message_count ("campusID", status, "broadcastID", count)
    values (new."campusID", new.status, new."broadcastID", 1)
    on conflict do update set count = message_count.count + excluded.count;
  insert into message_count ("campusID", status, "broadcastID", count)
    values (new."campusID", new.status, 0, 1)
    on conflict do update set count = message_count.count + excluded.count;
end;

CREATE TABLE message (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "broadcastID" integer not null,
  "senderID" text not null,
  "groupID" integer,
  "groupIDs" text not null,
  "billIDs" text not null,
  number text not null,
  name text not null,
  text text not null,
  media text not null,
  status text not null
    check (status in ('queued', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown',
      'cancelled', 'skipped')),
  reason text,
  attempts integer not null default 0,
  "dueAt" text,
  "leaseUntil" text,
  "pollAt" text,
  "providerID" text,
  "acceptedAt" text,
  "createdAt" text not null,
  "updatedAt" text not null,
  code text,
  waits integer not null default 0,
  "decidedAt" text,
  params text,
  "cancelledAt" text,
  sequence integer,
  "owedIDs" text not null default '',
  "handedOverAt" text check ("handedOverAt" is null or status = 'sending'),
  check ((status = 'sending') = ("leaseUntil" is not null)),
  foreign key ("campusID", "broadcastID") references broadcast ("campusID", id)
) strict;

CREATE INDEX message_broadcast on message ("broadcastID", status, id);

CREATE INDEX message_ended on message ("campusID", status, id)
  where status = 'failed' or status = 'unknown' or status = 'cancelled' or status = 'skipped';

CREATE INDEX message_number on message ("campusID", number, id);

CREATE INDEX message_poll on message ("pollAt") where "pollAt" is not null;

CREATE INDEX message_sending on message ("leaseUntil") where status = 'sending';

CREATE TABLE message_count (
  "campusID" integer not null,
  status text not null,
  "broadcastID" integer not null,
  count integer not null,
  primary key ("campusID", status, "broadcastID")
) strict, without rowid;

CREATE TABLE migration (name text not null primary key, "appliedAt" text not null);

CREATE TRIGGER money_account_delete before delete on money_account
begin
  select raise(abort, 'money_account is append-only');
end;

CREATE TABLE money_account (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  kind text not null check (kind in ('bank', 'cash', 'wallet', 'biller')),
  title text not null,
  bank text not null,
  number text not null,
  iban text not null,
  prefix text not null,
  numbering text not null check (numbering in ('voucher', 'student')),
  "onVoucher" integer not null,
  "createdAt" text not null,
  "endedAt" text,
  unique ("campusID", id)
) strict;

CREATE TABLE number_correction (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  at text not null,
  was text not null,
  became text not null,
  bills text not null,
  students text not null,
  label text
) strict;

CREATE INDEX number_correction_at on number_correction ("campusID", at);

CREATE TABLE number_label (
  "campusID" integer not null references campus (id),
  number text not null,
  label text not null,
  primary key ("campusID", number)
) strict;

CREATE TABLE number_name (
  "campusID" integer not null,
  number text not null,
  name text not null,
  primary key ("campusID", number)
) strict, without rowid;

CREATE TABLE opt_out (
  "campusID" integer not null references campus (id),
  number text not null,
  at text not null,
  "by" text not null,
  note text not null,
  "endedAt" text,
  "endedBy" text,
  "endNote" text,
  primary key ("campusID", number)
) strict;

CREATE TABLE parent_link (
  "campusID" integer not null references campus (id),
  number text not null,
  token text not null unique,
  "createdAt" text not null,
  primary key ("campusID", number)
) strict;

CREATE TRIGGER payment_answers before update of "voidedAt" on payment
when exists (select 1 from bank_row where "campusID" = new."campusID" and "paymentID" = new.id
    and "endedAt" is null)
begin
  select raise(abort, 'payment is append-only');
end;

CREATE TRIGGER payment_delete before delete on payment
begin
  select raise(abort, 'payment is append-only');
end;

CREATE TRIGGER payment_insert before insert on payment
when exists (select 1 from payment where (id = new.id) or ("campusID" = new."campusID"
    and "receiptNo" = new."receiptNo") or ("campusID" = new."campusID" and "clientID" = new."clientID")
    or ("campusID" = new."campusID" and source = new.source and "sourceKey" = new."sourceKey"
    and "voidedAt" is null))
  or new."voidedAt" is not null
  or new."voidedBy" is not null
  or new."voidReason" is not null
begin
  select raise(abort, 'payment is append-only');
end;

CREATE TRIGGER payment_update before update on payment
when old."voidedAt" is not null
  or new."voidedAt" is null
  or old."voidedBy" is not null
  or new."voidedBy" is null
  or old."voidReason" is not null
  or new."voidReason" is null
  or new."id" is not old."id"
  or new."campusID" is not old."campusID"
  or new."receiptNo" is not old."receiptNo"
  or new."amount" is not old."amount"
  or new."method" is not old."method"
  or new."accountID" is not old."accountID"
  or new."receivedOn" is not old."receivedOn"
  or new."regNum" is not old."regNum"
  or new."payer" is not old."payer"
  or new."reference" is not old."reference"
  or new."source" is not old."source"
  or new."sourceKey" is not old."sourceKey"
  or new."clientID" is not old."clientID"
  or new."createdAt" is not old."createdAt"
  or new."createdBy" is not old."createdBy"
  or new."billID" is not old."billID"
  or new."bookedOn" is not old."bookedOn"
  or exists (select 1 from allocation where "campusID" = new."campusID" and "paymentID" = new.id
    and "endedAt" is null)
begin
  select raise(abort, 'payment is append-only');
end;

CREATE TABLE payment (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "receiptNo" integer not null check ("receiptNo" > 0),
  amount integer not null check (amount >= 0),
  method text not null check (method in ('cash', 'bank', 'online', 'wallet', 'cheque', 'marked', 'opening')),
  "accountID" integer,
  "receivedOn" text not null,
  "regNum" text,
  payer text,
  reference text,
  source text not null check (source in ('counter', 'mark', 'sheet', 'bank', 'push', 'opening')),
  "sourceKey" text,
  "clientID" text,
  "createdAt" text not null,
  "createdBy" text not null,
  "voidedAt" text,
  "voidedBy" text,
  "voidReason" text,
  "billID" integer, "bookedOn" text, "voidedOn" text check ("voidedOn" is null or "voidedAt" is not null),
  check (amount > 0 or method in ('marked', 'opening')),
  check (("voidedAt" is null) = ("voidedBy" is null)),
  check (("voidedAt" is null) = ("voidReason" is null)),
  unique ("campusID", id),
  unique ("campusID", "receiptNo"),
  foreign key ("campusID", "accountID") references money_account ("campusID", id)
) strict;

CREATE INDEX "payment_billID" on payment ("campusID", "billID") where "billID" is not null;

CREATE INDEX "payment_bookedOn" on payment ("campusID", "bookedOn") where "bookedOn" is not null;

CREATE UNIQUE INDEX "payment_clientID" on payment ("campusID", "clientID") where "clientID" is not null;

CREATE INDEX "payment_createdAt" on payment ("campusID", "createdAt");

CREATE INDEX payment_pushed on payment ("campusID", "sourceKey") where source = 'push';

CREATE INDEX "payment_receivedOn" on payment
  ("campusID", "receivedOn", id, amount, "voidedAt", "voidedOn", "accountID", source);

CREATE INDEX payment_reference on payment ("campusID", reference) where reference is not null;

CREATE INDEX "payment_regNum" on payment ("campusID", "regNum") where "regNum" is not null;

CREATE UNIQUE INDEX "payment_sourceKey" on payment ("campusID", source, "sourceKey")
  where "voidedAt" is null and "sourceKey" is not null;

CREATE INDEX "payment_voidedOn" on payment ("campusID", "voidedOn") where "voidedOn" is not null;

CREATE TRIGGER payment_return_delete before delete on payment_return
begin
  select raise(abort, 'payment_return is append-only');
end;

CREATE TRIGGER payment_return_insert before insert on payment_return
when exists (select 1 from payment_return where (id = new.id)
    or ("campusID" = new."campusID" and "clientID" = new."clientID"))
begin
  select raise(abort, 'payment_return is append-only');
end;

CREATE TRIGGER payment_return_needs before insert on payment_return
when exists (select 1 from payment where "campusID" = new."campusID" and id = new."paymentID"
    and "voidedAt" is not null)
begin
  select raise(abort, 'payment_return has no such foreign key');
end;

CREATE TRIGGER payment_return_update before update on payment_return
begin
  select raise(abort, 'payment_return is append-only');
end;

CREATE TABLE payment_return (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "paymentID" integer not null,
  kind text not null check (kind in ('refund', 'bounced')),
  amount integer not null check (amount > 0),
  "returnedOn" text not null,
  "accountID" integer,
  reason text not null,
  "clientID" text,
  "createdAt" text not null,
  "createdBy" text not null, "concerns" text,
  foreign key ("campusID", "paymentID") references payment ("campusID", id),
  foreign key ("campusID", "accountID") references money_account ("campusID", id)
) strict;

CREATE UNIQUE INDEX payment_return_bounced on payment_return ("paymentID") where kind = 'bounced';

CREATE UNIQUE INDEX "payment_return_clientID" on payment_return ("campusID", "clientID")
  where "clientID" is not null;

CREATE INDEX payment_return_concerns on payment_return ("campusID", "returnedOn") where "concerns" is not null;

CREATE INDEX "payment_return_paymentID" on payment_return ("campusID", "paymentID");

CREATE TABLE promise (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  numbers text not null,
  day text not null,
  amount integer check (amount > 0),
  note text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "endedAt" text,
  how text check (how in ('kept', 'withdrawn', 'replaced')),
  check (("endedAt" is null) = (how is null))
) strict;

CREATE INDEX promise_open on promise ("campusID", day) where "endedAt" is null;

CREATE TABLE provider_cache (
  "senderID" text not null references sender (id),
  name text not null,
  value text not null,
  "expiresAt" text not null,
  primary key ("senderID", name)
) strict;

CREATE TABLE push_setup (
  "campusID" integer not null primary key references campus (id),
  "accountID" integer not null,
  "billerKey" text not null unique,
  "userName" text not null,
  password text,
  "isOn" integer not null check ("isOn" in (0, 1)),
  foreign key ("campusID", "accountID") references money_account ("campusID", id)
) strict;

CREATE TABLE reached (
  portfolio text not null,
  number text not null,
  at text not null,
  primary key (portfolio, number)
) strict;

CREATE INDEX reached_at on reached (portfolio, at);

CREATE TABLE receipt (
  id integer primary key autoincrement,
  "senderID" text not null references sender (id),
  "providerID" text not null,
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  reason text,
  at text not null,
  "receivedAt" text not null,
  matched integer not null,
  code text,
  policy text,
  recipient text,
  unique ("senderID", "providerID", status)
) strict;

CREATE INDEX receipt_unmatched on receipt ("senderID", "providerID") where matched = 0;

CREATE TRIGGER receipt_print_delete before delete on receipt_print
begin
  select raise(abort, 'receipt_print is append-only');
end;

CREATE TRIGGER receipt_print_update before update on receipt_print
begin
  select raise(abort, 'receipt_print is append-only');
end;

CREATE TABLE receipt_print (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "paymentID" integer not null,
  serial integer not null check (serial > 0),
  "createdAt" text not null,
  "createdBy" text not null,
  foreign key ("campusID", "paymentID") references payment ("campusID", id),
  unique ("paymentID", serial)
) strict;

CREATE TABLE recovery_code (
  "userID" text not null references two_factor ("userID") on delete cascade,
  digest text not null,
  primary key ("userID", digest)
) strict;

CREATE TABLE reminder (
  "campusID" integer not null references campus (id),
  "billID" integer not null,
  "templateID" integer not null,
  "sendOn" text not null,
  anchor text not null,
  day text not null,
  "runOn" text not null,
  state text not null check (state in ('fired', 'passed', 'skipped')),
  "broadcastID" integer,
  "createdAt" text not null,
  primary key ("campusID", "billID", "templateID", "sendOn", anchor)
) strict;

CREATE INDEX "reminder_broadcastID" on reminder ("campusID", "broadcastID") where "broadcastID" is not null;

CREATE INDEX reminder_day on reminder ("campusID", day);

CREATE INDEX "reminder_runOn" on reminder ("campusID", "runOn") where state = 'skipped';

CREATE TABLE reminder_rule (
  "templateID" integer not null primary key references template (id) on delete cascade,
  "campusID" integer not null references campus (id),
  "sendOn" text not null,
  "startsOn" text not null,
  "createdAt" text not null
) strict;

CREATE INDEX "reminder_rule_campusID" on reminder_rule ("campusID");

CREATE TABLE reminder_setting (
  "campusID" integer not null primary key references campus (id),
  hour text not null,
  "heldAt" text,
  "ranOn" text,
  "importsUpTo" text,
  "hourSetAt" text,
  "answersSince" text
) strict;

CREATE TABLE school (
  id integer primary key autoincrement,
  slug text not null unique,
  name text not null,
  "createdAt" text not null,
  "suspendedAt" text,
  "removeAt" text,
  "messagesADay" integer,
  "filesLimit" integer,
  "callsAMinute" integer
) strict;

CREATE TABLE school_day (
  "schoolID" integer not null references school (id),
  day text not null,
  messages integer not null,
  primary key ("schoolID", day)
) strict;

CREATE TABLE section (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "classID" integer not null,
  name text not null,
  unique ("campusID", id),
  unique ("classID", name),
  foreign key ("campusID", "classID") references class ("campusID", id) on delete cascade
) strict;

CREATE TABLE sender (
  id text not null primary key,
  "campusID" integer not null unique references campus (id),
  provider text not null,
  pace text not null,
  "createdAt" text not null,
  "perMinute" integer,
  "gapFrom" integer,
  "gapTo" integer,
  "restEvery" integer,
  "restSeconds" integer,
  "newPerDay" integer,
  "pairSeconds" integer,
  "quietFrom" text,
  "quietTo" text,
  "quietDays" text not null default '',
  "servedAt" text not null default '',
  "nextAt" text not null default '',
  "runsAt" text not null default '',
  "sinceRest" integer not null default 0,
  "newDay" text not null default '',
  "newCount" integer not null default 0,
  slowed integer not null default 0,
  "slowedAt" text,
  "stoppedAt" text,
  "stopReason" text,
  settings text not null default '{}',
  secrets text,
  "verifyToken" text,
  number text not null default '',
  name text not null default '',
  quality text not null default '',
  "perDay" integer,
  portfolio text not null default '',
  "checkedAt" text,
  "hookAt" text,
  "connectedAt" text,
  "stopPolicy" text,
  words text not null default '[]',
  "copiedAt" text,
  "copyWhy" text check ("copyWhy" in ('backup', 'place')),
  "copyUpTo" integer,
  refused integer not null default 0,
  "suspendedAt" text,
  unique ("campusID", id)
) strict;

CREATE TABLE session (
  id text not null primary key,
  token text not null unique,
  "userId" text not null references "user" (id) on delete cascade,
  "expiresAt" text not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;

CREATE INDEX "session_userId" on session ("userId");

CREATE TABLE setting (
  name text not null primary key,
  value text not null
) strict;

CREATE TABLE sign_in_try (
  key text not null primary key,
  tries integer not null,
  until text not null
) strict;

CREATE INDEX sign_in_try_until on sign_in_try (until);

CREATE TABLE snippet (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  title text not null,
  message text not null,
  "createdAt" text not null
) strict;

CREATE INDEX "snippet_campusID" on snippet ("campusID", id);

CREATE TABLE student (
  id integer primary key autoincrement,
  "campusID" integer not null,
  "sectionID" integer not null,
  "regNum" text not null,
  name text not null,
  "fatherName" text,
  number text not null,
  numbers text not null,
  "importID" integer,
  "endedOn" text,
  keys text not null default '',
  unique ("campusID", "regNum"),
  foreign key ("campusID", "sectionID") references section ("campusID", id) on delete cascade
) strict;

CREATE INDEX student_keys on student ("campusID", keys, id);

CREATE INDEX "student_sectionID" on student ("campusID", "sectionID", id);

CREATE TABLE template (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  title text not null,
  message text not null,
  media text not null default '',
  "sendOn" text,
  "createdAt" text not null
) strict;

CREATE INDEX "template_campusID" on template ("campusID", id);

CREATE TRIGGER trail_delete before delete on trail
begin
  select raise(abort, 'trail is append-only');
end;

CREATE TRIGGER trail_insert before insert on trail
when new.place is not null or new.hash is not null or exists (select 1 from trail where id = new.id)
begin
  select raise(abort, 'trail is append-only');
end;

CREATE TRIGGER trail_update before update on trail
when old.hash is not null
  or new.hash is null
  or new.place is null
  or new.id is not old.id
  or new."schoolID" is not old."schoolID"
  or new."campusID" is not old."campusID"
  or new.at is not old.at
  or new.actor is not old.actor
  or new."actorID" is not old."actorID"
  or new."actorName" is not old."actorName"
  or new.address is not old.address
  or new.what is not old.what
  or new.kind is not old.kind
  or new."aboutID" is not old."aboutID"
  or new."aboutName" is not old."aboutName"
  or new."groupID" is not old."groupID"
  or new.details is not old.details
  or new."rowChanges" is not old."rowChanges"
begin
  select raise(abort, 'trail is append-only');
end;

CREATE TABLE trail (
  id integer primary key autoincrement,
  "schoolID" integer not null,
  "campusID" integer,
  at text not null,
  actor text not null,
  "actorID" text not null,
  "actorName" text not null,
  address text,
  what text not null,
  kind text not null,
  "aboutID" text not null,
  "aboutName" text not null,
  "groupID" integer,
  details text not null,
  place integer,
  hash text
, "rowChanges" text) strict;

CREATE INDEX trail_about on trail (kind, "aboutID", id);

CREATE INDEX "trail_actorID" on trail ("actorID", id);

CREATE INDEX "trail_campusID" on trail ("campusID", id);

CREATE INDEX "trail_groupID" on trail ("groupID", id) where "groupID" is not null;

CREATE UNIQUE INDEX trail_place on trail ("schoolID", place) where place is not null;

CREATE INDEX "trail_rowChanges" on trail ("campusID", id) where "rowChanges" is not null;

CREATE INDEX "trail_schoolID" on trail ("schoolID", id) where "campusID" is null;

CREATE INDEX trail_unsealed on trail (id) where hash is null;

CREATE INDEX trail_what on trail ("campusID", what, at);

CREATE TRIGGER trail_head_delete before delete on trail_head
begin
  select raise(abort, 'trail_head is append-only');
end;

CREATE TRIGGER trail_head_insert before insert on trail_head
when exists (select 1 from trail_head where "schoolID" = new."schoolID")
begin
  select raise(abort, 'trail_head is append-only');
end;

CREATE TRIGGER trail_head_update before update on trail_head
when new."schoolID" <> old."schoolID" or new.count <= old.count
begin
  select raise(abort, 'trail_head is append-only');
end;

CREATE TABLE trail_head (
  "schoolID" integer not null primary key,
  count integer not null,
  hash text not null
) strict;

CREATE TABLE two_factor (
  "userID" text not null primary key references "user" (id) on delete cascade,
  secret text not null,
  "createdAt" text not null,
  "confirmedAt" text,
  "usedStep" integer not null default 0
) strict;

CREATE TABLE "user" (
  id text not null primary key,
  name text not null,
  email text not null unique,
  "emailVerified" integer not null,
  image text,
  username text unique,
  "displayUsername" text,
  "createdAt" text not null,
  "updatedAt" text not null,
  "invitedAt" text,
  "disabledAt" text
) strict;

CREATE TABLE verification (
  id text not null primary key,
  identifier text not null,
  value text not null,
  "expiresAt" text not null,
  "createdAt" text not null,
  "updatedAt" text not null
) strict;

CREATE TABLE voucher_job (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "clientID" text not null,
  state text not null check (state in ('working', 'done', 'failed', 'cancelled')),
  vouchers integer not null,
  made integer not null,
  name text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "touchedAt" text not null, problems text not null default '[]', contents text,
  unique ("campusID", "clientID")
) strict;

CREATE TRIGGER voucher_print_delete before delete on voucher_print
begin
  select raise(abort, 'voucher_print is append-only');
end;

CREATE TRIGGER voucher_print_insert before insert on voucher_print
when exists (select 1 from voucher_print where (id = new.id)
    or ("campusID" = new."campusID" and "billID" = new."billID" and serial = new.serial))
begin
  select raise(abort, 'voucher_print is append-only');
end;

CREATE TRIGGER voucher_print_needs before insert on voucher_print
when not exists (select 1 from bill where id = new."billID" and "campusID" = new."campusID")
begin
  select raise(abort, 'voucher_print has no such foreign key');
end;

CREATE TRIGGER voucher_print_update before update on voucher_print
begin
  select raise(abort, 'voucher_print is append-only');
end;

CREATE TABLE voucher_print (
  id integer primary key autoincrement,
  "campusID" integer not null references campus (id),
  "billID" integer not null,
  serial integer not null check (serial > 0),
  "expiryDate" text,
  sha256 text not null,
  "createdAt" text not null,
  "createdBy" text not null,
  unique ("campusID", "billID", serial)
) strict;

CREATE TABLE voucher_setting (
  "campusID" integer not null primary key references campus (id),
  copies text not null,
  language text not null check (language in ('en', 'ur', 'both')),
  numbering text not null check (numbering in ('voucher', 'student')),
  sorting text not null check (sorting in ('class', 'regNum', 'invNo')),
  "termsEn" text not null,
  "termsUr" text not null,
  "renewFine" integer not null check ("renewFine" >= 0),
  "renewDays" integer not null check ("renewDays" > 0),
  "receiptSize" text not null check ("receiptSize" in ('a5', 'roll'))
) strict;

CREATE TABLE whatsapp_name (
  "campusID" integer not null references campus (id),
  name text not null,
  number text not null,
  primary key ("campusID", name, number)
) strict;
