/**
 * Adds bank files and their saved rows. Until a row has ended, it counts only once in its account, and its payment
 * belongs to no other row. Append-only like the ledger.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0062-bank-files';

const tables = (key: string, int: string): string[] => [
  `create table bank_file (
    id ${key}, "campusID" ${int} not null references campus (id), "accountID" ${int} not null, name text not null,
    sha256 text not null, "rows" ${int} not null, sum ${int} not null, headings text not null, "saveID" text not null,
    content text not null, answer text not null, "createdAt" text not null, "createdBy" text not null,
    "undoneAt" text, "undoneBy" text, check (("undoneAt" is null) = ("undoneBy" is null)),
    unique ("campusID", id), unique ("campusID", "saveID"),
    foreign key ("campusID", "accountID") references money_account ("campusID", id))`,
  `create table bank_row (
    id ${key}, "campusID" ${int} not null references campus (id), "fileID" ${int} not null,
    "accountID" ${int} not null, key text not null, day text not null, amount ${int} not null check (amount > 0),
    reference text not null, text text not null, verdict text not null, "paymentID" ${int} not null,
    "waiverID" ${int} references adjustment (id), "byHand" ${int} not null check ("byHand" in (0, 1)),
    "createdAt" text not null, "endedAt" text,
    foreign key ("campusID", "fileID") references bank_file ("campusID", id),
    foreign key ("campusID", "accountID") references money_account ("campusID", id),
    foreign key ("campusID", "paymentID") references payment ("campusID", id))`,
  `create unique index bank_row_key on bank_row ("campusID", "accountID", key) where "endedAt" is null`,
  `create unique index "bank_row_paymentID" on bank_row ("campusID", "paymentID") where "endedAt" is null`,
  `create index "bank_row_fileID" on bank_row ("campusID", "fileID")`,
];

type Facts = {
  table: string;
  /** The columns that never change. */
  fixed: readonly string[];
  /** The columns that are set together by the only allowed change. */
  ends: readonly string[];
  /** Further unique keys. SQLite's `or replace` would delete a row with the same key without running a trigger. */
  keys: readonly string[];
};

const facts: readonly Facts[] = [
  {
    table: 'bank_file',
    fixed: [
      ...['id', '"campusID"', '"accountID"', 'name', 'sha256', '"rows"', 'sum', 'headings', '"saveID"'],
      ...['content', 'answer', '"createdAt"', '"createdBy"'],
    ],
    ends: ['"undoneAt"', '"undoneBy"'],
    keys: ['"campusID" = new."campusID" and "saveID" = new."saveID"'],
  },
  {
    table: 'bank_row',
    fixed: [
      ...[
        'id',
        '"campusID"',
        '"fileID"',
        '"accountID"',
        'key',
        'day',
        'amount',
        'reference',
        'text',
        'verdict',
      ],
      ...['"paymentID"', '"waiverID"', '"byHand"', '"createdAt"'],
    ],
    ends: ['"endedAt"'],
    keys: [
      '"campusID" = new."campusID" and "accountID" = new."accountID" and key = new.key and "endedAt" is null',
      '"campusID" = new."campusID" and "paymentID" = new."paymentID" and "endedAt" is null',
    ],
  },
];

/** Is true for every change except the allowed one, which ends a row that has not ended. */
const isForbiddenChange = ({ fixed, ends }: Facts, differs: (column: string) => string): string =>
  [
    ...ends.flatMap((column) => [`old.${column} is not null`, `new.${column} is null`]),
    ...fixed.map(differs),
  ].join(' or ');

const isEnded = ({ ends }: Facts): string => ends.map((column) => `new.${column} is not null`).join(' or ');

/** A void payment cannot get a row. A payment with a row can be voided only after the row has ended. */
const paymentIsVoid = `exists (select 1 from payment where "campusID" = new."campusID" and id = new."paymentID"
      and "voidedAt" is not null)`;
const paymentHasRow = `exists (select 1 from bank_row where "campusID" = new."campusID" and "paymentID" = new.id
      and "endedAt" is null)`;

function onSqlite(): string[] {
  const refuse = (table: string, event: string, when: string) =>
    `create trigger "${table}_${event.split(' ')[0]}" before ${event} on ${table} ${when && `when ${when}`} begin
      select raise(abort, '${table} is append-only'); end`;
  const differs = (column: string) => `new.${column} is not old.${column}`;
  return [
    ...facts.flatMap((of) => {
      const hasSameKey = ['id = new.id', ...of.keys].map((key) => `(${key})`).join(' or ');
      return [
        refuse(
          of.table,
          'insert',
          `exists (select 1 from ${of.table} where ${hasSameKey}) or ${isEnded(of)}`,
        ),
        refuse(of.table, 'update', isForbiddenChange(of, differs)),
        refuse(of.table, 'delete', ''),
      ];
    }),
    `create trigger bank_row_needs before insert on bank_row when ${paymentIsVoid} begin
      select raise(abort, 'bank_row has no such foreign key'); end`,
    `create trigger payment_answers before update of "voidedAt" on payment when ${paymentHasRow} begin
      select raise(abort, 'payment is append-only'); end`,
  ];
}

function onPostgres(): string[] {
  const on = (table: string, event: string, when = '') =>
    `create trigger "${table}_${event}" before ${event} on ${table} for each row ${when && `when (${when})`}
      execute function "refuse_ledger"()`;
  const differs = (column: string) => `new.${column} is distinct from old.${column}`;
  // PostgreSQL allows no subquery in the condition of a trigger, so the function checks it.
  const functionAndTrigger = (
    name: string,
    { before, when, says }: { before: string; when: string; says: string },
  ) => [
    `create function "${name}"() returns trigger language plpgsql as $$
begin
  if ${when} then raise exception '% ${says}', tg_table_name; end if;
  return new;
end $$`,
    `create trigger "${name}" before ${before} for each row execute function "${name}"()`,
  ];
  return [
    ...facts.flatMap((of) => [
      on(of.table, 'insert', isEnded(of)),
      on(of.table, 'update', isForbiddenChange(of, differs)),
      on(of.table, 'delete'),
      `create trigger "${of.table}_truncate" before truncate on ${of.table} for each statement
        execute function "refuse_ledger"()`,
    ]),
    ...functionAndTrigger('bank_row_needs', {
      before: 'insert on bank_row',
      when: paymentIsVoid,
      says: 'has no such foreign key',
    }),
    ...functionAndTrigger('payment_answers', {
      before: 'update of "voidedAt" on payment',
      when: paymentHasRow,
      says: 'is append-only',
    }),
  ];
}

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, tables),
  ...(engine === 'postgres' ? onPostgres() : onSqlite()),
];
