import { expect, it } from 'vitest';
import { proposeCredit } from './credit.ts';
import { noGrace } from './payable.ts';

const bill = {
  ...{ billID: 1, total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10' },
  ...{ paid: 0, paidLate: 0, adjusted: 0, settledOn: null },
};
const late = { day: '2026-11-20', rules: noGrace };
const left = (given: ReturnType<typeof proposeCredit>) => [...given.left.values()];

it('goes to the bills in their order, and what is left of them is asked beside it', () => {
  const given = proposeCredit(
    [
      { paymentID: 7, receivedOn: '2026-11-15', credit: 1500 },
      { paymentID: 8, receivedOn: '2026-11-16', credit: 400 },
    ],
    [bill, { ...bill, billID: 2 }],
    late,
  );
  expect(given.uses).toEqual([
    {
      paymentID: 7,
      allocations: [
        { billID: 1, amount: 1200 },
        { billID: 2, amount: 300 },
      ],
    },
    { paymentID: 8, allocations: [{ billID: 2, amount: 400 }] },
  ]);
  expect(left(given)).toEqual([0, 500]);
});

it('that came in before the due date pays what was asked then, however late it is used', () => {
  const whole = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 1500 }], [bill], late);
  expect(whole.uses).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 1000 }] }]);
  expect(left(whole)).toEqual([0]);
  // A part of it keeps no late fine away.
  const part = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 400 }], [bill], late);
  expect(left(part)).toEqual([800]);
});

it('that is used after a part was paid late adds up to the late amount, which was asked then', () => {
  const part = { ...bill, paid: 700, paidLate: 700 };
  const given = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 600 }], [part], late);
  expect(given.uses).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 500 }] }]);
  expect(left(given)).toEqual([0]);
  // As much as makes the fee whole by its due date, where that is less.
  const nearly = { ...bill, paid: 950, paidLate: 50 };
  expect(
    proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 600 }], [nearly], late).uses,
  ).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 100 }] }]);
});
