import { expect, it } from 'vitest';
import { proposeCredit } from './credit.ts';
import { noGrace, notAdjusted } from './payable.ts';

const bill = {
  ...{ billID: 1, total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10' },
  ...{ paid: 0, paidLate: 0, fined: 0, settledOn: null, ...notAdjusted },
};
const late = { day: '2026-11-20', rules: noGrace };
const left = (given: ReturnType<typeof proposeCredit>) => [...given.left.values()];

it('Credit pays the bills in their order, and each bill still asks for the rest.', () => {
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

it('Credit received before the due date pays the amount asked in time, even if it is used later.', () => {
  const whole = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 1500 }], [bill], late);
  expect(whole.uses).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 1000 }] }]);
  expect(left(whole)).toEqual([0]);
  // A part payment in time does not prevent the late amount.
  const part = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 400 }], [bill], late);
  expect(left(part)).toEqual([800]);
});

it('Credit used after a part was paid late pays up to the late amount.', () => {
  const part = { ...bill, paid: 700, paidLate: 700 };
  const given = proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 600 }], [part], late);
  expect(given.uses).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 500 }] }]);
  expect(left(given)).toEqual([0]);
  // Only the amount that completes the fee in time is used, if that is less.
  const nearly = { ...bill, paid: 950, paidLate: 50 };
  expect(
    proposeCredit([{ paymentID: 7, receivedOn: '2026-11-05', credit: 600 }], [nearly], late).uses,
  ).toEqual([{ paymentID: 7, allocations: [{ billID: 1, amount: 100 }] }]);
});

it('Credit pays the bills of its own child, and what is left pays for siblings only if that is requested.', () => {
  const credits = [{ paymentID: 7, receivedOn: '2026-11-15', credit: 1500 }];
  const bills = [bill, { ...bill, billID: 2 }];
  const isOwn = (_credit: unknown, billID: number) => billID === 2;
  const alone = proposeCredit(credits, bills, { ...late, isOwn });
  expect(alone.uses).toEqual([{ paymentID: 7, allocations: [{ billID: 2, amount: 1200 }] }]);
  expect(left(alone)).toEqual([1200, 0]);
  const both = proposeCredit(credits, bills, { ...late, isOwn, forSiblings: true });
  expect(both.uses[0]?.allocations).toEqual([
    { billID: 2, amount: 1200 },
    { billID: 1, amount: 300 },
  ]);
  expect(left(both)).toEqual([900, 0]);
});
