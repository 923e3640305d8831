import { expect, test } from 'vitest';
import { isOffered, templateIDOf } from './templates.ts';

test('templates with an occasion to be sent on are not offered', () => {
  expect([null, '', 'Admission'].map((sendOn) => isOffered({ sendOn }))).toEqual([true, true, false]);
});

test('a text is the template’s as long as neither text nor media were changed', () => {
  const template = { id: 3, title: 'Fee due', message: 'Dear {{name}}', media: '/files/a.jpg', sendOn: null };
  const begun = { templateID: 3, message: template.message, media: template.media };
  expect(templateIDOf(begun, [template])).toBe(3);
  expect(templateIDOf({ ...begun, message: 'Dear {{name}} ' }, [template])).toBeUndefined();
  expect(templateIDOf({ ...begun, media: '' }, [template])).toBeUndefined();
  expect(templateIDOf({ ...begun, templateID: null }, [template])).toBeUndefined();
  // Deleted by a colleague.
  expect(templateIDOf(begun, [])).toBeUndefined();
});
