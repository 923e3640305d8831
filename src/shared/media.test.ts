import { expect, test } from 'vitest';
import { isDocument } from './media.ts';

test('a document is a file of ours that is neither a picture nor a video', () => {
  expect(['/files/a.pdf', '/files/a.xlsx', '/files/a.txt'].map(isDocument)).toEqual([true, true, true]);
  expect(['/files/a.jpg', '/files/a.png', '/files/a.mp4'].map(isDocument)).toEqual([false, false, false]);
  // Another site is not asked what it holds.
  expect(['', 'https://example.com/a.pdf'].map(isDocument)).toEqual([false, false]);
});
