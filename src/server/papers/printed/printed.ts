/**
 * When a file of vouchers counts as printed: when somebody takes it for the first time. A file that nobody takes
 * counts for nothing, so the first paper is never a duplicate.
 */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { listOwed } from '../../ledger/ledger-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { listPrints, type Prints } from '../vouchers/vouchers-queries.ts';
import { clearContents, findContents, insertPrints } from './printed-queries.ts';

/** A voucher of a file. `before`: how many times it was printed before. */
export type Made = { billID: number; expiryDate: string | null; sha256: string; before: number };
/** What is stored of a file until somebody takes it. */
export type Contents = { made: readonly Made[]; groupID: number | null };

const idsOf = (made: readonly Made[]): number[] => made.map(({ billID }) => billID);

const isCounted = ({ expiryDate, before }: Made, prints: readonly Prints[] = []): boolean =>
  (prints.find((one) => one.expiryDate === expiryDate)?.prints ?? 0) === before;

const mapPrints = async (scope: Scope, made: readonly Made[]): Promise<Map<number, Prints[]>> =>
  Map.groupBy(await listPrints(scope, idsOf(made)), ({ billID }) => billID);

/** Whether a voucher was printed or deleted since it was made, so that its duplicate number is wrong now. */
export async function isOutdated(scope: Scope, made: readonly Made[]): Promise<boolean> {
  const prints = await mapPrints(scope, made);
  if (made.some((one) => !isCounted(one, prints.get(one.billID)))) return true;
  return (await listOwed(scope, idsOf(made))).length < made.length;
}

/** Runs each time a file is downloaded. Refuses the file if one of its vouchers is outdated. */
export async function recordPrinted(
  scope: Scope,
  { id: jobID, name }: { id: number; name: string },
  now: string,
): Promise<void> {
  if ((await findContents(scope, jobID)) === undefined) return;
  await withCampusLock(scope, async (scope) => {
    const contents = await findContents(scope, jobID);
    if (contents === undefined) return;
    const { made, groupID } = JSON.parse(contents) as Contents;
    if (await isOutdated(scope, made)) throw new Failure('conflict', failureWords.vouchersOutdated);
    const prints = await mapPrints(scope, made);
    const lastSerial = (billID: number): number =>
      Math.max(0, ...(prints.get(billID) ?? []).map(({ serial }) => serial));
    await insertPrints(
      scope,
      made.map(({ billID, expiryDate, sha256 }) => ({
        ...{ billID, expiryDate, sha256, createdAt: now, createdBy: scope.userID },
        serial: lastSerial(billID) + 1,
      })),
    );
    const [first] = made;
    const about =
      made.length === 1 && groupID === null
        ? ({ kind: 'bill', id: first?.billID ?? 0, name } as const)
        : ({ kind: 'voucher', id: jobID, name, groupID } as const);
    const duplicates = made.filter(({ before }) => before > 0).length;
    const details = { vouchers: made.length, duplicates };
    await recordChange(scope, { what: 'vouchersPrinted', at: now, about, details });
    await clearContents(scope, jobID);
  });
}
