/** What papers say: texts that are set as they stand, each in the languages of the paper. */
import type { PaperLanguage } from '#shared/voucher-settings.ts';
import type { Both } from '#shared/words/papers.ts';

type Amount = { label: Both; amount: string; strong: boolean };

/** One voucher, as the template `engine/voucher.typ` sets it on every copy. */
export type VoucherPage = {
  copies: readonly (Both & { isParents: boolean })[];
  language: PaperLanguage;
  campus: string;
  title: Both;
  month: Both;
  numberLabel: Both;
  number: string;
  /** What the QR and the bars say; null: neither is there. */
  code: string | null;
  /** Where the parents see it: what the QR of their copy says instead. */
  link: string | null;
  duplicate: Both | null;
  /** Of a bill that was renewed. */
  issue: Both | null;
  currency: string;
  payLabel: Both;
  accounts: readonly { name: string; number: string; iban: string; pay: string | null }[];
  facts: readonly { label: Both; value: Both }[];
  particulars: Both;
  heads: readonly { name: Both; amount: string }[];
  sums: readonly Amount[];
  /** What is asked until when; none where nothing is. */
  payable: readonly Amount[];
  words: Both | null;
  terms: Both;
  stamp: (Both & { line: Both }) | null;
  cashier: Both;
  depositor: Both;
};

/** One receipt, as the template `engine/receipt.typ` sets it. */
export type ReceiptPage = {
  language: PaperLanguage;
  campus: string;
  title: Both;
  when: string;
  duplicate: Both | null;
  facts: readonly { label: Both; value: string }[];
  children: readonly {
    name: string;
    regNum: string;
    lines: readonly { what: Both; number: string; amount: string }[];
  }[];
  sums: readonly Amount[];
  words: Both | null;
  notes: readonly string[];
  left: { label: Both; amount: string };
  by: { label: Both; name: string } | null;
  signature: Both;
};
