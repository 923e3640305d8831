import { expect, it } from 'vitest';
import { newBill } from '#shared/calls/bills.ts';
import { comparedFields } from './compare-bill.ts';

it('A row is compared with the stored bill in every field but the picture and the payment.', () => {
  const others = ['avatar', 'paidAmount', 'paidOn'];
  const fields = Object.keys(newBill.shape).filter((field) => !others.includes(field));
  expect(comparedFields.toSorted()).toEqual(fields.toSorted());
});
