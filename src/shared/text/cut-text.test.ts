import { expect, it } from 'vitest';
import { cutText, shortenText } from './cut-text.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['😀', 1, ''],
  ['', 3, ''],
])('cutText cuts %s to at most %i code units without splitting a character: %s.', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(cutText(text, most).isWellFormed()).toBe(true);
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['ab cd', 4, 'ab…'],
  ['ab😀', 3, 'ab😀'],
  ['a😀bc', 3, 'a😀…'],
])('shortenText shortens %s to %i characters with an ellipsis: %s.', (text, most, short) => {
  expect(shortenText(text, most)).toBe(short);
});
