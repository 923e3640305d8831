/** The content of a family's page, in each of its languages. */
import type { Both } from '#shared/words/papers.ts';

/** `late` lines raise the amount, `paid` lines lower it. */
export type BillLine = { kind: 'plain' | 'late' | 'paid'; text: Both };
/** An ended voucher is not offered, because no bank accepts it. */
export type VoucherShown =
  | { kind: 'open'; text: Both }
  | { kind: 'ended'; text: Both; url: Both | null }
  | { kind: 'none' };
export type BillShown = {
  id: number;
  title: Both;
  /** What is payable; a word if the credit covers it or the bill has no amount. */
  payable: Both;
  lines: BillLine[];
  voucher: VoucherShown;
};
export type ChildShown = { name: string; about: Both[]; bills: BillShown[] };

/** A number that a parent types in the app of a bank, and what the app then asks for. */
export type NumberToPay = { name: string; what: Both | null; amount: string; number: string };
export type AppShown = { name: string; isPerChild: boolean; isOneAtATime: boolean; numbers: NumberToPay[] };
export type AccountShown = { name: string; number: string; iban: string; numbers: NumberToPay[] };
export type WaysToPay = { apps: AppShown[]; accounts: AccountShown[]; desks: string[]; references: string[] };

/** Addresses that open WhatsApp with a text to the school. */
export type ContactShown = { paid: Both | null; ask: Both };

export type ReceiptShown = { id: number; name: Both; about: Both[]; amount: string };

export type FamilyPage = {
  school: string;
  campus: string;
  logo: string | undefined;
  today: string;
  /** Null if the sum is 0. */
  total: string | null;
  /** Whether something is payable. The amount may be unknown. */
  isPayable: boolean;
  late: Both | null;
  /** The parts of the total: the bills of each child, and its credit. */
  parts: { text: Both; amount: Both; isCredit: boolean }[];
  /** The bills whose vouchers can be had. */
  vouchers: number[];
  children: ChildShown[];
  /** Null if nothing is payable. */
  ways: WaysToPay | null;
  contact: ContactShown | null;
  receipts: { list: ReceiptShown[]; count: Both };
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
