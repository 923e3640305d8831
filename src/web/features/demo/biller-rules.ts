/** Pure rules: how the app of a bank reads the fields of the answer to a biller. */

import { toRupees } from '#shared/money/money.ts';
import { formatDay, monthName } from '#shared/time/dates.ts';

type Fields = Readonly<Record<string, string>>;

const amountIn = (text: string | undefined): number => toRupees(Number((text ?? '').replace('+', '')));
const dayIn = (text: string | undefined): string =>
  (text ?? '').replace(/^([0-9]{4})([0-9]{2})([0-9]{2})$/, '$1-$2-$3').trim();

export type BillInApp = {
  code: string;
  name: string;
  dueDate: string;
  due: string;
  month: string;
  within: number;
  after: number;
  paidOn: string;
  paid: number;
};

export function readBill(fields: Fields): BillInApp {
  const [, year, month] = /^([0-9]{2})([0-9]{2})$/.exec(fields.billing_month ?? '') ?? [];
  const dueDate = dayIn(fields.due_date);
  return {
    code: fields.response_Code ?? '',
    name: (fields.consumer_Detail ?? '').trim(),
    dueDate,
    due: formatDay(dueDate),
    month: year === undefined ? '' : `${monthName(Number(month))} 20${year}`,
    within: amountIn(fields.amount_within_dueDate),
    after: amountIn(fields.amount_after_dueDate),
    paidOn: formatDay(dayIn(fields.date_paid)),
    paid: amountIn(fields.amount_paid),
  };
}

/** The amount that the app of a bank asks for on this day. */
export const payableOn = ({ dueDate, within, after }: BillInApp, today: string): number =>
  dueDate === '' || today <= dueDate ? within : after;
