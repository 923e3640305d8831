/** Who is told, and what is told of them. */
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { paperIn, paperMedia } from '#shared/media.ts';
import { receiptFileName, voucherFileName } from '#shared/paper-names.ts';
import { type InTimeFrom, knownPayableOn, type Payable } from '#shared/payable.ts';
import {
  type Fillable,
  type FillablePayment,
  type Filled,
  fill,
  fillForFamily,
  valuesFor,
  withCampus,
  withValues,
} from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';

/** The numbers that narrow groups or bills, and what of them could not be read. */
export type Only = { numbers: ReadonlySet<string>; unread: readonly string[] };

/** Somebody to write to: a bill, a student or a plain number. */
export type Recipient = Fillable & {
  /** As typed. */
  number: string;
  /** E.164, none when what was typed is empty or no number. */
  numbers: string[];
  groupID: number | null;
  billID: number | null;
  /** Of a bill, in rupees: what it asks more or less than its sheet says. */
  adjusted?: number;
  /** Of a bill: as in `Payable`. */
  settledOn?: string | null;
};

const toPayable = ({ paid, settledOn = null, ...recipient }: Recipient): Payable => ({
  ...recipient,
  ...{ settledOn, paid: paid ?? 0 },
});

/** The same on another day: what is to be paid may be more by then. */
export const onDay = (day: InTimeFrom, recipient: Recipient): Recipient =>
  recipient.billID === null
    ? recipient
    : { ...recipient, payable: knownPayableOn(day, toPayable(recipient)) };

/** A payment as its receipt tells of it, in rupees. */
export type ToldPayment = Omit<FillablePayment, 'receivedFor'> & {
  /** What of it settles which bill that is still here. */
  parts: ReadonlyMap<number, number>;
  /** Whom it is told about: those bills, or of what settles none the one that was named for it. */
  billIDs: readonly number[];
  /** Nobody counted money: a status said that a bill is paid. */
  isSaid: boolean;
  /** It is void, or money of it went back. */
  isTakenBack: boolean;
};

const withPayment = (
  { receiptNo, received, receivedOn, method, parts }: ToldPayment,
  recipient: Recipient,
): Recipient => {
  const receivedFor = parts.get(recipient.billID ?? 0);
  return { ...recipient, ...{ receiptNo, received, receivedOn, method, receivedFor } };
};

/**
 * What a broadcast says: in free text, or by an approved template, whose text is at most as long as one below a
 * picture. `payment`: of which it is the receipt.
 */
export type Wording = {
  text: string;
  media: string;
  isByTemplate?: boolean | undefined;
  payment?: ToldPayment | undefined;
};
/** `params`: JSON of the values that the text is made of, where it goes by a template. */
export type Words = Filled & { params?: string | undefined };

/**
 * What a broadcast says of these, several of them as one family. Whoever plans it and whoever writes it anew asks here.
 * `link`: of the number that it goes to, to see these bills by.
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
    const told = withCampus(text, first?.campus ?? '');
    const { values, missing } = valuesFor(told, about);
    return { text: withValues(told, values), missing, params: JSON.stringify(values) };
  }
  return about.length > 1 || !first ? fillForFamily(text, about) : fill(text, first);
}

/** How a message to these names the paper that it brings; undefined where all get the same file, or none. */
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

/** Why these words are sent to nobody; undefined where they may be. */
export function whyUnfit(
  wording: Pick<Wording, 'isByTemplate'>,
  { text, missing }: Filled,
): Reason | undefined {
  if (missing.length > 0) return reasonOf('missing', { names: missing });
  return isTooLong(wording, text) ? reasonOf('tooLong') : undefined;
}
