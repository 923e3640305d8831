/**
 * Data of test versions from before the baseline. The last of them had the same schema as the baseline, so only the
 * names of its migrations are replaced.
 */
import { sql } from 'kysely';
import { StartFailure } from '../start-failure.ts';
import type { Db } from '../store.ts';
import { name as baseline } from './0001-baseline.ts';

/** The migrations of the last version before the baseline. */
export const earlierSteps: readonly string[] =
  `0001-first 0002-imports 0003-chats 0004-outbox 0005-whatsapp 0006-ended
  0007-doors 0008-names 0009-figures 0010-sheets 0011-words 0012-files 0013-pace 0014-counts 0019-months 0020-saves
  0022-provider-cache 0023-reason-codes 0024-people 0025-two-factor 0026-trail 0028-keys 0029-schools
  0032-campus-money 0033-bin 0034-undone-bin 0035-child-names 0040-number-labels 0041-number-corrections 0042-siblings
  0044-sends 0048-inbox 0049-today 0050-roster 0060-ledger 0061-append-only 0062-bank-files 0063-carried 0064-papers
  0065-due-rules 0066-collected 0067-credit 0070-reminders 0071-late-reminders 0072-parent-links 0073-told-payments
  0074-push 0075-replies 0080-whatsapp-names 0092-send-by-key 0096-one-word-for-part-paid 0107-voucher-beginnings
  0110-owed-when-planned 0120-handed-over 0130-promises 0140-cash-counts 0150-bills-of-nothing`.split(/\s+/);

const isEarlier = (step: string): boolean => earlierSteps.includes(step);

/**
 * Returns the steps with the baseline instead of the earlier migrations, or the same list if it has none of them.
 * Undefined if some of the earlier migrations are missing.
 */
export function withBaseline(steps: readonly string[]): readonly string[] | undefined {
  const others = steps.filter((step) => !isEarlier(step));
  if (others.length === steps.length) return steps;
  return steps.length - others.length === earlierSteps.length ? [baseline, ...others] : undefined;
}

export const tooEarly = (place: string): StartFailure =>
  new StartFailure(
    `${place} was written by an older test version of Qasid. Start a version of 27 November 2026 on it first, then this one.`,
  );

/** Stores that the schema of the last earlier version is the baseline. */
export async function recordBaseline(db: Db, at: string): Promise<void> {
  await sql`delete from migration where name in (${sql.join(earlierSteps)})`.execute(db);
  await sql`insert into migration (name, "appliedAt") values (${baseline}, ${at})`.execute(db);
}
