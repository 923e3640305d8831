/** Pages of vouchers as the billing module gives them, without a store. */

import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import { usualVoucherSettings, type VoucherSettings } from '#shared/money/voucher-settings.ts';
import type { PaperOrder } from '../../src/server/deps.ts';
import type { VoucherBill } from '../../src/server/papers/vouchers/vouchers-queries.ts';
import { type Form, pageOf, type RelatedData } from '../../src/server/papers/vouchers/vouchers-rules.ts';

const none = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((number) => [
    [`head${number}`, null],
    [`amount${number}`, null],
  ]),
);

/** Amounts are paisa. */
export const voucherBill = (more: Partial<VoucherBill> = {}): VoucherBill =>
  ({
    ...none,
    ...{ id: 1, groupID: 1, name: 'Ayesha Khan', regNum: '10234', invNo: '202611000001', numbers: '' },
    ...{ issueDate: '2026-11-01', dueDate: '2026-11-10', expiryDate: '2026-11-25', billing: 'November' },
    ...{ status: 'unpaid', settledOn: null, total: 1_250_000, amountAfterDueDate: 1_300_000, paid: 0 },
    ...{ month: 11, year: 2026, head1: 'Tuition Fee', amount1: 950_000, head2: 'Van', amount2: 200_000 },
    ...{ head3: 'بقایا', amount3: 100_000 },
    ...more,
  }) as VoucherBill;

const account: MoneyAccount = {
  ...{ id: 1, kind: 'bank', title: 'Main Branch', bank: 'HBL', number: '0042-7901234503' },
  ...{ iban: 'PK36 HABB 0000 1123 4567 8702', prefix: '100422', numbering: 'voucher', onVoucher: true },
  ...{ endedAt: null, headings: [], version: '' },
};

/** The campus has no days of grace by default. */
export const voucherForm = (
  { today = '2026-11-05', rules = noGrace, ...more }: Partial<Form> = {},
  settings: Partial<VoucherSettings> = {},
): Form => ({
  settings: { ...usualVoucherSettings, ...settings },
  ...{ campus: 'Roshni School', currency: 'Rs.', accounts: [account], today },
  rules,
  from: inTimeFrom(today, rules),
  ...more,
});

export const noRelatedData: RelatedData = {
  adjustments: [],
  place: {
    regNum: '10234',
    fatherName: 'محمد عمران خان',
    classID: 1,
    sectionID: 1,
    class: '5',
    section: 'Blue',
  },
  ...{ printed: 0, issues: 0, carriedTo: null, link: undefined },
};

export const voucherPage = (
  bill: VoucherBill = voucherBill(),
  related: Partial<RelatedData> = {},
  form = voucherForm(),
) => pageOf(bill, { ...noRelatedData, ...related }, form);

export const orderOf = (pages: PaperOrder['pages'], more: Partial<PaperOrder> = {}): PaperOrder => ({
  ...{ campusID: 1, template: 'voucher', as: 'pdf', title: 'Vouchers', pages },
  ...more,
});

/** A paper maker’s log that drops everything. */
export const quietLog = { error: () => {} };
