import { formatAmount, toRupees } from '../money.ts';
import { plural } from './plural.ts';

const rupees = (paisa: number): string => formatAmount(toRupees(paisa));
/** The figures that are money. */
const amounts: readonly string[] = ['paid', 'covered', 'total'];
const said = (figure: string, value: string | number | null): string =>
  value === null ? 'nothing' : amounts.includes(figure) ? rupees(Number(value)) : String(value);

/** Texts of `npm run verify-money`; amounts are in paisa. */
export const verifyMoneyWords = {
  whole: (campus: string, payments: number, bills: number) =>
    `✓ ${campus}: ${plural(payments, 'payment', 'payments')}, ${plural(bills, 'bill', 'bills')}, all as they should be.`,
  receipts: (campus: string, count: number, last: number) =>
    `✗ ${campus}: there are ${plural(count, 'receipt', 'receipts')}, and the last one is number ${last}.`,
  payment: (campus: string, { receiptNo, amount, spent }: Record<'receiptNo' | 'amount' | 'spent', number>) =>
    `✗ ${campus}: receipt ${receiptNo} is of ${rupees(amount)}, and ${rupees(spent)} of it is set against bills or went back.`,
  bill: (campus: string, id: number, name: string) => `✗ ${campus}: bill ${id} (${name}) `,
  billing: (campus: string, id: number, name: string) => `✗ ${campus}: billing ${id} (${name}) `,
  count: (figure: string, is: number, shouldBe: number) =>
    `says ${figure}: ${said(figure, is)}, and its bills come to ${said(figure, shouldBe)}.`,
  figure: (figure: string, is: string | number | null, shouldBe: string | number | null) =>
    `says ${figure}: ${said(figure, is)}, and the ledger comes to ${said(figure, shouldBe)}.`,
  noCampus: 'There is no campus yet, and so no money.',
  olderProgram: 'This database is of an older Qasid, which kept no ledger. Start it once.',
} as const;
