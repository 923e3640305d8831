/**
 * Reads and writes the fields of bill inquiry and bill payment, byte for byte: 1LINK and TPS, "Generic Online Message
 * REST Based Specifications v1.5". Pure. Amounts are in paisa, days as `2026-11-10`. Public programs of billers spell
 * some fields differently; this file uses the most common spelling, which 1LINK was also seen to confirm (decision
 * 0091).
 */
import { z } from 'zod';
import { longestConsumerNumber } from '#shared/limits.ts';
import { largestAmount, toPaisa } from '#shared/money/money.ts';
import { isDay } from '#shared/time/dates.ts';

/**
 * `00` done · `01` unknown number · `02` blocked · `03` reported before · `04` invalid · `05` failed, but the same
 * request may work later · `06` already paid.
 */
export type PushCode = '00' | '01' | '02' | '03' | '04' | '05' | '06';

const digits = (least: number, most = least) => z.string().regex(new RegExp(`^[0-9]{${least},${most}}$`));
/** A text in a field of fixed width, filled up with spaces. */
const padded = z.string().max(200).trim();
/** Free text. The program ignores it. */
const reserved = z.string().max(2000).nullish();
const bank = padded.nullish();

/** A consumer number is a text, as published. A JSON number is refused, because it may have lost leading zeros. */
const consumer = padded.pipe(digits(1, longestConsumerNumber));

const inquiry = z.object({ consumer_number: consumer, bank_mnemonic: bank, reserved });

const isMoment = (time: string): boolean => /^(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]$/.test(time);
const toDay = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;

const payment = z.object({
  consumer_number: consumer,
  /** Published as six digits, but billers also send other lengths. */
  tran_auth_id: padded.pipe(z.string().regex(/^[A-Za-z0-9]{1,20}$/)),
  /**
   * The amount in paisa: 12 or 13 digits with or without a sign, as billers send it. Fewer digits may be rupees, so
   * they are refused.
   */
  transaction_amount: padded.pipe(z.string().regex(/^\+?[0-9]{12,13}$/)),
  tran_date: padded.pipe(digits(8)),
  tran_time: padded.pipe(digits(6)),
  bank_mnemonic: bank,
  reserved,
});

export type Inquiry = { consumerNumber: string };
export type PushedPayment = {
  consumerNumber: string;
  authID: string;
  amount: number;
  day: string;
  time: string;
  bank: string;
};

/** Reads an inquiry. Undefined if a field is not as published. */
export function readInquiry(body: unknown): Inquiry | undefined {
  const read = inquiry.safeParse(body);
  return read.success ? { consumerNumber: read.data.consumer_number } : undefined;
}

/** The maximum length of a bank's name that is stored. */
const longestBank = 20;

/** Reads a payment. Undefined if a field is not as published, or if the amount is zero. */
export function readPayment(body: unknown): PushedPayment | undefined {
  const read = payment.safeParse(body);
  if (!read.success) return undefined;
  const { consumer_number, tran_auth_id, transaction_amount, tran_date, tran_time, bank_mnemonic } =
    read.data;
  const amount = Number(transaction_amount.replace('+', ''));
  const day = toDay(tran_date);
  if (amount === 0 || amount > toPaisa(largestAmount) || !isDay(day) || !isMoment(tran_time))
    return undefined;
  return {
    ...{ consumerNumber: consumer_number, authID: tran_auth_id, amount, day, time: tran_time },
    bank: (bank_mnemonic ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestBank),
  };
}

/**
 * Returns the key of a payment for each spelling of its number. A payment with one of these keys is a repetition. The
 * first key is the one to store.
 */
export const keysOf = (
  { authID, day, time }: PushedPayment,
  [number, ...others]: readonly [string, ...string[]],
): [string, ...string[]] => {
  const keyOf = (number: string) => [authID, number, day.replaceAll('-', ''), time].join(' ');
  return [keyOf(number), ...others.map(keyOf)];
};

const detailWidth = 30;
const signs = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Writes a name in exactly `detailWidth` characters, filled up with spaces. */
export function detailOf(name: string): string {
  const characters = [...name.toWellFormed().replace(signs, ' ')].slice(0, detailWidth);
  return characters.join('') + ' '.repeat(detailWidth - characters.length);
}

const amountOf = (paisa: number): string => `+${String(paisa).padStart(13, '0')}`;
const paidOf = (paisa: number): string => String(paisa).padStart(12, '0');
const dateOf = (day: string | null): string => day?.replaceAll('-', '') ?? ' '.repeat(8);
const monthOf = ({ month, year }: Period): string =>
  month === null || year === null
    ? ' '.repeat(4)
    : `${String(year).slice(-2)}${String(month).padStart(2, '0')}`;
const authOf = (authID: string | null): string => (authID ?? '').padEnd(6, ' ');

type Period = { month: number | null; year: number | null };

/** The answer about a bill. `U` means unpaid, `P` paid, and `B` blocked: it cannot be paid in an app. */
export type BillAnswer = Period & { name: string; dueDay: string | null } & (
    | { status: 'U'; within: number; after: number }
    | { status: 'P'; paidOn: string | null; paid: number; authID: string | null }
    | { status: 'B' }
  );

export type InquiryAnswer = {
  response_Code: PushCode;
  consumer_Detail: string;
  bill_status: string;
  due_date: string;
  amount_within_dueDate: string;
  amount_after_dueDate: string;
  billing_month: string;
  date_paid: string;
  amount_paid: string;
  tran_auth_Id: string;
  reserved: string;
};

/** An answer without a bill. Unknown fields are filled with spaces. */
const nothing = {
  ...{ consumer_Detail: detailOf(''), bill_status: ' ', due_date: dateOf(null) },
  ...{ amount_within_dueDate: amountOf(0), amount_after_dueDate: amountOf(0), billing_month: ' '.repeat(4) },
  ...{ date_paid: dateOf(null), amount_paid: ' '.repeat(12), tran_auth_Id: authOf(null), reserved: '' },
};

export const refuseInquiry = (code: PushCode): InquiryAnswer => ({ response_Code: code, ...nothing });

const codes = { U: '00', P: '06', B: '02' } as const;

export function tellBill(bill: BillAnswer): InquiryAnswer {
  const { name, dueDay, status } = bill;
  return {
    ...refuseInquiry(codes[status]),
    consumer_Detail: detailOf(name),
    bill_status: status,
    due_date: dateOf(dueDay),
    billing_month: monthOf(bill),
    ...(status === 'U' && {
      amount_within_dueDate: amountOf(bill.within),
      amount_after_dueDate: amountOf(bill.after),
    }),
    ...(status === 'P' && {
      date_paid: dateOf(bill.paidOn),
      amount_paid: paidOf(bill.paid),
      tran_auth_Id: authOf(bill.authID),
    }),
  };
}

export type PaymentAnswer = { response_Code: PushCode; Identification_parameter: string; reserved: string };

/** Writes the answer to a payment. `identification` is the number of our receipt, if there is one. */
export const tellPayment = (code: PushCode, identification = ''): PaymentAnswer => ({
  response_Code: code,
  Identification_parameter: identification,
  reserved: '',
});
