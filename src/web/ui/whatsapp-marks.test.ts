import { expect, test } from 'vitest';
import { readMarks, withoutMarks } from './whatsapp-marks.ts';

const bold = (...pieces: ReturnType<typeof readMarks>) => ({ mark: 'bold', pieces });
const italic = (...pieces: ReturnType<typeof readMarks>) => ({ mark: 'italic', pieces });

test('bold, italic and struck text are read, also one in the other', () => {
  expect(readMarks('Fee *Rs. 12,500* due')).toEqual(['Fee ', bold('Rs. 12,500'), ' due']);
  expect(readMarks('*a _b_*')).toEqual([bold('a ', { mark: 'italic', pieces: ['b'] })]);
  expect(readMarks('~old~')).toEqual([{ mark: 'strike', pieces: ['old'] }]);
  expect(readMarks('_x_.')).toEqual([italic('x'), '.']);
});

test('signs inside words, before a space or over two lines mark nothing', () => {
  for (const text of ['2*3*4', 'snake_case_name', '* not bold *', '*one\ntwo*', '**', '*', 'a ~ b ~ c']) {
    expect(readMarks(text)).toEqual([text]);
  }
});

test('Urdu text is marked as Latin is', () => {
  expect(readMarks('فیس *۱۲۵۰۰* روپے')).toEqual(['فیس ', bold('۱۲۵۰۰'), ' روپے']);
});

test('code keeps its signs', () => {
  expect(readMarks('```*a*```')).toEqual([{ mark: 'code', pieces: ['*a*'] }]);
  expect(readMarks('``````')).toEqual(['``````']);
});

test('in a list the marks are gone and the lines one', () => {
  expect(withoutMarks('Fee *Rs. 1*\n_due_ ~old~ 2*3')).toBe('Fee Rs. 1 due old 2*3');
});
