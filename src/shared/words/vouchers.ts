/**
 * Texts of the screen about vouchers: viewing, printing and their settings. The texts on the paper are in `papers.ts`.
 */
import { formatDay } from '../dates.ts';
import type { PaperLanguage, ReceiptSize, VoucherCopy, VoucherOrder } from '../voucher-settings.ts';
import { plural } from './plural.ts';

export const voucherWords = {
  voucher: 'Voucher',
  voucherOf: (name: string) => `Voucher of ${name}`,
  sheet: (name: string) => `The voucher of ${name} as it will be printed`,
  printAll: 'Print vouchers',
  print: 'Print',
  save: 'Save as PDF',
  isDuplicate: (count: number) => `Printed before: this is duplicate ${count}.`,
  expired: (day: string) => `Valid until ${formatDay(day)}: no bank takes it any more.`,
  settled: 'Nothing is owed on this voucher.',
  renew: 'New voucher',
  renewTitle: 'New voucher',
  renewText: 'The same bill and number, valid for longer. The fine is asked on top.',
  validUntil: 'Valid until',
  fine: 'Fine',
  renewed: (day: string) => `The new voucher is valid until ${formatDay(day)}.`,
  cancel: 'Cancel',
  close: 'Close',
  which: 'Which',
  open: (count: string) => `What is owed (${count})`,
  openOnly: 'What is owed',
  all: 'All, paid ones too',
  class: 'Class',
  everyClass: 'All classes',
  order: 'Order',
  orders: {
    class: 'Class, then name',
    regNum: 'Registration',
    invNo: 'Voucher number',
  } satisfies Record<VoucherOrder, string>,
  ofChosen: (count: number) => `${plural(count, 'bill', 'bills')} chosen`,
  ofFamily: (name: string) => `What the family of ${name} owes`,
  toMake: 'Every voucher is a page of one file. Printed once more, each is marked as a duplicate.',
  making: (made: number, all: number) =>
    `${made.toLocaleString('en-US')} of ${plural(all, 'voucher is', 'vouchers are')} made`,
  done: (count: number) => `${plural(count, 'voucher is', 'vouchers are')} ready.`,
  failed: 'The vouchers could not be made. None of them counts as printed: try again.',
  failedOne: 'The voucher could not be made. It does not count as printed: try again.',
  cancelled: 'Cancelled. None of them counts as printed.',
  progress: 'Progress of the vouchers',
  loading: 'The voucher is being made …',
} as const;

export const voucherSettingsWords = {
  title: 'Vouchers',
  hint: 'How vouchers and receipts of this campus look. The sheet beside follows at once; nothing changes before you save.',
  sample: 'Sample',
  sampleOf: 'A voucher of nobody, as these settings make it',
  copies: 'Copies on a sheet',
  copyNames: {
    bank: 'Bank',
    school: 'School',
    parent: 'Parent',
    class: 'Class',
  } satisfies Record<VoucherCopy, string>,
  fewestCopies: 'Choose at least two copies.',
  language: 'Language',
  languages: {
    en: 'English',
    ur: 'Urdu',
    both: 'English and Urdu',
  } satisfies Record<PaperLanguage, string>,
  numbering: 'Number that leads',
  numberings: { voucher: 'Of the voucher', student: 'Of the student' },
  order: 'Order in a file',
  termsEn: 'Terms in English',
  termsUr: 'Terms in Urdu',
  renewFine: 'Fine of a new voucher',
  renewFineHint: 'Proposed when the old one has expired; 0 for none.',
  renewDays: 'Days a new voucher is valid',
  receiptSize: 'Receipts on',
  receiptSizes: { roll: 'A roll of 80 mm', a5: 'A sheet of A5' } satisfies Record<ReceiptSize, string>,
  accounts: 'Where families pay is printed of the money accounts that are marked “On vouchers”.',
  toAccounts: 'Money accounts',
  saved: 'The vouchers are made like this from now on.',
} as const;
