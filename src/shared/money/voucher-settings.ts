/** The settings of a campus for vouchers and receipts. */

/** The copies on a sheet, in this order. */
export const voucherCopies = ['bank', 'school', 'parent', 'class'] as const;
export type VoucherCopy = (typeof voucherCopies)[number];
export const fewestCopies = 2;
export const mostCopies = 4;

export const paperLanguages = ['en', 'ur', 'both'] as const;
export type PaperLanguage = (typeof paperLanguages)[number];

/** The order of the vouchers in a file. `class`: by class and section, then by name. */
export const voucherOrders = ['class', 'regNum', 'invNo'] as const;
export type VoucherOrder = (typeof voucherOrders)[number];

/** A sheet of A5, or a roll of 80 mm paper. */
export const receiptSizes = ['a5', 'roll'] as const;
export type ReceiptSize = (typeof receiptSizes)[number];

/** The most characters of the terms, which are printed small below each copy. */
export const longestTerms = 400;
/** The most days for which a new voucher is valid. */
export const longestRenewal = 365;
/** The most vouchers in one file. */
export const mostVouchers = 12_000;

/** The settings as calls send them, with amounts in rupees. */
export type VoucherSettings = {
  copies: VoucherCopy[];
  language: PaperLanguage;
  /** The number by which a voucher is paid: the voucher number, or the student’s registration. */
  numbering: 'voucher' | 'student';
  order: VoucherOrder;
  termsEn: string;
  termsUr: string;
  /** Proposed for a new voucher after the old one has expired. A fine of 0 means none. */
  renewFine: number;
  renewDays: number;
  receiptSize: ReceiptSize;
};

export const usualVoucherSettings: VoucherSettings = {
  copies: ['bank', 'school', 'parent'],
  language: 'both',
  numbering: 'voucher',
  order: 'class',
  termsEn: 'Keep your copy. No bank accepts this voucher after its ‘Valid until’ date.',
  termsUr: 'اپنی کاپی محفوظ رکھیں۔ معیاد گزرنے کے بعد کوئی بینک یہ واؤچر وصول نہیں کرتا۔',
  renewFine: 500,
  renewDays: 15,
  receiptSize: 'roll',
};
