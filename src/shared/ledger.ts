/** The words of the ledger, as they are stored and go over the wire. */

/** How money came in. `marked`: somebody said that a bill is paid; `opening`: it was paid before there was a ledger. */
export const paymentMethods = ['cash', 'bank', 'online', 'wallet', 'cheque', 'marked', 'opening'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** Those that a person chooses at the counter. */
export const counterMethods = [
  'cash',
  'bank',
  'online',
  'wallet',
  'cheque',
] as const satisfies PaymentMethod[];

export const paymentSources = ['counter', 'mark', 'sheet', 'bank', 'push', 'opening'] as const;
export type PaymentSource = (typeof paymentSources)[number];
/** Those of which nobody counted money: a status said that a bill is paid, and another may take it back. */
export const saidSources: readonly PaymentSource[] = ['mark', 'sheet', 'opening'];
/** Those that a person or a bank counted: the family is told that it was received. */
export const countedSources: readonly PaymentSource[] = paymentSources.filter(
  (source) => !saidSources.includes(source),
);

/** A refund goes back to the family, a bounced cheque never came. */
export const returnKinds = ['refund', 'bounced'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export const adjustmentKinds = ['waiver', 'fine', 'writeOff'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Beside what a person adjusts: `carried`, an open balance that a newer bill asks for as arrears. */
export type LedgerAdjustment = AdjustmentKind | 'carried';

/** What an adjustment adds to what a bill asks. */
export const signedAdjustment = ({ kind, amount }: { kind: LedgerAdjustment; amount: number }): number =>
  kind === 'fine' ? amount : -amount;
