import fc from 'fast-check';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { readEachNumber, readNumbers, readSpaced } from './phone.ts';

const one = '+923001234567';
const both = [one, '+923217654321'];

describe('One mobile number', () => {
  it.each([
    ['0300-1234567'],
    ['0300 123 4567'],
    ['(0300) 1234567'],
    ['923001234567'],
    ['92-300-1234567'],
    ['+92 300 1234567'],
    ['3001234567'],
    ['00923001234567'],
    ['0092-300-1234567'],
    ['+92 (0) 300 1234567'],
    ['9203001234567'],
    ['+92-0300-1234567'],
    ['٠٣٠٠١٢٣٤٥٦٧'],
    ['۰۳۰۰-۱۲۳۴۵۶۷'],
    ['0300–1234567'],
    ['3001234567.0'],
    ['3.001234567E9'],
    ['0300-1234567 (Father)'],
    ['\u202a+923001234567\u202c'],
    ["'03001234567"],
    ['0300\u00a01234567'],
    ['0300-1234567 / n/a'],
  ])('The text %j is read as the one number +923001234567.', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: [one], landlines: [], unread: [] });
  });

  it('A cell that holds a number instead of text is read as a mobile number.', () => {
    expect(readNumbers(3001234567).numbers).toEqual([one]);
    expect(readNumbers(923001234567).numbers).toEqual([one]);
  });
});

describe('Two numbers in a cell', () => {
  it.each([
    ['03001234567/03217654321'],
    ['0300-1234567 / 0321-7654321'],
    ['0300-1234567 0321-7654321'],
    ['03001234567 03217654321'],
    ['0300-1234567 - 0321-7654321'],
    ['0300-1234567 & 0321-7654321'],
    ['0300-1234567\n0321-7654321'],
    ['0300-1234567,0321-7654321'],
    ['0300-1234567, 0321-7654321'],
    ['0300-1234567;0321-7654321'],
    ['0300-1234567 or 0321-7654321'],
    ['0300 1234567 / 0321 7654321'],
  ])('The text %j is read as two numbers.', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: both, landlines: [], unread: [] });
  });

  it('readNumbers lists a repeated number once, and readEachNumber lists each one as it was typed.', () => {
    expect(readNumbers('0300-1234567, +923001234567').numbers).toEqual([one]);
    expect(readEachNumber('0300 1234567, +923001234567').found.map(({ typed }) => typed)).toEqual([
      '0300 1234567',
      '+923001234567',
    ]);
  });
});

describe('Texts that are not read as numbers', () => {
  it.each([
    ['9.23001E+11'],
    ['0300123456'],
    ['030012345678'],
    ['03OO1234567'],
    ['N/A'],
    ['0300 1234567 0321 7654321'],
    ['0300-1234567 Roll 12'],
    ['03001234567 ext 12'],
    ['03001234567-03217654321'],
  ])('The text %j is not read as a number and is reported as unread.', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: [], landlines: [], unread: [typed] });
  });

  it('A cell with one valid and one invalid number gives the valid one and reports the other.', () => {
    expect(readNumbers('0300-1234567 / 0321-765432')).toMatchObject({
      numbers: [one],
      unread: ['0321-765432'],
    });
  });

  it('An empty cell gives no number and no unread text.', () => {
    expect(readNumbers(' ')).toEqual({ numbers: [], landlines: [], unread: [] });
    expect(readNumbers('')).toEqual({ numbers: [], landlines: [], unread: [] });
  });
});

it('A number of another country is read without its plus.', () => {
  expect(readNumbers('971501234567').numbers).toEqual(['+971501234567']);
});

it('A landline number is reported as a landline.', () => {
  expect(readNumbers('042-35761999')).toEqual({
    numbers: ['+924235761999'],
    landlines: ['+924235761999'],
    unread: [],
  });
});

it('readNumbers accepts the same mobile prefixes of Pakistan as libphonenumber, for all from 3000 to 3999.', () => {
  for (let start = 3000; start <= 3999; start += 1) {
    const typed = `0${start}${String((start * 7919) % 1_000_000).padStart(6, '0')}`;
    const expected = isValidPhoneNumber(typed, 'PK') ? [`+92${typed.slice(1)}`] : [];
    expect(readNumbers(typed).numbers).toEqual(expected);
  }
});

