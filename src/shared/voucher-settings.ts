/** How the vouchers and receipts of a campus are made. */

/** Whose copies stand on a sheet, in this order. */
export const voucherCopies = ['bank', 'school', 'parent', 'class'] as const;
export type VoucherCopy = (typeof voucherCopies)[number];
export const fewestCopies = 2;
export const mostCopies = 4;

export const paperLanguages = ['en', 'ur', 'both'] as const;
export type PaperLanguage = (typeof paperLanguages)[number];

/** In which order the vouchers of a file come. `class`: by class and section, then by name. */
export const voucherOrders = ['class', 'regNum', 'invNo'] as const;
export type VoucherOrder = (typeof voucherOrders)[number];

/** A sheet of A5, or a roll of 80 mm. */
export const receiptSizes = ['a5', 'roll'] as const;
export type ReceiptSize = (typeof receiptSizes)[number];

/** Characters of terms: what stands below a copy in small letters. */
export const longestTerms = 400;
/** Days for which a new voucher is valid at most. */
export const longestRenewal = 365;
/** Vouchers of one file. */
export const mostVouchers = 12_000;

/** As the wire has them: amounts in rupees. */
export type VoucherSettings = {
  copies: VoucherCopy[];
  language: PaperLanguage;
  /** By which number a voucher is paid: its own, or the student’s registration. */
  numbering: 'voucher' | 'student';
  order: VoucherOrder;
  termsEn: string;
  termsUr: string;
  /** Proposed for a new voucher after the old one has expired; 0: none. */
  renewFine: number;
  renewDays: number;
  receiptSize: ReceiptSize;
};

export const usualVoucherSettings: VoucherSettings = {
  copies: ['bank', 'school', 'parent'],
  language: 'both',
  numbering: 'voucher',
  order: 'class',
  termsEn: 'Keep your copy. No bank takes this voucher after the day until which it is valid.',
  termsUr: 'اپنی کاپی محفوظ رکھیں۔ معیاد گزرنے کے بعد کوئی بینک یہ واؤچر وصول نہیں کرتا۔',
  renewFine: 500,
  renewDays: 15,
  receiptSize: 'roll',
};
