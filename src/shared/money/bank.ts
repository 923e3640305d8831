/** Stored values of bank files, which also go over the wire. */

/**
 * The verdict on a row of a bank file: the first one that fits. `seen`: an earlier file has counted the row.
 * `notIncome`: money that went out, a total, or a payout of a biller for many bills. `takenBack`: the bank took the
 * money back, in this file or with a row that takes back a payment. `exact`, `late`, `fineOpen`, `short`, `over`: the
 * amount compared with what was payable on that day. `twin`: an earlier row of the file has the same reference,
 * registration and amount. `paidAlready`: nothing is owed on the bill, or its payment is already entered. `carried`: a
 * newer bill includes the amount. `registration`: no voucher number, but a registration and exactly its amount.
 * `ambiguous`: several bills fit, one bill fits but the number is too short, or the money may be counted already.
 * `unmatched`: nothing fits.
 */
export const bankMatches = [
  'seen',
  'notIncome',
  'takenBack',
  'exact',
  'late',
  'fineOpen',
  'short',
  'over',
  'twin',
  'paidAlready',
  'carried',
  'otherCampus',
  'registration',
  'ambiguous',
  'unmatched',
] as const;
export type BankMatch = (typeof bankMatches)[number];

/** Rows with these verdicts are saved unless a person decides otherwise. */
export const tickedMatches: readonly BankMatch[] = ['exact', 'late'];

/** Why a row is not income or belongs to no bill, if its verdict does not already say why. */
export const bankReasons = [
  'debit',
  'total',
  'failed',
  'batch',
  'noDay',
  'dayToCome',
  'booksClosed',
  'shortNumber',
  'shortened',
  'debitReversed',
  'several',
  'mayCount',
] as const;
export type BankReason = (typeof bankReasons)[number];

/**
 * The direction of a row's money. A `total` row adds up other rows. `back`: the bank reversed money that went out.
 * `none`: no money moved, for example because the payment failed or is pending.
 */
export const bankDirections = ['in', 'out', 'total', 'back', 'none'] as const;
export type BankDirection = (typeof bankDirections)[number];

/**
 * What is done with a row. `pay`: it pays its bill up to the payable amount, and the rest is credit. `waive`: it pays
 * its bill, and the rest of the bill is waived. `join`: it belongs to a payment that is already entered. `credit`:
 * all of it is kept for later bills.
 */
export const bankActs = ['pay', 'waive', 'join', 'credit'] as const;
export type BankAct = (typeof bankActs)[number];

/** The fields that a column of a bank file can contain. */
export const bankFields = [
  'day',
  'amount',
  'credit',
  'debit',
  'kind',
  'status',
  'number',
  'reference',
  'text',
  'balance',
] as const;
export type BankField = (typeof bankFields)[number];

/** A row of a bank file. `row`: its position in the file. `day`: null if its date could not be read. Rupees. */
export type BankRow = {
  row: number;
  day: string | null;
  amount: number;
  direction: BankDirection;
  /** The bank's own reference of the transfer. */
  reference: string;
  /** The number that the payer gave, if the file has a column for it. */
  number: string;
  text: string;
  /** The balance of the account after the row, which distinguishes two equal rows. */
  balance: number | null;
};

/** The field of a column of a bank file, by its heading. */
export type BankHeading = { heading: string; field: BankField };
