/** What a family's page says, in each of its languages. */
import type { Both } from '#shared/words/papers.ts';

export type BillShown = {
  id: number;
  month: Both;
  notes: Both[];
  /** Null where the bill names no amount. */
  payable: string | null;
};
export type FamilyPage = {
  campus: string;
  logo: string | undefined;
  today: string;
  children: { name: string; about: Both[]; bills: BillShown[] }[];
  /** Null where nothing is to be paid. */
  total: string | null;
  accounts: { name: string; number: string; iban: string; pays: { of: Both; pay: string }[] }[];
  receipts: { id: number; name: Both; day: Both; way: Both; amount: string }[];
};

/** A message of a parent as it was stored: `id` among those of its campus, `at` as ISO text. */
export type ReceivedMessage = {
  id: number;
  number: string;
  text: string;
  at: string;
  /** What it brings beside words: its type, where the provider says it, or the address of what is here. */
  media: string;
};
