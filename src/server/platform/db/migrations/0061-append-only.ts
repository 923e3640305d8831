/**
 * Adds triggers that protect the ledger. They refuse to delete or change a fact, to void a payment twice or while it
 * settles a bill, to settle a bill that does not exist, and to change the amounts or numbers of a bill with payments.
 */
import type { Engine } from '../store.ts';

export const name = '0061-append-only';

export type Facts = {
  table: string;
  /** The columns that never change. */
  fixed: readonly string[];
  /** The columns that are set together by the only allowed change. Empty if no change is allowed. */
  ends: readonly string[];
  /** Further unique keys. SQLite's `or replace` would delete a row with the same key without running a trigger. */
  keys: readonly string[];
};

const sameClientID = '"campusID" = new."campusID" and "clientID" = new."clientID"';

const facts: readonly Facts[] = [
  {
    table: 'payment',
    fixed: [
      ...['id', '"campusID"', '"receiptNo"', 'amount', 'method', '"accountID"', '"receivedOn"', '"regNum"'],
      ...['payer', 'reference', 'source', '"sourceKey"', '"clientID"', '"createdAt"', '"createdBy"'],
    ],
    ends: ['"voidedAt"', '"voidedBy"', '"voidReason"'],
    keys: [
      '"campusID" = new."campusID" and "receiptNo" = new."receiptNo"',
      sameClientID,
      '"campusID" = new."campusID" and source = new.source and "sourceKey" = new."sourceKey" and "voidedAt" is null',
    ],
  },
  {
    table: 'allocation',
    fixed: [
      ...['id', '"campusID"', '"paymentID"', '"billID"', '"groupID"', 'name', '"regNum"', 'amount'],
      '"createdAt"',
    ],
    ends: ['"endedAt"'],
    keys: ['"paymentID" = new."paymentID" and "billID" = new."billID" and "endedAt" is null'],
  },
  { table: 'payment_return', fixed: [], ends: [], keys: [sameClientID] },
  {
    table: 'adjustment',
    fixed: [
      ...['id', '"campusID"', '"billID"', 'kind', 'amount', 'reason', 'day', '"clientID"', '"createdAt"'],
      '"createdBy"',
    ],
    ends: ['"voidedAt"', '"voidedBy"'],
    keys: [sameClientID],
  },
];

/** Is true for every change except the allowed one, which ends a row that has not ended. */
const isForbiddenChange = ({ fixed, ends }: Facts, differs: (column: string) => string): string =>
  [
    ...ends.flatMap((column) => [`old.${column} is not null`, `new.${column} is null`]),
    ...fixed.map(differs),
  ].join(' or ');

const isEnded = ({ ends }: Facts): string => ends.map((column) => `new.${column} is not null`).join(' or ');

/** Conditions on other tables. If one is true, a new row or the end of a row is refused. */
const settles = `select 1 from allocation where "campusID" = new."campusID" and "paymentID" = new.id and "endedAt" is null`;
const billIsMissing = `not exists (select 1 from bill where id = new."billID" and "campusID" = new."campusID")`;
const paymentIsVoid = `exists (select 1 from payment where "campusID" = new."campusID" and id = new."paymentID" and "voidedAt" is not null)`;
const needs: Readonly<Record<string, string>> = {
  allocation: `${billIsMissing} or ${paymentIsVoid}`,
  payment_return: paymentIsVoid,
  adjustment: billIsMissing,
};

/** Worded like the foreign key errors of the engines. A foreign key cannot check whether a row has ended. */
const foreignKeyError = 'has no such foreign key';

export const factsOf = (table: string): Facts => facts.find((of) => of.table === table) as Facts;

/** The amounts and numbers of a bill, which cannot change while the bill has payments. */
const guardedBillColumns = ['total', '"amountAfterDueDate"', '"invNo"', '"regNum"'];

const refuseOnSqlite = (table: string, event: string, when: string) =>
  `create trigger "${table}_${event.split(' ')[0]}" before ${event} on ${table} ${when && `when ${when}`} begin
      select raise(abort, '${table} is append-only'); end`;

const differsOnSqlite = (column: string) => `new.${column} is not old.${column}`;

