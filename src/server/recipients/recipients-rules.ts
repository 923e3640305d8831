/** Recipients, and the text for them. */
import { amountKeys } from '#shared/calls/bills.ts';
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { paperIn, paperMedia } from '#shared/media.ts';
import { receiptFileName, voucherFileName } from '#shared/paper-names.ts';
import { type DueRules, inTimeFrom, knownPayableOn, type Payable, payableUntilOn } from '#shared/payable.ts';
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
} from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';

/** The numbers that limit a send to billings or bills, and the parts that could not be read. */
export type Only = { numbers: ReadonlySet<string>; unread: readonly string[] };

/** Somebody to write to: a bill, a student or a plain number. */
export type Recipient = Fillable & {
  /** As typed. */
  number: string;
  /** E.164; empty when nothing was typed or it is not a number. */
  numbers: string[];
  groupID: number | null;
  billID: number | null;
  /** For a bill, in rupees: its fines less its waivers. */
  adjusted?: number;
  /** For a bill: as in `Payable`. */
  settledOn?: string | null;
};

const toPayable = ({ paid, settledOn = null, ...recipient }: Recipient): Payable => ({
  ...recipient,
  ...{ settledOn, paid: paid ?? 0 },
});

/** Returns the recipient on another day, because more may be payable by then. */
export function onDay(day: string, rules: DueRules, recipient: Recipient): Recipient {
  if (recipient.billID === null) return recipient;
  const bill = toPayable(recipient);
  const payableUntil = payableUntilOn(day, rules)({ ...bill, expiryDate: recipient.expiryDate });
  return { ...recipient, payable: knownPayableOn(inTimeFrom(day, rules), bill), payableUntil };
}

/** A payment with the values for its receipt, in rupees. */
export type ReceiptPayment = Omit<FillablePayment, 'receivedFor'> & {
  /** The amount for each bill that it settles and that still exists. */
  parts: ReadonlyMap<number, number>;
  /** The bills of the receipt: those that it settles, or else the one that was named for it. */
  billIDs: readonly number[];
  /** True when a status said that a bill is paid, so nobody counted money. */
  isSaid: boolean;
  /** True when it is void or was partly returned. */
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
 * The content of a broadcast: free text, or an approved template, whose text may only be as long as a caption.
 * `payment` is the one for which it is the receipt.
 */
export type Wording = {
  text: string;
  media: string;
  isByTemplate?: boolean | undefined;
  payment?: ReceiptPayment | undefined;
};
/** `params` is JSON of the placeholder values, where the message uses a template. */
export type Words = Filled & { params?: string | undefined };

/**
 * Fills the text for these recipients, several of them as one family. Planning and rewriting both use this function, so
 * they cannot differ. `link` is the link of the number that gets the text.
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

/** Returns how a message to these recipients names its paper; undefined when it has none, or the same file for all. */
export function namePaper(
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

/** The amounts by which a text can ask for a bill. */
const askedAmounts: Partial<Record<PlaceholderName, (bill: Recipient) => readonly (number | null)[]>> = {
  total: ({ total }) => [total],
  amountAfterDueDate: ({ amountAfterDueDate }) => [amountAfterDueDate],
  payable: ({ payable }) => [payable],
  balance: ({ payable }) => [payable],
  familyTotal: ({ payable }) => [payable],
  heads: (bill) => amountKeys.map((key) => bill[key] ?? 0),
};

/** Tells whether a text asks for these bills by amounts that are all 0. A receipt tells of money in any case. */
export function isAboutNothing({ text, payment }: Wording, bills: readonly Recipient[]): boolean {
  // Nearly every bill of up to 100,000 asks for something, so the text need not be looked at.
  if (payment || bills.some(({ total, payable }) => total !== 0 && payable !== 0)) return false;
  const names = placeholdersIn(text);
  const amountsOf = names.flatMap((name) => askedAmounts[name] ?? []);
  if (amountsOf.length === 0 || (names.includes('paid') && bills.some(({ paid }) => paid !== 0)))
    return false;
  return bills.every((bill) => amountsOf.every((of) => of(bill).every((amount) => amount === 0)));
}

/** Returns why this text cannot be sent about these bills; undefined when it can. */
export function whyUnfit(
  wording: Wording,
  { text, missing }: Filled,
  bills: readonly Recipient[],
): Reason | undefined {
  if (missing.length > 0) return reasonOf('missing', { names: missing });
  if (isAboutNothing(wording, bills)) return reasonOf('nothingOwed');
  return isTooLong(wording, text) ? reasonOf('tooLong') : undefined;
}
