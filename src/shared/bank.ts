/** The words of bank files, as they are stored and go over the wire. */

/**
 * What a row of a bank file is, the first that fits. `seen`: it counts already. `notIncome`: money that went out, a total,
 * or what a biller paid out for many. `exact`, `late`, `fineOpen`, `short`, `over`: what came in beside what the bill of
 * its number asked on that day. `paidAlready`: nothing is owed on that bill, or its payment is there. `carried`: a newer
 * bill asks for it. `registration`: no voucher number, but a registration and just its amount. `ambiguous`: several
 * bills, one by too little, or money that may count already. `unmatched`: nothing.
 */
export const bankVerdicts = [
  'seen',
  'notIncome',
  'exact',
  'late',
  'fineOpen',
  'short',
  'over',
  'paidAlready',
  'carried',
  'otherCampus',
  'registration',
  'ambiguous',
  'unmatched',
] as const;
export type BankVerdict = (typeof bankVerdicts)[number];

/** Those that are saved unless a person says otherwise. */
export const tickedVerdicts: readonly BankVerdict[] = ['exact', 'late'];

/** Why a row is no income or leads nowhere, where its verdict alone does not say it. */
export const bankReasons = [
  'debit',
  'total',
  'batch',
  'noDay',
  'dayToCome',
  'shortNumber',
  'several',
  'mayCount',
] as const;
export type BankReason = (typeof bankReasons)[number];

/** Which way the money of a row went; a total is of other rows. */
export const bankDirections = ['in', 'out', 'total'] as const;
export type BankDirection = (typeof bankDirections)[number];

/**
 * What is done with a row. `pay`: it is set against its bill, as far as that asks so much; the rest is credit. `waive`:
 * the same, and what is left of the bill is waived. `join`: it is the payment that is there. `credit`: all of it is kept
 * for bills to come.
 */
export const bankActs = ['pay', 'waive', 'join', 'credit'] as const;
export type BankAct = (typeof bankActs)[number];

/** What a column of a bank file may hold. */
export const bankFields = [
  'day',
  'amount',
  'credit',
  'debit',
  'kind',
  'number',
  'reference',
  'text',
  'balance',
] as const;
export type BankField = (typeof bankFields)[number];
