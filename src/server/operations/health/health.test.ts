import { expect, it } from 'vitest';
import { nameSchools } from './health.ts';

const schools = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, slug: `school-${at + 1}` }));

it('Metrics name each of the first hundred schools.', () => {
  const nameOf = nameSchools(schools(100));
  expect(nameOf(100)).toBe('school-100');
  expect(nameOf.names).toHaveLength(100);
});

it('Metrics put all schools after the first hundred under one label, -others.', () => {
  const nameOf = nameSchools(schools(5000));
  expect([nameOf(1), nameOf(100), nameOf(101), nameOf(5000)]).toEqual([
    'school-1',
    'school-100',
    '-others',
    '-others',
  ]);
  expect(nameOf.names).toHaveLength(101);
});
