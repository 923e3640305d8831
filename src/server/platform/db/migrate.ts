/**
 * Migrates the store to the version of this program, one step at a time, under a lock. There are no down migrations.
 */
import { sql } from 'kysely';
import { computer, type Runtime } from '../../runtime.ts';
import * as first from './migrations/0001-first.ts';
import * as imports from './migrations/0002-imports.ts';
import * as chats from './migrations/0003-chats.ts';
import * as outbox from './migrations/0004-outbox.ts';
import * as whatsapp from './migrations/0005-whatsapp.ts';
import * as ended from './migrations/0006-ended.ts';
import * as doors from './migrations/0007-doors.ts';
import * as names from './migrations/0008-names.ts';
import * as figures from './migrations/0009-figures.ts';
import * as sheets from './migrations/0010-sheets.ts';
import * as words from './migrations/0011-words.ts';
import * as files from './migrations/0012-files.ts';
import * as pace from './migrations/0013-pace.ts';
import * as counts from './migrations/0014-counts.ts';
import * as months from './migrations/0019-months.ts';
import * as saves from './migrations/0020-saves.ts';
import * as providerCache from './migrations/0022-provider-cache.ts';
import * as reasonCodes from './migrations/0023-reason-codes.ts';
import * as people from './migrations/0024-people.ts';
import * as twoFactor from './migrations/0025-two-factor.ts';
import * as trail from './migrations/0026-trail.ts';
import * as keys from './migrations/0028-keys.ts';
import * as schools from './migrations/0029-schools.ts';
import * as campusMoney from './migrations/0032-campus-money.ts';
import * as bin from './migrations/0033-bin.ts';
import * as undoneBin from './migrations/0034-undone-bin.ts';
import * as childNames from './migrations/0035-child-names.ts';
import * as numberLabels from './migrations/0040-number-labels.ts';
import * as numberCorrections from './migrations/0041-number-corrections.ts';
import * as siblings from './migrations/0042-siblings.ts';
import * as sends from './migrations/0044-sends.ts';
import * as inbox from './migrations/0048-inbox.ts';
import * as today from './migrations/0049-today.ts';
import * as roster from './migrations/0050-roster.ts';
import * as ledger from './migrations/0060-ledger.ts';
import * as appendOnly from './migrations/0061-append-only.ts';
import * as bankFiles from './migrations/0062-bank-files.ts';
import * as carried from './migrations/0063-carried.ts';
import * as papers from './migrations/0064-papers.ts';
import * as dueRules from './migrations/0065-due-rules.ts';
import * as collected from './migrations/0066-collected.ts';
import * as credit from './migrations/0067-credit.ts';
import * as reminders from './migrations/0070-reminders.ts';
import * as lateReminders from './migrations/0071-late-reminders.ts';
import * as parentLinks from './migrations/0072-parent-links.ts';
import * as toldPayments from './migrations/0073-told-payments.ts';
import * as push from './migrations/0074-push.ts';
import * as replies from './migrations/0075-replies.ts';

import * as whatsappNames from './migrations/0080-whatsapp-names.ts';
import * as sendByKey from './migrations/0092-send-by-key.ts';
import * as oneWordForPartPaid from './migrations/0096-one-word-for-part-paid.ts';
import * as voucherBeginnings from './migrations/0107-voucher-beginnings.ts';
import * as owedWhenPlanned from './migrations/0110-owed-when-planned.ts';
import * as handedOver from './migrations/0120-handed-over.ts';
import * as promises from './migrations/0130-promises.ts';
import * as cashCounts from './migrations/0140-cash-counts.ts';
import * as billsOfNothing from './migrations/0150-bills-of-nothing.ts';
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
  first,
  imports,
  chats,
  outbox,
  whatsapp,
  ended,
  doors,
  names,
  figures,
  sheets,
  words,
  files,
  pace,
  counts,
  months,
  saves,
  providerCache,
  reasonCodes,
  people,
  twoFactor,
  trail,
  keys,
  schools,
  campusMoney,
  bin,
  undoneBin,
  childNames,
  numberLabels,
  numberCorrections,
  siblings,
  sends,
  inbox,
  today,
  roster,
  ledger,
  appendOnly,
  bankFiles,
  carried,
  papers,
  dueRules,
  collected,
  credit,
  reminders,
  lateReminders,
  parentLinks,
  toldPayments,
  push,
  replies,
  whatsappNames,
  sendByKey,
  oneWordForPartPaid,
  voucherBeginnings,
  owedWhenPlanned,
  handedOver,
  promises,
  cashCounts,
  billsOfNothing,
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
  known: readonly Migration[];
  now: Runtime['now'];
  /** If false, a store that already has data is not changed. */
  mayChange: boolean;
};

/** Returns whether the store is up to date. Throws if it has migrations that this program does not know. */
async function applyPending(
  { db, engine, place }: Pick<Store, 'db' | 'engine' | 'place'>,
  { known, now, mayChange }: Migrating,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // Dialect: on SQLite this is the only process; on PostgreSQL several may start at the same time.
    if (engine === 'postgres') {
      // Both a migration of all messages and the wait for another process that runs it may take longer than the
      // statement timeout.
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db);
    }
    const applied = await appliedNames(db);
    const newer = applied.find((name) => !known.some((migration) => migration.name === name));
    if (newer)
      throw new StartFailure(
        (await whyRefused(db, { place, step: newer })) ??
          `${place} was written by a newer Qasid (${newer}). Start that version, or restore a backup.`,
      );
    const pending = known.filter(({ name }) => !applied.includes(name));
    if (pending.length > 0 && applied.length > 0 && !mayChange) return false;
    for (const migration of pending) await apply(db, { migration, engine, at: now().toISOString() });
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
  known = migrations,
  { now = computer.now, beforeUpdate }: Updating = {},
): Promise<void> {
  const given = { known, now };
  if (await applyPending(store, { ...given, mayChange: beforeUpdate === undefined })) return;
  await store.alone(async () => {
    // Another process may have migrated the store in the meantime.
    if (await applyPending(store, { ...given, mayChange: false })) return;
    await beforeUpdate?.();
    await applyPending(store, { ...given, mayChange: true });
  });
}
