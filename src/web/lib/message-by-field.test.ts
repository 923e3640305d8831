import { expect, test } from 'vitest';
import { Failure } from '#shared/failures.ts';
import { messageByField } from './message-by-field.ts';

test('Issues are grouped by the name of their field, and the first one is kept.', () => {
  const issues = [
    { path: 'body.password', message: 'Too short' },
    { path: 'group.name', message: 'Missing' },
    { path: 'number', message: '‘abc’ is no number' },
    { path: 'number', message: '‘x’ is no number' },
  ];
  expect(messageByField(new Failure('invalid', 'No', issues))).toEqual({
    password: 'Too short',
    name: 'Missing',
    number: '‘abc’ is no number',
  });
  expect(messageByField(new Failure('broken', 'No'))).toEqual({});
  expect(messageByField(new TypeError('no line'))).toEqual({});
});
