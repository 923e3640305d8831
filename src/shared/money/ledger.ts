/** Stored values of the ledger, which also go over the wire. */

/**
 * How money came in. `marked`: somebody marked a bill as paid. `opening`: the bill was paid before there was a ledger.
 */
export const paymentMethods = ['cash', 'bank', 'online', 'wallet', 'cheque', 'marked', 'opening'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** The methods that a person can choose at the counter. */
export const counterMethods = [
  'cash',
  'bank',
  'online',
  'wallet',
  'cheque',
] as const satisfies PaymentMethod[];

export const paymentSources = ['counter', 'mark', 'sheet', 'bank', 'push', 'opening'] as const;
export type PaymentSource = (typeof paymentSources)[number];
/** Methods without counted money: a status said that the bill is paid, and another status can take that back. */
export const statedSources: readonly PaymentSource[] = ['mark', 'sheet', 'opening'];
/** Methods with money that a person or a bank counted. The family gets a receipt for such a payment. */
export const countedSources: readonly PaymentSource[] = paymentSources.filter(
  (source) => !statedSources.includes(source),
);

/** A refund goes back to the family. The money of a bounced cheque never arrived. */
export const returnKinds = ['refund', 'bounced'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export const adjustmentKinds = ['waiver', 'fine', 'writeOff'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Also `carried`, which no person enters: a newer bill includes the open balance as arrears. */
export type LedgerAdjustment = AdjustmentKind | 'carried';

/**
 * What a waiver reduces. A waiver of the fee counts from the first day of the bill, a waiver of the late fine only
 * against the late fine.
 */
export const waivedParts = ['fee', 'lateFine'] as const;
export type WaivedPart = (typeof waivedParts)[number];