/** `need`: if this condition is true, a new row is refused. */
export function sqliteTriggers(of: Facts, need: string | undefined): string[] {
  const { table, keys, ends } = of;
  const hasSameKey = ['id = new.id', ...keys].map((key) => `(${key})`).join(' or ');
  const refusedInserts = [`exists (select 1 from ${table} where ${hasSameKey})`, isEnded(of)];
  const refusedEnd = table === 'payment' ? ` or exists (${settles})` : '';
  return [
    refuseOnSqlite(table, 'insert', refusedInserts.filter(Boolean).join(' or ')),
    refuseOnSqlite(
      table,
      'update',
      ends.length > 0 ? isForbiddenChange(of, differsOnSqlite) + refusedEnd : '',
    ),
    refuseOnSqlite(table, 'delete', ''),
    ...(need === undefined
      ? []
      : [
          `create trigger "${table}_needs" before insert on ${table} when ${need} begin
      select raise(abort, '${table} ${foreignKeyError}'); end`,
        ]),
  ];
}

function onSqlite(): string[] {
  return [
    ...facts.flatMap((of) => sqliteTriggers(of, needs[of.table])),
    refuseOnSqlite('money_account', 'delete', ''),
    `create trigger bill_money before update of ${guardedBillColumns.join(', ')} on bill
      when old.paid > 0 and (${guardedBillColumns.map(differsOnSqlite).join(' or ')}) begin
      select raise(abort, 'money stands on this bill'); end`,
  ];
}

type Refusal = { table: string; event: string; name: string; when?: string };

const triggerOnPostgres = ({ table, event, name, when = '' }: Refusal, by = 'refuse_ledger') =>
  `create trigger "${table}_${name}" before ${event} on ${table} for each row ${when && `when (${when})`}
      execute function "${by}"()`;

// PostgreSQL allows no subquery in the condition of a trigger, so the function checks it.
const functionOnPostgres = ({ table, name, when }: Pick<Refusal, 'table' | 'name' | 'when'>, says: string) =>
  `create or replace function "${table}_${name}"() returns trigger language plpgsql as $$
begin
  if ${when} then raise exception '% ${says}', tg_table_name; end if;
  return new;
end $$`;

const differsOnPostgres = (column: string) => `new.${column} is distinct from old.${column}`;

/** Returns the trigger that refuses changes in a table whose rows can end. */
export const postgresUpdateTrigger = (of: Facts): string =>
  triggerOnPostgres({
    table: of.table,
    event: 'update',
    name: 'update',
    when: isForbiddenChange(of, differsOnPostgres),
  });

/** Returns the function that checks a new row against other tables. `need` is the same as for `sqliteTriggers`. */
export const postgresNeeds = ({ table }: Facts, need: string): string =>
  functionOnPostgres({ table, name: 'needs', when: need }, foreignKeyError);

function onPostgres(): string[] {
  const on = triggerOnPostgres;
  const functionAndTrigger = ({ table, event, name, when }: Refusal, says: string) => [
    functionOnPostgres({ table, name, ...(when === undefined ? {} : { when }) }, says),
    on({ table, event, name }, `${table}_${name}`),
  ];
  const differs = differsOnPostgres;
  const each = facts.flatMap((of) => {
    const { table, ends } = of;
    const need = needs[table];
    const isChanged = ends.length > 0 ? isForbiddenChange(of, differs) : '';
    return [
      ...(ends.length > 0 ? [on({ table, event: 'insert', name: 'insert', when: isEnded(of) })] : []),
      on({ table, event: 'update', name: 'update', when: isChanged }),
      on({ table, event: 'delete', name: 'delete' }),
      `create trigger "${table}_truncate" before truncate on ${table} for each statement
        execute function "refuse_ledger"()`,
      ...(need === undefined
        ? []
        : functionAndTrigger({ table, event: 'insert', name: 'needs', when: need }, foreignKeyError)),
    ];
  });
  const isGuardedChange = `old.paid > 0 and (${guardedBillColumns.map(differs).join(' or ')})`;
  const event = `update of ${guardedBillColumns.join(', ')}`;
  return [
    `create function "refuse_ledger"() returns trigger language plpgsql as $$
begin raise exception '% is append-only', tg_table_name; end $$`,
    `create function "refuse_money"() returns trigger language plpgsql as $$
begin raise exception 'money stands on this bill'; end $$`,
    ...each,
    ...functionAndTrigger(
      { table: 'payment', event: 'update', name: 'settles', when: `exists (${settles})` },
      'is append-only',
    ),
    on({ table: 'money_account', event: 'delete', name: 'delete' }),
    on({ table: 'bill', event, name: 'money', when: isGuardedChange }, 'refuse_money'),
  ];
}

export const statements = (engine: Engine): string[] => (engine === 'postgres' ? onPostgres() : onSqlite());
