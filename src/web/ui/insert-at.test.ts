import { expect, test } from 'vitest';
import { insertAt } from './insert-at.ts';

test('An inserted value replaces the selection.', () => {
  expect(insertAt('Dear XX,', '{{name}}', [5, 7])).toEqual({ text: 'Dear {{name}},', cursor: 13 });
});
