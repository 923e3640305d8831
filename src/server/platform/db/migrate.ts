/**
 * Migrates the store to the version of this program, one step at a time, under a lock. There are no down migrations.
 */
import { sql } from 'kysely';
import { computer, type Runtime } from '../../runtime.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as voucherProblems from './migrations/0002-voucher-problems.ts';
import * as vouchersTaken from './migrations/0003-vouchers-taken.ts';
import * as chatChanges from './migrations/0004-chat-changes.ts';
import * as waivers from './migrations/0005-waivers.ts';
import * as plainNames from './migrations/0006-plain-names.ts';
import * as deletedMoney from './migrations/0007-deleted-money.ts';
import * as partImports from './migrations/0008-part-imports.ts';
import * as classes from './migrations/0009-classes.ts';
import * as allocationsOfPayment from './migrations/0010-allocations-of-payment.ts';
import * as loweredBills from './migrations/0011-lowered-bills.ts';
import * as paymentControls from './migrations/0012-payment-controls.ts';
import * as exceptionsSeen from './migrations/0013-exceptions-seen.ts';
import * as paymentLists from './migrations/0014-payment-lists.ts';
import * as closing from './migrations/0015-closing.ts';
import * as receiptPrints from './migrations/0016-receipt-prints.ts';
import * as usesCredit from './migrations/0017-uses-credit.ts';
import * as statedRows from './migrations/0018-stated-rows.ts';
import * as importsByTime from './migrations/0019-imports-by-time.ts';
import * as reminderRuns from './migrations/0020-reminder-runs.ts';
import { recordBaseline, tooEarly, withBaseline } from './migrations/before-baseline.ts';
import { whyRefused } from './moving-marks.ts';
import { StartFailure } from './start-failure.ts';
import type { Db, Engine, Store } from './store.ts';

/**
 * `run` is called after the statements and does what SQL alone cannot do. `at`: the time as ISO text. All pending
 * migrations share one transaction, so either all take effect or none.
 */
export type Migration = {
  name: string;
  statements: (engine: Engine) => string[];
  run?: (db: Db, engine: Engine, at: string) => Promise<void>;
};

/** In this order. A published migration is never changed. */
export const migrations: readonly Migration[] = [
  baseline,
  voucherProblems,
  vouchersTaken,
  chatChanges,
  waivers,
  plainNames,
  deletedMoney,
  partImports,
  classes,
  allocationsOfPayment,
  loweredBills,
  paymentControls,
  exceptionsSeen,
  paymentLists,
  closing,
  receiptPrints,
  usesCredit,
  statedRows,
  importsByTime,
  reminderRuns,
];

// The number of an advisory lock. No other program on the server may use it.
const lockNumber = 7_254_301;

async function appliedNames(db: Db): Promise<string[]> {
  await sql`create table if not exists migration (name text not null primary key, "appliedAt" text not null)`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

type Applied = { migration: Migration; engine: Engine; at: string };

async function apply(db: Db, { migration, engine, at }: Applied): Promise<void> {
  for (const statement of migration.statements(engine)) await sql.raw(statement).execute(db);
  await migration.run?.(db, engine, at);
  await sql`insert into migration (name, "appliedAt") values (${migration.name}, ${at})`.execute(db);
}

type Migrating = {
  supported: readonly Migration[];
  now: Runtime['now'];
  /** If false, a store that already has data is not changed. */
  mayChange: boolean;
};

/** Returns whether the store is up to date. Throws if it has migrations that this program does not know. */
async function applyPending(
  { db, engine, place }: Pick<Store, 'db' | 'engine' | 'place'>,
  { supported, now, mayChange }: Migrating,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // Dialect: on SQLite this is the only process; on PostgreSQL several may start at the same time.
    if (engine === 'postgres') {
      // Both a migration of all messages and the wait for another process that runs it may take longer than the
      // statement timeout.
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db);
    }
    const found = await appliedNames(db);
    const applied = withBaseline(found);
    if (applied === undefined) throw tooEarly(place);
    const newer = applied.find((name) => !supported.some((migration) => migration.name === name));
    if (newer)
      throw new StartFailure(
        (await whyRefused(db, { place, step: newer })) ??
          `${place} was written by a newer Qasid (${newer}). Start that version, or restore a backup.`,
      );
    const pending = supported.filter(({ name }) => !applied.includes(name));
    const isBeforeBaseline = applied !== found;
    if ((isBeforeBaseline || pending.length > 0) && found.length > 0 && !mayChange) return false;
    const at = now().toISOString();
    if (isBeforeBaseline) await recordBaseline(db, at);
    for (const migration of pending) await apply(db, { migration, engine, at });
    return true;
  });
}

type Updating = Partial<Pick<Runtime, 'now'>> & {
  /** Called once before existing data is changed. No other process can start on the store in the meantime. */
  beforeUpdate?: (() => Promise<void>) | undefined;
};

/** Throws if the store has migrations that this program does not know, because a newer version wrote it. */
export async function migrate(
  store: Pick<Store, 'db' | 'engine' | 'place' | 'alone'>,
  supported = migrations,
  { now = computer.now, beforeUpdate }: Updating = {},
): Promise<void> {
  const given = { supported, now };
  if (await applyPending(store, { ...given, mayChange: beforeUpdate === undefined })) return;
  await store.alone(async () => {
    // Another process may have migrated the store in the meantime.
    if (await applyPending(store, { ...given, mayChange: false })) return;
    await beforeUpdate?.();
    await applyPending(store, { ...given, mayChange: true });
  });
}
