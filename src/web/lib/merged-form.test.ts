import { expect, test } from 'vitest';
import { mergedForm } from './merged-form.ts';

test('A quick answer that a colleague changed keeps what was typed here and takes her other values.', () => {
  const opened = { title: 'Thanks', message: 'Thank you.' };
  const other = { title: 'Thank you', message: 'Thank you very much.' };
  expect(mergedForm({ ...opened, message: 'Shukriya.' }, opened, other)).toEqual({
    ...{ title: 'Thank you', message: 'Shukriya.' },
  });
  expect(mergedForm(opened, opened, other)).toEqual(other);
});
