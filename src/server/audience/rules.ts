import type { Fillable } from '#shared/placeholders.ts';

/** Somebody to write to: a bill, a student or a plain number. */
export type Recipient = Fillable & {
  /** As typed. */
  number: string;
  /** E.164, none when what was typed is empty or no number. */
  numbers: string[];
  groupID: number | null;
  billID: number | null;
};
