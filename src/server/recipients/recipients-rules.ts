/** Fills texts with the values of recipients. Pure. */

import { longestCaption, longestMessage } from '#shared/limits.ts';
import { paperIn, paperMedia } from '#shared/messages/media.ts';
import {
  type Fillable,
  type FillablePayment,
  type Filled,
  fill,
  fillForFamily,
  type PlaceholderName,
  placeholdersIn,
  valuesFor,
  withCampus,
  withValues,
} from '#shared/messages/placeholders.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { amountKeys } from '#shared/money/bill-heads.ts';
import { type Cover, leftWithCredit, type OwnCredit } from '#shared/money/credit.ts';
import { toRupees } from '#shared/money/money.ts';
import {
  type DueRules,
  inTimeFrom,
  type Payable,
  payableOnOrNull,
  payableUntilOn,
} from '#shared/money/payable.ts';
import { receiptFileName, voucherFileName } from '#shared/text/paper-names.ts';

/** The numbers that limit a send to billings or bills, and the typed parts that are not numbers. */
export type Only = { numbers: ReadonlySet<string>; unread: readonly string[] };

/** A recipient of a send: a bill, a student or a plain number. */
export type Recipient = Fillable & {
  /** As typed. */
  number: string;
  /** E.164. Empty when nothing was typed, or the typed text is not a number. */
  numbers: string[];
  groupID: number | null;
  billID: number | null;
  /** For a bill: as in `Payable`, in rupees. */
  adjusted?: number;
  lateWaived?: number;
  settledOn?: string | null;
  /** The child's own credit, in paisa. Undefined if it has none. */
  own?: OwnCredit | undefined;
  /** How much of the bill this credit pays. */
  covered?: Cover | undefined;
};

const toPayable = ({
  paid,
  settledOn = null,
  adjusted = 0,
  lateWaived = 0,
  ...recipient
}: Recipient): Payable => ({
  ...recipient,
  ...{ settledOn, paid: paid ?? 0, adjusted, lateWaived },
});

/** Returns the recipient with the amounts that are payable on that day. */
export function onDay(day: string, rules: DueRules, recipient: Recipient): Recipient {
  const { billID, own, expiryDate } = recipient;
  if (billID === null) return recipient;
  const bill = toPayable(recipient);
  const from = inTimeFrom(day, rules);
  const payable = payableOnOrNull(from, bill);
  const left = payable && own ? leftWithCredit(own, billID, from) : undefined;
  return {
    ...recipient,
    payable: left === undefined ? payable : toRupees(left),
    payableUntil: payableUntilOn(day, rules)({ ...bill, expiryDate }),
  };
}

/** A payment with the values for its receipt, in rupees. */
export type ReceiptPayment = Omit<FillablePayment, 'receivedFor'> & {
  /** The amount for each bill that it settles and that still exists. */
  parts: ReadonlyMap<number, number>;
  /** The bills of the receipt: those that the payment settles, otherwise the bill that was named for it. */
  billIDs: readonly number[];
  /** True when a person or a file only said that a bill is paid, so nobody counted money. */
  isStated: boolean;
  /** True when the payment is void or was partly returned. */
  isTakenBack: boolean;
};

const withPayment = (
  { receiptNo, received, receivedOn, method, parts }: ReceiptPayment,
  recipient: Recipient,
): Recipient => {
  const receivedFor = parts.get(recipient.billID ?? 0);
  return { ...recipient, ...{ receiptNo, received, receivedOn, method, receivedFor } };
};

/**
 * The content of a broadcast: free text, or an approved template. The text of a template may be at most as long as a
 * caption. `payment` is set if the broadcast is a receipt.
 */
export type Wording = {
  text: string;
  media: string;
  isByTemplate?: boolean | undefined;
  payment?: ReceiptPayment | undefined;
};
/** `params` has the placeholder values as JSON, if the message uses a template. */
export type Words = Filled & { params?: string | undefined };

/**
 * Fills the text for these recipients; several recipients are one family. Planning and rewriting both use this
 * function, so their texts cannot differ. `link` is the link of the number that gets the text.
 */
export function wordsFor(
  { text, isByTemplate, payment }: Omit<Wording, 'media'>,
  recipients: readonly Recipient[],
  link?: string,
): Words {
  const paid = payment ? recipients.map((recipient) => withPayment(payment, recipient)) : recipients;
  const about = link === undefined ? paid : paid.map((one) => (one.billID === null ? one : { ...one, link }));
  const [first] = about;
  if (isByTemplate) {
    const named = withCampus(text, first?.campus ?? '');
    const { values, missing } = valuesFor(named, about);
    return { text: withValues(named, values), missing, params: JSON.stringify(values) };
  }
  return about.length > 1 || !first ? fillForFamily(text, about) : fill(text, first);
}

/**
 * Returns the media text that names the document of a message to these recipients. Undefined when the message has no
 * document of its own.
 */
export function documentMediaFor(
  { media, payment }: Pick<Wording, 'media' | 'payment'>,
  about: readonly Recipient[],
): string | undefined {
  const kind = paperIn(media)?.kind;
  if (kind === undefined) return undefined;
  const name =
    kind === 'voucher'
      ? voucherFileName(about)
      : receiptFileName(payment?.receiptNo ?? 0, about[0]?.name ?? '');
  return paperMedia(kind, name);
}

export const isTooLong = ({ isByTemplate }: Pick<Wording, 'isByTemplate'>, text: string): boolean =>
  text.length > (isByTemplate ? longestCaption : longestMessage);

/** For each placeholder, the amounts that it asks a bill for. */
const amountsByPlaceholder: Partial<
  Record<PlaceholderName, (bill: Recipient) => readonly (number | null)[]>
> = {
  total: ({ total }) => [total],
  amountAfterDueDate: ({ amountAfterDueDate }) => [amountAfterDueDate],
  payable: ({ payable }) => [payable],
  balance: ({ payable }) => [payable],
  familyTotal: ({ payable }) => [payable],
  heads: (bill) => amountKeys.map((key) => bill[key] ?? 0),
};

/**
 * Tells whether all amounts that a text asks these bills for are 0. Always false for a receipt, because it is about
 * money that was paid.
 */
export function isAboutNothing({ text, payment }: Wording, bills: readonly Recipient[]): boolean {
  // Fast path: nearly all of up to 100,000 bills ask for an amount, so the text need not be parsed.
  if (payment || bills.some(({ total, payable }) => total !== 0 && payable !== 0)) return false;
  const names = placeholdersIn(text);
  const amountsOf = names.flatMap((name) => amountsByPlaceholder[name] ?? []);
  if (amountsOf.length === 0 || (names.includes('paid') && bills.some(({ paid }) => paid !== 0)))
    return false;
  return bills.every((bill) => amountsOf.every((of) => of(bill).every((amount) => amount === 0)));
}

/** Returns the reason for a message whose amounts are all 0. */
export const reasonOfNothing = (bills: readonly Recipient[]): Reason =>
  makeReason(bills.every(({ covered }) => covered === 'whole') ? 'paidByCredit' : 'nothingOwed');

/** Returns why this text cannot be sent about these bills; undefined when it can. */
export function reasonNotToSend(
  wording: Wording,
  { text, missing }: Filled,
  bills: readonly Recipient[],
): Reason | undefined {
  if (missing.length > 0) return makeReason('missing', { names: missing });
  if (isAboutNothing(wording, bills)) return reasonOfNothing(bills);
  return isTooLong(wording, text) ? makeReason('tooLong') : undefined;
}
