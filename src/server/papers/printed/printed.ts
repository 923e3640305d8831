/**
 * When a file of vouchers counts as printed: when somebody takes it. A file that nobody takes counts for nothing, so the
 * first paper is never a duplicate. A file is taken once, because a second copy of it would have no mark.
 */
import { Failure } from '#shared/failures.ts';
import { aboutBill } from '#shared/trail.ts';
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

/** Up to this many reprints get one entry each in the audit log. If there are more, one entry lists their bills. */
const mostSingle = 20;

async function recordReprints(scope: Scope, again: readonly Made[], now: string): Promise<void> {
  const what = 'voucherReprinted';
  if (again.length > mostSingle) {
    const about = { kind: 'voucher' } as const;
    const details = { copy: null, vouchers: again.length };
    await recordChange(scope, { what, at: now, about, details, bills: { '': idsOf(again) } });
    return;
  }
  const bills = new Map((await listOwed(scope, idsOf(again))).map((bill) => [bill.id, bill]));
  for (const { billID, before: copy } of again) {
    const bill = bills.get(billID);
    const details = { copy, vouchers: 1 };
    if (bill) await recordChange(scope, { what, at: now, about: aboutBill(bill), details });
  }
}

/** Runs when a file is downloaded. Refuses a file that was taken before, or if one of its vouchers is outdated. */
export async function recordPrinted(
  scope: Scope,
  { id: jobID, name }: { id: number; name: string },
  now: string,
): Promise<void> {
  await withCampusLock(scope, async (scope) => {
    const contents = await findContents(scope, jobID);
    if (contents === undefined) throw new Failure('conflict', failureWords.vouchersTaken);
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
    const again = made.filter(({ before }) => before > 0);
    const details = { vouchers: made.length, duplicates: again.length };
    await recordChange(scope, { what: 'vouchersPrinted', at: now, about, details });
    await recordReprints(scope, again, now);
    await clearContents(scope, jobID);
  });
}
