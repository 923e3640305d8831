import { describe, expect, it } from 'vitest';
import { bankPlace } from '../../../../test/sheets/read-bank.ts';
import { readCsv } from '../files/read-csv.ts';
import { BankBook } from './bank-book.ts';

const bookOf = (...lines: string[]): BankBook =>
  new BankBook({ sheets: [readCsv(lines.join('\n'))], is1904: false }, bankPlace);
const directions = (book: BankBook) => book.rows().rows.map(({ direction }) => direction);
const texts = (book: BankBook) => book.opened().questions.map(({ kind, text, count }) => [kind, text, count]);

describe('Reading a bank file', () => {
  it('A bank file asks once for each unknown mark, and counts its rows as money only after the answer.', () => {
    const book = bookOf(
      'Date,Amount,Dr/Cr,Narration',
      '05/11/2026,9000,C,FEE 1',
      '05/11/2026,9000,Reversal,FEE 2',
      '06/11/2026,9000,reversal,FEE 3',
      '06/11/2026,9000,Money Out,FEE 4',
      '06/11/2026,9000,,FEE 5',
    );
    expect(texts(book)).toEqual([
      ['mark', 'Reversal', 2],
      ['mark', 'Money Out', 1],
      ['mark', '', 1],
    ]);
    expect(directions(book)).toEqual(['in', 'none', 'none', 'none', 'none']);
    book.answer({ kind: 'mark', text: 'Money Out' }, 'out');
    book.answer({ kind: 'mark', text: '' }, 'in');
    expect(directions(book)).toEqual(['in', 'none', 'none', 'out', 'in']);
  });

  it('A bank file asks for an unknown word behind or before an amount, and knows Cr and Dr there.', () => {
    const book = bookOf(
      'Date,Amount,Narration',
      '05/11/2026,9000 CR,FEE 1',
      '05/11/2026,9000 DR,FEE 2',
      '05/11/2026,9000 RC,FEE 3',
      '05/11/2026,9000 RV,FEE 4',
      '05/11/2026,Money Out 9000,FEE 5',
      '05/11/2026,PKR 9000 only,FEE 6',
    );
    expect(texts(book)).toEqual([
      ['mark', 'RV', 1],
      ['mark', 'Money Out', 1],
    ]);
    expect(directions(book)).toEqual(['in', 'out', 'out', 'none', 'none', 'in']);
  });

  it('A bank file asks for a status that it does not know, and never counts it as money.', () => {
    const book = bookOf(
      'Date,Amount,Status,Consumer No',
      '05/11/2026,9000,Successful,1',
      '05/11/2026,9000,Not paid,2',
      '05/11/2026,9000,Q7,3',
      '05/11/2026,9000,,4',
    );
    expect(book.opened().questions.map(({ text, answer }) => [text, answer])).toEqual([
      ['Successful', 'in'],
      ['Not paid', 'none'],
      ['Q7', null],
      ['', null],
    ]);
    expect(directions(book)).toEqual(['in', 'none', 'none', 'none']);
  });

  it('A bank file joins a second line to its entry, but no total, no repeated heading and no line after a gap in the entries.', () => {
    const heading = 'Date,Narration,Debit,Credit';
    const book = bookOf(
      heading,
      '05/11/2026,IBFT FROM ALI,,9000',
      ',CHALLAN 77,,',
      ',AND 78,,',
      heading,
      ',FEE OF NOBODY,,',
      '06/11/2026,CASH,,500',
      ',Total credits,,',
    );
    expect(book.rows().rows.map(({ text }) => text)).toEqual(['IBFT FROM ALI CHALLAN 77 AND 78', 'CASH']);
    expect(book.rows().left).toBe(3);
  });
});
