import { expect, test } from 'vitest';
import { isOffered } from './templates.ts';

test('templates with an occasion to be sent on are not offered', () => {
  expect([null, '', 'Admission'].map((sendOn) => isOffered({ sendOn }))).toEqual([true, true, false]);
});
