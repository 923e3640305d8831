/**
 * Adds the payment of a receipt message. The unique index allows only one receipt for each payment, from a person or
 * from the rule. A send that queued no message does not prevent a receipt.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0073-told-payments';

const statementsOf = (_key: string, int: string): string[] => [
  `alter table broadcast add column "paymentID" ${int}`,
  `create unique index broadcast_told on broadcast ("campusID", "paymentID")
    where "paymentID" is not null and "followsID" is null and queued > 0`,
  `create index "broadcast_paymentID" on broadcast ("campusID", "paymentID") where "paymentID" is not null`,
  'create index "payment_createdAt" on payment ("campusID", "createdAt")',
];

export const statements = (engine: Engine): string[] => inDialect(engine, statementsOf);
