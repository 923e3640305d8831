/** Who is told, and what is told of them. */
import { longestCaption, longestMessage } from '#shared/limits.ts';
import {
  type Fillable,
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
};

/**
 * What a broadcast says: in free text, or by an approved template, whose text is at most as long as one below a
 * picture.
 */
export type Wording = { text: string; isByTemplate?: boolean | undefined };
/** `params`: JSON of the values that the text is made of, where it goes by a template. */
export type Words = Filled & { params?: string | undefined };

/**
 * What a broadcast says of these, several of them as one family. Whoever plans it and whoever writes it anew asks here.
 */
export function wordsFor({ text, isByTemplate }: Wording, about: readonly Recipient[]): Words {
  const [first] = about;
  if (isByTemplate) {
    const told = withCampus(text, first?.campus ?? '');
    const { values, missing } = valuesFor(told, about);
    return { text: withValues(told, values), missing, params: JSON.stringify(values) };
  }
  return about.length > 1 || !first ? fillForFamily(text, about) : fill(text, first);
}

export const isTooLong = ({ isByTemplate }: Pick<Wording, 'isByTemplate'>, text: string): boolean =>
  text.length > (isByTemplate ? longestCaption : longestMessage);

/** Why these words are sent to nobody; undefined where they may be. */
export function whyUnfit(wording: Wording, { text, missing }: Filled): Reason | undefined {
  if (missing.length > 0) return reasonOf('missing', { names: missing });
  return isTooLong(wording, text) ? reasonOf('tooLong') : undefined;
}
