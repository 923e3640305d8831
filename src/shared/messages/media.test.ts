import { expect, test } from 'vitest';
import { isDocument } from './media.ts';

test('A document is an uploaded file that is neither a picture nor a video.', () => {
  expect(['/files/a.pdf', '/files/a.xlsx', '/files/a.txt'].map(isDocument)).toEqual([true, true, true]);
  expect(['/files/a.jpg', '/files/a.png', '/files/a.mp4'].map(isDocument)).toEqual([false, false, false]);
  // Links to other sites are not documents, because their content is unknown.
  expect(['', 'https://example.com/a.pdf'].map(isDocument)).toEqual([false, false]);
});
