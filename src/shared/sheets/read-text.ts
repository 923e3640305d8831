/** Text, codes and phone numbers from cells, kept as they were typed. */
import { readNumbers } from '../phone.ts';
import { cellProblems } from '../words/sheets.ts';
import { type Cell, nameOfCell } from './cells.ts';
import { type Notes, Problem, type Read } from './problem.ts';

/** The contract's bounds. */
const longestText = 200;
const longestNumber = 300;

/** From 16 digits on Excel has put zeros where digits were typed. */
const firstLossy = 1e15;
/** 9.23E+11 in a sheet saved as text and opened again: a number of six digits and zeros, and everybody has it. */
const roundedPhone = /^[1-9]\d*0{6}$/;
const exponent = /^\d(?:\.\d+)?e\+?\d+$/i;

const bounded = (text: string): Read<string> =>
  text.length > longestText ? new Problem(cellProblems.tooLong(longestText)) : text;

const textOfNumber = (value: number): Read<string> =>
  Math.abs(value) >= firstLossy ? new Problem(cellProblems.lostDigits(String(value))) : String(value);

/** Names, heads, email, branch. A number is text with its digits; a date is refused: what was typed is gone. */
export function readText(cell: Cell): Read<string> {
  if (typeof cell === 'string') return bounded(cell);
  if (typeof cell === 'number') return textOfNumber(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return new Problem(cellProblems.becameDate);
}

/** Registration and invoice numbers: leading zeros stay, lost digits are refused. */
export function readCode(cell: Cell): Read<string> {
  return typeof cell === 'string' && exponent.test(cell)
    ? new Problem(cellProblems.lostDigits(cell))
    : readText(cell);
}

/** One or several phone numbers as typed; a cell whose digits do not all belong to numbers is refused. */
export function readPhone(cell: Cell, notes: Notes): Read<string> {
  if (typeof cell !== 'string' && typeof cell !== 'number')
    return new Problem(cellProblems.notNumber(nameOfCell(cell)));
  const typed = String(cell).replace(/[\r\n\t]+/g, ', ');
  if (typed.length > longestNumber) return new Problem(cellProblems.tooLong(longestNumber));
  // A dash or a dot is how an empty cell is marked.
  if (!/[\p{L}\p{N}]/u.test(typed)) return null;
  if (roundedPhone.test(typed)) return new Problem(cellProblems.lostDigits(typed));
  const { numbers, landlines, unread } = readNumbers(typed);
  const [bad] = unread;
  if (bad !== undefined)
    return new Problem(
      exponent.test(bad) ? cellProblems.lostDigits(bad) : cellProblems.notNumber(nameOfCell(bad)),
    );
  if (numbers.length === 0) return new Problem(cellProblems.notNumber(nameOfCell(cell)));
  notes.landlines += landlines.length;
  if (/^3\d{9}$/.test(typed)) notes.lostZero += 1;
  return typed;
}
