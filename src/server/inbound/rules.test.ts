import { expect, it } from 'vitest';
import { wishOf } from './rules.ts';

it.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  'Unsubscribe',
  'BAND',
  'band karo',
  'Band kar do!',
  'بند کریں',
  'بند كريں', // with Arabic letters
  'بند کر دیں۔',
  'میسج بند کریں',
  'stop \u{1F64F}',
])('%j asks for no more messages', (text) => expect(wishOf(text)).toBe('stop'));

it.each(['START', 'start.', 'شروع کریں', 'Shuru karo'])('%j asks for them again', (text) =>
  expect(wishOf(text)).toBe('start'),
);

it.each([
  '',
  '👍',
  'Please do not stop the van',
  'When does school start?',
  'Band baja at the annual day?',
  'Paid today',
  'school kab band hai',
  'stop start',
])('%j is for a person to read', (text) => expect(wishOf(text)).toBeUndefined());
