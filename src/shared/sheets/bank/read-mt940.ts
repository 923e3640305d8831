/** Reads an MT940 statement as a sheet with the columns of any bank file. */
import { dayOf } from '../../time/dates.ts';
import type { Cell } from '../cells.ts';

/** The columns of both statement formats, by headings that are read without a question. */
export const statementHeadings: readonly Cell[] = [
  'Date',
  'Amount',
  'Dr/Cr',
  'Reference',
  'Voucher No',
  'Description',
];

const tag = /^:(\d{2}[A-Z]?):(.*)$/;
// Value date, entry date, mark, letter of the currency, amount, kind of transaction, reference of the payer and the bank.
const entry =
  /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD]|E[CD])[A-Z]?(\d+,\d*)[A-Z][A-Z0-9]{3}([^/]*(?:\/[^/]+)*?)(?:\/\/(.*))?$/;
/** A full line of a text goes on in the next line without a space. */
const fullLine = 65;

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:6[01][FM]?:/m.test(text);

function joinLines(lines: readonly string[]): string {
  const text = lines.map((line) => (line.length >= fullLine ? line : `${line} `)).join('');
  return text.replace(/\?\d{2}/g, ' ').trim();
}

function toRow(content: string, more: readonly string[], text: string): Cell[] {
  const [, year = '', month = '', day = '', mark = '', amount = '', ofPayer = '', ofBank = ''] =
    entry.exec(content) ?? [];
  // An entry that cannot be read is asked as an amount, so that nothing of the statement is left out silently.
  if (mark === '') return [null, content, null, null, null, joinLines([...more, text])];
  const on = dayOf(2000 + Number(year), Number(month), Number(day));
  const reference = ofBank || (ofPayer === 'NONREF' ? '' : ofPayer);
  const rupees = Number(amount.replace(',', '.'));
  return [on ? { kind: 'day', day: on } : null, rupees, mark, reference, null, joinLines([...more, text])];
}

/** The statement as rows of a sheet, below the number of its account. */
export function readMt940(text: string): Cell[][] {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name, rest = ''] = tag.exec(line) ?? [];
    if (name) fields.push({ name, lines: [rest] });
    else if (!/^-\}?$|^\{/.test(line) && line !== '') fields.at(-1)?.lines.push(line);
  }
  const accounts = fields.flatMap(({ name, lines }) => (name === '25' ? lines : []));
  const rows = fields.flatMap(({ name, lines: [content = '', ...more] }, at) => {
    const next = fields[at + 1];
    return name === '61' ? [toRow(content, more, next?.name === '86' ? joinLines(next.lines) : '')] : [];
  });
  return [[...new Set(accounts)], [...statementHeadings], ...rows];
}
