/** The content of papers: texts that are printed unchanged, in the languages of the paper. */
import type { PaperLanguage } from '#shared/money/voucher-settings.ts';
import type { Both } from '#shared/words/papers.ts';

type Amount = { label: Both; amount: string; strong: boolean };

/** One voucher. The template `engine/voucher.typ` prints it on every copy. */
export type VoucherPage = {
  copies: readonly (Both & { isParents: boolean })[];
  language: PaperLanguage;
  campus: string;
  title: Both;
  month: Both;
  numberLabel: Both;
  number: string;
  /** The content of the QR code and of the barcode. Null if there are none. */
  code: string | null;
  /** The link to the page of the family. On the parents' copy the QR code contains this link instead. */
  link: string | null;
  duplicate: Both | null;
  /** Only for a renewed bill. */
  issue: Both | null;
  currency: string;
  payLabel: Both;
  accounts: readonly { name: string; number: string; iban: string; pay: string | null }[];
  facts: readonly { label: Both; value: Both }[];
  particulars: Both;
  heads: readonly { name: Both; amount: string }[];
  sums: readonly Amount[];
  /** The payable amounts, each with its last day. Empty if nothing is payable. */
  payable: readonly Amount[];
  words: Both | null;
  terms: Both;
  stamp: (Both & { line: Both }) | null;
  cashier: Both;
  depositor: Both;
};

/** One receipt. The template `engine/receipt.typ` prints it. */
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
  /** Written across a void receipt. */
  stamp: Both | null;
  by: { label: Both; name: string } | null;
  signature: Both;
};
