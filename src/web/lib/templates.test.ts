import { expect, test } from 'vitest';
import { isOffered, templateIDOf } from './templates.ts';

test('Templates with an occasion to be sent on are not offered.', () => {
  expect([null, '', 'Admission'].map((sendOn) => isOffered({ sendOn }))).toEqual([true, true, false]);
});

test('A message keeps its template only while neither text nor media are changed.', () => {
  const template = { id: 3, title: 'Fee due', message: 'Dear {{name}}', media: '/files/a.jpg', sendOn: null };
  const begun = { templateID: 3, message: template.message, media: template.media };
  expect(templateIDOf(begun, [template])).toBe(3);
  expect(templateIDOf({ ...begun, message: 'Dear {{name}} ' }, [template])).toBeUndefined();
  expect(templateIDOf({ ...begun, media: '' }, [template])).toBeUndefined();
  expect(templateIDOf({ ...begun, templateID: null }, [template])).toBeUndefined();
  // A colleague has deleted the template.
  expect(templateIDOf(begun, [])).toBeUndefined();
});
