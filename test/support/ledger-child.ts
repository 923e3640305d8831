/**
 * Carries out one act of the ledger in a process of its own, and kills the process before one of its steps. A step is a
 * statement that writes, the commit, or the moment after it. A kill before a read leaves what a kill before the next
 * write leaves.
 */
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { Failure } from '#shared/failures.ts';
import { findCampus } from '../../src/server/auth/auth-queries.ts';
import { needSameRequest } from '../../src/server/auth/idempotency-keys.ts';
import { scopeOfRow } from '../../src/server/auth/scope.ts';
import { recordMoved } from '../../src/server/counter/moved-credit/moved-credit.ts';
import { listFamilyOwed } from '../../src/server/counter/open-bills/open-bills.ts';
import { allocateCredit, receivePayment, voidPayment } from '../../src/server/counter/payments/payments.ts';
import { returnPayment } from '../../src/server/counter/returns/returns.ts';
import { recarry } from '../../src/server/ledger/carried/carried.ts';
import { followPayments } from '../../src/server/outbox/changes/after-payment.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { recordChange } from '../../src/server/trail/trail.ts';
import type { LedgerOrder } from './ledger-process.ts';

const { config, campusID, at, act, killBefore } = JSON.parse(process.env.LEDGER_ORDER ?? '') as LedgerOrder;

let isActing = false;
let steps = 0;
function step(): void {
  steps += 1;
  if (steps === killBefore) process.kill(process.pid, 'SIGKILL');
}

const isWriting = /\b(insert|update|delete|commit)\b/i;
function noteStatement(text: string): void {
  if (isActing && isWriting.test(text)) step();
}

for (const way of ['run', 'all'] as const) {
  const original = StatementSync.prototype[way] as (this: StatementSync, ...values: unknown[]) => unknown;
  StatementSync.prototype[way] = function (this: StatementSync, ...values: unknown[]) {
    noteStatement(this.sourceSQL);
    return original.apply(this, values);
  } as never;
}
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (typeof args[0] === 'string') noteStatement(args[0]);
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const store = await openStore(config);
const scope = scopeOfRow(store.db, await findCampus(store.db, campusID), 'a clerk');
const needs = {
  // Events are published right after the commit.
  bus: { publish: step } as never,
  wake: () => {},
  now: () => new Date(at),
  ...{ followPayments, recarry, recordChange, listFamilyOwed, needSameRequest, recordMoved },
};

async function carryOut(): Promise<unknown> {
  switch (act.what) {
    case 'receive':
      return receivePayment(scope, needs, act.request);
    case 'void':
      return voidPayment(scope, needs, act.request);
    case 'return':
      return returnPayment(scope, needs, act.request);
    case 'allocate':
      return allocateCredit(scope, needs, act.request);
  }
}

isActing = true;
const answer = await carryOut().catch((error: unknown) => {
  if (error instanceof Failure) return { refused: error.message };
  throw error;
});
isActing = false;
await store.close();
console.log(JSON.stringify(answer));
