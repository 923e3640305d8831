/** Finds the field of a column in a bank file by its heading. Every bank uses other headings. */
import type { BankField } from '../../money/bank.ts';
import { plainHeading } from '../columns.ts';

/**
 * Headings of each field, the best first. If a file has two headings for one field, the earlier in this list gets it.
 */
const spellings: Readonly<Record<BankField, readonly string[]>> = {
  day: [
    ...[
      'transaction date',
      'txn date',
      'tran date',
      'trans date',
      'trx date',
      'date',
      'payment date',
      'paid date',
    ],
    ...[
      'paid on',
      'deposit date',
      'credit date',
      'transaction date time',
      'date time',
      'datetime',
      'timestamp',
    ],
    ...[
      'transaction time',
      'posting date',
      'post date',
      'booking date',
      'settlement date',
      'value date',
      'day',
      'تاریخ',
    ],
  ],
  amount: [
    ...[
      'amount',
      'transaction amount',
      'txn amount',
      'tran amount',
      'trx amount',
      'amount paid',
      'paid amount',
    ],
    ...[
      'received amount',
      'amount received',
      'payment amount',
      'deposit amount',
      'gross amount',
      'rupees',
      'رقم',
    ],
  ],
  credit: [
    ...[
      'credit',
      'credits',
      'cr',
      'credit amount',
      'cr amount',
      'deposit',
      'deposits',
      'paid in',
      'money in',
      'in',
      'جمع',
    ],
  ],
  debit: [
    ...[
      'debit',
      'debits',
      'dr',
      'debit amount',
      'dr amount',
      'withdrawal',
      'withdrawals',
      'paid out',
      'money out',
    ],
    ...['out', 'charges debit', 'نام'],
  ],
  kind: ['dr cr', 'cr dr', 'd c', 'c d', 'debit credit', 'credit debit', 'dr cr indicator', 'sign', 'type'],
  status: [
    'status',
    'transaction status',
    'txn status',
    'tran status',
    'trx status',
    'payment status',
    'paid status',
    'response',
    'result',
    'حالت',
  ],
  number: [
    ...[
      'consumer no',
      'voucher no',
      'challan no',
      'invoice no',
      'bill no',
      'consumer',
      'voucher',
      'challan',
      'invoice',
    ],
    ...[
      'consumer id',
      'bill id',
      'invoice id',
      'psid',
      '1bill id',
      'kuickpay id',
      'consumer reference',
      'student id',
    ],
    ...['student no', 'registration no', 'reg no', 'roll no', 'gr no', 'چالان نمبر'],
  ],
  reference: [
    ...[
      'transaction id',
      'txn id',
      'tran id',
      'trx id',
      'transaction no',
      'transaction reference',
      'txn ref',
      'reference',
    ],
    ...[
      'reference no',
      'ref no',
      'ref',
      'reference id',
      'rrn',
      'stan',
      'tran auth id',
      'auth id',
      'trace no',
      'utr',
    ],
    ...['doc no', 'document no', 'instrument no', 'cheque no', 'chq no', 'chq', 'instrument', 'حوالہ'],
  ],
  text: [
    ...[
      'description',
      'narration',
      'narrative',
      'particulars',
      'details',
      'transaction details',
      'remarks',
      'memo',
    ],
    ...[
      'transaction description',
      'purpose',
      'payer',
      'payer name',
      'sender',
      'sender name',
      'depositor',
      'name',
    ],
    ...['consumer name', 'student name', 'branch', 'channel', 'تفصیل'],
  ],
  balance: ['balance', 'running balance', 'closing balance', 'available balance', 'ledger balance', 'بیلنس'],
};

const ranks = new Map(
  (Object.entries(spellings) as [BankField, readonly string[]][]).flatMap(([field, list]) =>
    list.map((spelling, rank) => [plainHeading(spelling), { field, rank }] as const),
  ),
);

/** Headings that mean the direction of the money only if the cells below name one. */
const vagueKinds: ReadonlySet<string> = new Set(['type', 'sign']);

/** Removes a currency and words for "number", which do not say what a column contains. */
const plainName = (heading: string): string =>
  plainHeading(
    heading
      .slice(0, 300)
      .replace(/\(?\b(?:in )?(?:rs\.?|pkr|rupees)(?=\W|$)\)?/gi, (found, at: number) =>
        at === 0 ? found : '',
      )
      .replace(/\bnumber\b|\bnum\b|\bnbr\b/gi, 'no'),
  );

export type BankMeaning = { field: BankField; rank: number; isVague?: boolean };

export function bankMeaningOf(heading: string): BankMeaning | undefined {
  const name = plainName(heading);
  const meaning = ranks.get(name);
  return meaning && vagueKinds.has(name) ? { ...meaning, isVague: true } : meaning;
}
