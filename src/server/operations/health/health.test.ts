import { expect, it } from 'vitest';
import { labelSchools } from './health.ts';

const schoolIDs = (count: number) => Array.from({ length: count }, (_, at) => at + 7);

it('Metrics label each of the first hundred schools with its id.', () => {
  const labelOf = labelSchools(schoolIDs(100));
  expect(labelOf(106)).toBe('106');
  expect(labelOf.all).toHaveLength(100);
});

it('Metrics put all schools after the first hundred under one label, others.', () => {
  const labelOf = labelSchools(schoolIDs(5000));
  expect([7, 106, 107, 5006].map(labelOf)).toEqual(['7', '106', 'others', 'others']);
  expect(labelOf.all).toHaveLength(101);
});