describe('Any text', () => {
  it('readNumbers never throws, and reading its own result again changes nothing.', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123 +-/,;()٣.E\n') }));
    fc.assert(
      fc.property(typed, (text) => {
        const { numbers } = readNumbers(text);
        expect(readNumbers(numbers.join(', ')).numbers).toEqual(numbers);
      }),
      { numRuns: 300 },
    );
  });

  it('readNumbers finds every mobile number of a list, whatever separator stands between them.', () => {
    const mobile = fc.integer({ min: 0, max: 9_999_999 }).map((n) => `0300${String(n).padStart(7, '0')}`);
    const separator = fc.constantFrom(',', ', ', ';', '/', ' / ', '\n', ' & ', '\t', ' and ');
    fc.assert(
      fc.property(fc.uniqueArray(mobile, { minLength: 1, maxLength: 5 }), separator, (mobiles, between) => {
        expect(readNumbers(mobiles.join(between)).numbers).toEqual(
          mobiles.map((text) => `+92${text.slice(1)}`),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('Repaired numbers', () => {
  const isRepaired = (typed: string | number, country?: 'AE' | 'US') =>
    readEachNumber(typed, country).found.map((number) => number.isRepaired);

  it.each([
    ['0300-1234567'],
    ['0300 123 4567'],
    ['(0300) 1234567'],
    ['+92 300 1234567'],
    ['+92-300-1234567'],
    ['٠٣٠٠١٢٣٤٥٦٧'],
    ['0300–1234567'],
    ['0300-1234567 (Father)'],
    ["'03001234567"],
    ['042-35761999'],
    ['+971501234567'],
  ])('The number %j is not marked as repaired.', (typed) => expect(isRepaired(typed)).toEqual([false]));

  it.each([
    ['3001234567'],
    [3001234567],
    ['923001234567'],
    ['00923001234567'],
    ['+92 (0) 300 1234567'],
    ['9203001234567'],
    ['+92-0300-1234567'],
    ['3001234567.0'],
    ['03001234567.0'],
    ['3.001234567E9'],
    ['971501234567'],
  ])('The number %j is marked as repaired, because its digits were changed.', (typed) =>
    expect(isRepaired(typed)).toEqual([true]),
  );

  it('Each of several numbers is marked as repaired separately, by the rules of the campus’s country.', () => {
    expect(isRepaired('0300-1234567 / 3217654321')).toEqual([false, true]);
    expect(isRepaired('050 123 4567', 'AE')).toEqual([false]);
    expect(isRepaired('(202) 555-0123', 'US')).toEqual([false]);
  });
});

describe('White space as the only separator', () => {
  const spaced = (text: string) => readSpaced(text).map(({ typed }) => typed);

  it.each([
    ['0300 1234567 0321 7654321', ['0300 1234567', '0321 7654321']],
    ['03001234567 0321 7654321 +92 333 1234567', ['03001234567', '0321 7654321', '+92 333 1234567']],
    ['0300 123 4567\t0321 765 4321', ['0300 123 4567', '0321 765 4321']],
  ])('The text %j splits into numbers at white space in exactly one way.', (text, numbers) =>
    expect(spaced(text)).toEqual(numbers),
  );

  it.each([['0300 1234567 0321 765432'], ['0300 1234567 12'], ['12 34'], ['']])(
    'The text %j is not split at white space, because no split gives only valid numbers.',
    (text) => expect(spaced(text)).toEqual([]),
  );

  it('A text that splits into numbers in two ways is not split.', () => {
    expect(spaced('+49 30 123456')).toHaveLength(1);
    expect(spaced('+49 30 1234560')).toHaveLength(1);
    expect(spaced('+49 30 123456 03001234567')).toHaveLength(2);
    // The 0 may end the Berlin number or begin the mobile number.
    expect(spaced('+49 30 123456 0 3001234567')).toEqual([]);
  });

  it('readSpaced never throws, and its numbers use every digit of the text.', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0392 1+4567 '), maxLength: 60 });
    const digits = (typed: string) => typed.replace(/\D/g, '');
    fc.assert(
      fc.property(text, (typed) => {
        const numbers = spaced(typed);
        if (numbers.length > 0) expect(digits(numbers.join(''))).toBe(digits(typed));
      }),
      { numRuns: 200 },
    );
  });
});
