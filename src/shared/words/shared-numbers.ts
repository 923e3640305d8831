/** Texts of the check about children with one number, and about children without a number. */
import type { AnswerName, ProblemLine, SharedNumber, ShownChild } from '../sheets/checked.ts';
import { cutText } from '../text/cut-text.ts';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const isolated = (text: string): string => `\u2068${cutText(text, 40)}\u2069`;

const sayChild = ({ name, place, amount, row }: ShownChild): string =>
  [[isolated(name || `line ${row}`), place].filter(Boolean).join(' '), amount].filter(Boolean).join(', ');

const otherWords: Record<SharedNumber['differ'][number], string> = {
  father: 'other fathers',
  phone: 'other phones',
  voucher: 'other voucher numbers',
  amount: 'other amounts',
};

const begin = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const numberWords: Record<SharedNumber['field'], string> = { regNum: 'number', invNo: 'voucher number' };

type Line = Pick<ProblemLine, 'count' | 'shared' | 'children'>;

export const sharedNumberWords = {
  say: ({ count, shared, children = [] }: Line): string => {
    if (!shared) return 'One number on two rows';
    const of = `${numberWords[shared.field]} ${isolated(shared.number)}`;
    const [first] = children;
    return shared.isOneName && first?.name
      ? `${count} rows of ${isolated(first.name)} have ${of}`
      : `${count} children share ${of}`;
  },
  hint: ({ count, shared, children = [] }: Line): string => {
    if (!shared) return 'another name, phone, voucher number or amount';
    const more = count > children.length ? ' and others' : '';
    const differ = listed(shared.differ.map((what) => otherWords[what]));
    return `${children.map(sayChild).join(more ? ', ' : ' and ')}${more}.${differ && ` ${begin(differ)}.`}`;
  },
  /** The children without a number. */
  without: (count: number): string =>
    count === 1 ? '1 child has no number' : `${count.toLocaleString('en-US')} children have no number`,
  withoutHint: ({ count, children = [] }: Line): string => {
    const more = count > children.length ? ' and others' : '';
    const names = children.map(
      ({ name, place, row }) => `${[isolated(name), place].filter(Boolean).join(' ')}, line ${row}`,
    );
    return `${names.join('; ')}${more}. The number can be typed later; none is made up.`;
  },
  keepWithout: (count: number): string => (count === 1 ? 'Bill without number' : 'Bills without numbers'),
  second: (count: number): string =>
    count === 1
      ? 'child already has a bill with another voucher number'
      : 'children already have a bill with another voucher number',
  secondHint: 'not saved until you choose',
  correct: ({ shared, children = [] }: Line): string => {
    const last = children.at(-1)?.name;
    return shared?.isTypable && last && !shared.isOneName
      ? `Correct: type ${isolated(last)}’s number`
      : 'Correct: no number until known';
  },
  /** The label of the field in which the right number is typed. */
  typed: (line: Line): string => `The right number of ${line.children?.at(-1)?.name || 'the later row'}`,
  placeholder: 'until known',
  fatherNumbers: (count: number): string => `Use a sibling’s number for ${count.toLocaleString('en-US')}`,
  fatherNumbersHint: (count: number): string =>
    `they get a bill, but no message; ${count.toLocaleString('en-US')} ${count === 1 ? 'has' : 'have'} a father with the name of another child’s father, whose number is proposed: it may be another family`,
  answer: (name: AnswerName, { count, children = [] }: Line): string => {
    if (name === 'oneChild') return 'It is one child';
    if (name === 'secondBill') return count === 1 ? 'A second bill' : 'Second bills';
    if (name === 'sameBill') return count === 1 ? 'It is the stored bill' : 'They are the stored bills';
    const row = (name === 'first' ? children[0] : children.at(-1))?.row;
    return `One child: line ${row} is right`;
  },
} as const;
