import fc from 'fast-check';
import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { readEachNumber, readNumbers, readSpaced } from './phone.ts';

const one = '+923001234567';
const both = [one, '+923217654321'];

describe('one mobile, however it is written', () => {
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
  ])('%j', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: [one], landlines: [], unread: [] });
  });

  it('a number cell', () => {
    expect(readNumbers(3001234567).numbers).toEqual([one]);
    expect(readNumbers(923001234567).numbers).toEqual([one]);
  });
});

describe('two numbers in a cell', () => {
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
  ])('%j', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: both, landlines: [], unread: [] });
  });

  it('says a repeated number once, and each as it was typed when asked for each', () => {
    expect(readNumbers('0300-1234567, +923001234567').numbers).toEqual([one]);
    expect(readEachNumber('0300 1234567, +923001234567').found.map(({ typed }) => typed)).toEqual([
      '0300 1234567',
      '+923001234567',
    ]);
  });
});

describe('what is not guessed', () => {
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
  ])('%j', (typed) => {
    expect(readNumbers(typed)).toEqual({ numbers: [], landlines: [], unread: [typed] });
  });

  it('keeps the good part apart from the bad', () => {
    expect(readNumbers('0300-1234567 / 0321-765432')).toMatchObject({
      numbers: [one],
      unread: ['0321-765432'],
    });
  });

  it('nothing is nothing', () => {
    expect(readNumbers(' ')).toEqual({ numbers: [], landlines: [], unread: [] });
    expect(readNumbers('')).toEqual({ numbers: [], landlines: [], unread: [] });
  });
});

it('reads a number of another country without its plus', () => {
  expect(readNumbers('971501234567').numbers).toEqual(['+971501234567']);
});

it('knows a landline', () => {
  expect(readNumbers('042-35761999')).toEqual({
    numbers: ['+924235761999'],
    landlines: ['+924235761999'],
    unread: [],
  });
});

it('knows the mobiles of Pakistan as the library does, whatever their first four digits', () => {
  for (let start = 3000; start <= 3999; start += 1) {
    const typed = `0${start}${String((start * 7919) % 1_000_000).padStart(6, '0')}`;
    const expected = isValidPhoneNumber(typed, 'PK') ? [`+92${typed.slice(1)}`] : [];
    expect(readNumbers(typed).numbers).toEqual(expected);
  }
});

describe('for any text', () => {
  it('never throws, and reads its own answer back unchanged', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123 +-/,;()٣.E\n') }));
    fc.assert(
      fc.property(typed, (text) => {
        const { numbers } = readNumbers(text);
        expect(readNumbers(numbers.join(', ')).numbers).toEqual(numbers);
      }),
      { numRuns: 300 },
    );
  });

  it('finds every mobile of a list, whatever separates them', () => {
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

describe('what was repaired', () => {
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
  ])('%j: nothing', (typed) => expect(isRepaired(typed)).toEqual([false]));

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
  ])('%j: its digits', (typed) => expect(isRepaired(typed)).toEqual([true]));

  it('of several is told of each, and by the country', () => {
    expect(isRepaired('0300-1234567 / 3217654321')).toEqual([false, true]);
    expect(isRepaired('050 123 4567', 'AE')).toEqual([false]);
    expect(isRepaired('(202) 555-0123', 'US')).toEqual([false]);
  });
});

describe('white space as the only separator', () => {
  const spaced = (text: string) => readSpaced(text).map(({ typed }) => typed);

  it.each([
    ['0300 1234567 0321 7654321', ['0300 1234567', '0321 7654321']],
    ['03001234567 0321 7654321 +92 333 1234567', ['03001234567', '0321 7654321', '+92 333 1234567']],
    ['0300 123 4567\t0321 765 4321', ['0300 123 4567', '0321 765 4321']],
  ])('%j can be told in one way', (text, numbers) => expect(spaced(text)).toEqual(numbers));

  it.each([['0300 1234567 0321 765432'], ['0300 1234567 12'], ['12 34'], ['']])('%j is left', (text) =>
    expect(spaced(text)).toEqual([]),
  );

  it('is nothing where there are two ways', () => {
    expect(spaced('+49 30 123456')).toHaveLength(1);
    expect(spaced('+49 30 1234560')).toHaveLength(1);
    expect(spaced('+49 30 123456 03001234567')).toHaveLength(2);
    // The 0 may end the number of Berlin or begin the mobile.
    expect(spaced('+49 30 123456 0 3001234567')).toEqual([]);
  });

  it('never throws, and uses every digit', () => {
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
