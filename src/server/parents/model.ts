/** The content of a family's page, in each of its languages. */
import type { Both } from '#shared/words/papers.ts';

export type BillShown = {
  id: number;
  month: Both;
  notes: Both[];
  /** Null if the bill has no amount. */
  payable: string | null;
};
export type FamilyPage = {
  campus: string;
  logo: string | undefined;
  today: string;
  children: { name: string; about: Both[]; bills: BillShown[] }[];
  /** Null if nothing is payable. */
  total: string | null;
  accounts: { name: string; number: string; iban: string; pays: { of: Both; pay: string }[] }[];
  receipts: { id: number; name: Both; day: Both; way: Both; amount: string }[];
};

/** A stored message of a parent. `id` is unique in its campus, `at` is ISO text. */
export type ReceivedMessage = {
  id: number;
  number: string;
  text: string;
  at: string;
  /** The attached media: its type from the provider, or the address of the stored file. */
  media: string;
};
