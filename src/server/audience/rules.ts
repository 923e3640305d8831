import type { Fillable } from '#shared/placeholders.ts';

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
