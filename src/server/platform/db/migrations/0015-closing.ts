/**
 * Adds the day until which the books of a campus are closed, and the day on which a change of a closed day counts.
 * Null means that a change counts on the day of its payment or adjustment.
 */
import type { Engine } from '../store.ts';

export const name = '0015-closing';

/** The columns that an update may not change, and those that it must fill. */
const rules = {
  payment: {
    once: ['voidedAt', 'voidedBy', 'voidReason'],
    fixed: [
      ...['id', 'campusID', 'receiptNo', 'amount', 'method', 'accountID', 'receivedOn', 'regNum', 'payer'],
      ...['reference', 'source', 'sourceKey', 'clientID', 'createdAt', 'createdBy', 'billID', 'bookedOn'],
    ],
  },
  allocation: {
    once: ['endedAt'],
    fixed: [
      ...['id', 'campusID', 'paymentID', 'billID', 'groupID', 'name', 'regNum', 'amount', 'createdAt'],
      'bookedOn',
    ],
  },
  adjustment: {
    once: ['voidedAt', 'voidedBy'],
    fixed: [
      ...[
        'id',
        'campusID',
        'billID',
        'kind',
        'amount',
        'reason',
        'day',
        'clientID',
        'createdAt',
        'createdBy',
      ],
      ...['toBillID', 'ofLateFine'],
    ],
  },
} as const;
type Table = keyof typeof rules;

/** Dialect: SQLite has no other trigger that refuses to void a payment with allocations. */
const hasAllocations = `exists (select 1 from allocation where "campusID" = new."campusID" and "paymentID" = new.id
    and "endedAt" is null)`;

/** Dialect: the engines write triggers differently. */
function updateTrigger(engine: Engine, table: Table): string[] {
  const { once, fixed } = rules[table];
  const differs = engine === 'postgres' ? 'is distinct from' : 'is not';
  const condition = [
    ...once.flatMap((column) => [`old."${column}" is not null`, `new."${column}" is null`]),
    ...fixed.map((column) => `new."${column}" ${differs} old."${column}"`),
    ...(engine === 'sqlite' && table === 'payment' ? [hasAllocations] : []),
  ].join('\n  or ');
  const begin = `create trigger ${table}_update before update on ${table}`;
  return engine === 'postgres'
    ? [
        `drop trigger ${table}_update on ${table}`,
        `${begin} for each row
  when (${condition})
  execute function refuse_ledger()`,
      ]
    : [
        `drop trigger ${table}_update`,
        `${begin}
when ${condition}
begin
  select raise(abort, '${table} is append-only');
end`,
      ];
}

const column = (table: string, name: string, check = ''): string =>
  `alter table ${table} add column "${name}" text${check}`;
const onlyWith = (name: string, with_: string): string =>
  ` check ("${name}" is null or "${with_}" is not null)`;
const index = (name: string, on: string, of: string): string =>
  `create index ${name} on ${on} where "${of}" is not null`;

export const statements = (engine: Engine): string[] => [
  column('campus', 'closedUntil'),
  column('payment', 'bookedOn'),
  column('payment', 'voidedOn', onlyWith('voidedOn', 'voidedAt')),
  column('allocation', 'bookedOn'),
  column('allocation', 'endedOn', onlyWith('endedOn', 'endedAt')),
  column('adjustment', 'voidedOn', onlyWith('voidedOn', 'voidedAt')),
  column('payment_return', 'concerns'),
  index('"payment_bookedOn"', 'payment ("campusID", "bookedOn")', 'bookedOn'),
  index('"payment_voidedOn"', 'payment ("campusID", "voidedOn")', 'voidedOn'),
  index('"allocation_bookedOn"', 'allocation ("campusID", "bookedOn")', 'bookedOn'),
  index('"allocation_endedOn"', 'allocation ("campusID", "endedOn")', 'endedOn'),
  index('allocation_late', 'allocation ("paymentID")', 'endedOn'),
  index('"adjustment_voidedOn"', 'adjustment ("campusID", "voidedOn")', 'voidedOn'),
  index('payment_return_concerns', 'payment_return ("campusID", "returnedOn")', 'concerns'),
  // The index by day also holds what the sums of a list of payments need.
  'drop index "payment_receivedOn"',
  `create index "payment_receivedOn" on payment
  ("campusID", "receivedOn", id, amount, "voidedAt", "voidedOn", "accountID", source)`,
  ...(Object.keys(rules) as Table[]).flatMap((table) => updateTrigger(engine, table)),
];
