/** How a family can pay: the accounts that vouchers show, each with the numbers that parents type there. Pure. */

import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { formatMoney, toRupees } from '#shared/money/money.ts';
import type { Both } from '#shared/words/papers.ts';
import { accountsOf } from '../../papers/vouchers/vouchers-rules.ts';
import type { NumberToPay, WaysToPay } from '../model.ts';
import { netOf, type PageBill, type Today } from './bill-rules.ts';

type OpenBills = { open: readonly PageBill[]; titles: ReadonlyMap<number, Both> };

/** Sorts bills by month, the oldest first. */
export const inPeriod = (one: PageBill, other: PageBill): number =>
  (one.year ?? 0) - (other.year ?? 0) || (one.month ?? 0) - (other.month ?? 0) || one.id - other.id;

/** Whether banks no longer accept the voucher of this bill. */
export const isEnded = ({ expiryDate }: PageBill, today: string): boolean =>
  expiryDate !== null && expiryDate < today;

/**
 * The numbers to type for the open bills at this account. A biller asks for the newest bill of a number, so the amount
 * is that of the newest bill. A bill whose voucher has ended has no number, because a biller refuses it.
 */
function numbersOf(account: MoneyAccount, { open, titles }: OpenBills, today: Today): NumberToPay[] {
  const byNumber = Map.groupBy(open, (bill) => accountsOf(bill, [account])[0]?.pay ?? '');
  return [...byNumber].flatMap(([number, bills]) => {
    const bill = bills.toSorted(inPeriod).at(-1);
    if (!bill || number === account.prefix || isEnded(bill, today.today)) return [];
    const net = netOf(bill, today);
    if (!net) return [];
    const isOnlyBill = open.filter(({ regNum }) => regNum === bill.regNum).length === 1;
    const isPerChild = account.numbering === 'student' && bill.regNum !== null;
    const what = isPerChild && isOnlyBill ? null : (titles.get(bill.id) ?? null);
    return [{ name: bill.name, what, amount: formatMoney(toRupees(net), today.currency), number }];
  });
}

/** The registration numbers of the children, and the voucher numbers of bills without one. */
const referencesOf = (open: readonly PageBill[]): string[] => [
  ...new Set(open.flatMap(({ regNum, invNo }) => regNum ?? invNo ?? [])),
];

/** Whether a child has several open bills, of which a biller asks for one. */
const hasSeveral = (open: readonly PageBill[]): boolean =>
  new Set(open.map(({ id, regNum }) => regNum ?? id)).size < open.length;

export function waysOf(accounts: readonly MoneyAccount[], bills: OpenBills, today: Today): WaysToPay {
  const shown = accounts.flatMap((account) => {
    const [plain] = accountsOf({ invNo: null, regNum: null }, [account]);
    if (!plain) return [];
    const numbers = account.prefix === '' ? [] : numbersOf(account, bills, today);
    return [{ account, name: plain.name, number: plain.number, iban: plain.iban, numbers }];
  });
  const isApp = ({ account }: { account: MoneyAccount }): boolean => account.kind === 'biller';
  const isDesk = ({ account }: { account: MoneyAccount }): boolean => account.kind === 'cash';
  return {
    apps: shown
      .filter((one) => isApp(one) && one.numbers.length > 0)
      .map(({ account, name, numbers }) => ({
        name,
        isPerChild: account.numbering === 'student',
        isOneAtATime: account.numbering === 'student' && hasSeveral(bills.open),
        numbers,
      })),
    accounts: shown
      .filter((one) => !isApp(one) && !isDesk(one))
      .map(({ name, number, iban, numbers }) => ({ name, number, iban, numbers })),
    desks: shown.filter(isDesk).map(({ name }) => name),
    references: referencesOf(bills.open),
  };
}
