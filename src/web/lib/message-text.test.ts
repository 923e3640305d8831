import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholderNames, placeholdersIn } from '#shared/messages/placeholders.ts';
import {
  partsOfLine,
  placeholderQuery,
  placeholderText,
  selectionOutsideValues,
  type TextChange,
  valueBeside,
  valueSpans,
  withMark,
} from './message-text.ts';

const value = fc.constantFrom(...placeholderNames).map(placeholderText);
const words = fc.constantFrom(
  'Rs. ',
  'محترم والدین ',
  '*',
  '_',
  '~',
  '```',
  ' ',
  '{',
  '}',
  '{{x}}',
  'a',
  '/',
);
const line = fc.array(fc.oneof(value, words), { maxLength: 14 }).map((parts) => parts.join(''));
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

const changed = (before: string, { span, piece }: TextChange): string =>
  before.slice(0, span[0]) + piece + before.slice(span[1]);

describe('Parts of a line', () => {
  it('The parts of a line join to the whole line, and its chips are its placeholders.', () => {
    fc.assert(
      fc.property(line, (line) => {
        const parts = partsOfLine(line);
        expect(parts.map(({ raw }) => raw).join('')).toBe(line);
        expect([...new Set(parts.flatMap(({ value }) => value ?? []))]).toEqual(placeholdersIn(line));
      }),
    );
  });

  it('The parts of a line carry its marks, separate the signs and flag unknown placeholders.', () => {
    expect(partsOfLine('*Rs. {{Total}}* {{nmae}}')).toEqual([
      { raw: '*', isSign: true, marks: [] },
      { raw: 'Rs. ', marks: ['bold'] },
      { raw: '{{Total}}', value: 'total', marks: ['bold'] },
      { raw: '*', isSign: true, marks: [] },
      { raw: ' ', marks: [] },
      { raw: '{{nmae}}', isUnknown: true, marks: [] },
    ]);
  });
});

describe('Placeholder query', () => {
  it.each([
    ['/', ''],
    ['Dear /na', 'na'],
    ['Dear\n/', ''],
    ['Rs. {', ''],
    ['Rs.{{to', 'to'],
  ])('The text %j opens the list of placeholders with the begun name %j.', (typed, named) =>
    expect(placeholderQuery(typed, typed.length)?.typed).toBe(named),
  );

  it.each(['and/or', '1/2', 'Dear {{name}}', 'a / b', 'plain'])(
    'The text %j does not open the list of placeholders.',
    (typed) => expect(placeholderQuery(typed, typed.length)).toBeUndefined(),
  );

  it('The chosen placeholder replaces the typed text that opened the list.', () =>
    expect(placeholderQuery('Rs. {{tot', 9)).toEqual({ from: 4, to: 9, typed: 'tot' }));
});

describe('Cursor', () => {
  const dear = 'Dear {{name}}!';

  it('The cursor skips a placeholder in either direction.', () => {
    expect(selectionOutsideValues(dear, [6, 6], { before: [5, 5], isPointed: false })).toEqual([13, 13]);
    expect(selectionOutsideValues(dear, [12, 12], { before: [13, 13], isPointed: false })).toEqual([5, 5]);
    expect(selectionOutsideValues(dear, [8, 8], { before: [0, 0], isPointed: true })).toEqual([5, 13]);
    expect(selectionOutsideValues(dear, [2, 6], { before: [2, 5], isPointed: false })).toEqual([2, 13]);
    expect(selectionOutsideValues(dear, [2, 12], { before: [2, 13], isPointed: false })).toEqual([2, 5]);
  });

  it('The cursor is never inside a placeholder.', () => {
    const place = fc.nat({ max: 120 });
    fc.assert(
      fc.property(
        text,
        fc.tuple(place, place),
        fc.tuple(place, place),
        fc.boolean(),
        (text, a, b, isPointed) => {
          const within = ([one, other]: [number, number]): [number, number] => {
            const [first, last] = [Math.min(one, text.length), Math.min(other, text.length)];
            return first < last ? [first, last] : [last, first];
          };
          for (const at of selectionOutsideValues(text, within(a), { before: within(b), isPointed }))
            expect(valueSpans(text).filter(([from, to]) => from < at && at < to)).toEqual([]);
        },
      ),
    );
  });

  it('A placeholder beside the cursor is deleted as a whole.', () => {
    expect(valueBeside(dear, 13, 'before')).toEqual([5, 13]);
    expect(valueBeside(dear, 5, 'after')).toEqual([5, 13]);
    expect(valueBeside(dear, 4, 'after')).toBeUndefined();
  });
});

describe('Mark', () => {
  it.each<[string, [number, number], string]>([
    ['Rs. {{total}} now', [0, 13], '*Rs. {{total}}* now'],
    ['Rs. now', [0, 4], '*Rs.* now'],
    ['Rs. now', [5, 5], 'Rs. *now*'],
    ['a\nb', [0, 3], '*a*\n*b*'],
    ['a  b', [2, 2], 'a ** b'],
    ['*now*', [1, 4], 'now'],
    ['*now*', [0, 5], 'now'],
  ])('A bold mark on %j with the selection %j gives %j.', (before, selected, expected) =>
    expect(changed(before, withMark(before, selected, 'bold'))).toBe(expected),
  );

  it('A mark put around a value is removed by the next press.', () => {
    fc.assert(
      fc.property(value, (value) => {
        const before = `Dear ${value} now`;
        const put = withMark(before, [5, 5 + value.length], 'italic');
        const marked = changed(before, put);
        expect(marked).toBe(`Dear _${value}_ now`);
        expect(changed(marked, withMark(marked, put.selected, 'italic'))).toBe(before);
      }),
    );
  });
});
