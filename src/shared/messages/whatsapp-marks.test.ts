import { expect, test } from 'vitest';
import { readMarks, withoutMarks } from './whatsapp-marks.ts';

const bold = (...pieces: ReturnType<typeof readMarks>) => ({ mark: 'bold', pieces });
const italic = (...pieces: ReturnType<typeof readMarks>) => ({ mark: 'italic', pieces });

test('Bold, italic and struck text are read, nested ones too.', () => {
  expect(readMarks('Fee *Rs. 12,500* due')).toEqual(['Fee ', bold('Rs. 12,500'), ' due']);
  expect(readMarks('*a _b_*')).toEqual([bold('a ', { mark: 'italic', pieces: ['b'] })]);
  expect(readMarks('~old~')).toEqual([{ mark: 'strike', pieces: ['old'] }]);
  expect(readMarks('_x_.')).toEqual([italic('x'), '.']);
});

test('Signs inside words, before a space or across two lines mark nothing.', () => {
  for (const text of ['2*3*4', 'snake_case_name', '* not bold *', '*one\ntwo*', '**', '*', 'a ~ b ~ c']) {
    expect(readMarks(text)).toEqual([text]);
  }
});

test('Urdu text is marked like Latin text.', () => {
  expect(readMarks('فیس *۱۲۵۰۰* روپے')).toEqual(['فیس ', bold('۱۲۵۰۰'), ' روپے']);
});

test('Signs such as * inside a code block mark nothing.', () => {
  expect(readMarks('```*a*```')).toEqual([{ mark: 'code', pieces: ['*a*'] }]);
  expect(readMarks('``````')).toEqual(['``````']);
});

test('Inline code is read, and signs inside it mark nothing.', () => {
  expect(readMarks('a `*b*` c')).toEqual(['a ', { mark: 'inlineCode', pieces: ['*b*'] }, ' c']);
});

test('In a list a message is one line without marks.', () => {
  expect(withoutMarks('Fee *Rs. 1*\n_due_ ~old~ 2*3')).toBe('Fee Rs. 1 due old 2*3');
});
