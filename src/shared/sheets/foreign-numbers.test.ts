import { describe, expect, it } from 'vitest';
import type { CountryCode } from '#shared/people/phone.ts';
import { checkText } from '../../../test/sheets/check-file.ts';

const sheet = (numbers: readonly string[], country: CountryCode = 'PK') =>
  checkText(
    ['Reg No;Name;Mobile;Total', ...numbers.map((number, at) => `R-${at};Ali;${number};500`)].join('\n'),
    {
      country,
    },
  );
const home = ['03001234511', '3001234512', '0300-1234513'];

describe('Numbers of another country', () => {
  it.each<[CountryCode, string, readonly string[]]>([
    ['PK', '971501234567', home],
    ['PK', '+971 50 123 4567', home],
    ['PK', '447911123456', home],
    ['PK', '00447911123456', home],
    ['AE', '923001234567', ['0501234567', '+971 50 123 4568']],
    ['GB', '+92 300 1234567', ['07911 123456', '07911 123457']],
  ])(
    'In %s only the number %s is reported as a number of another country, apart from repairs.',
    async (country, number, others) => {
      const { summary, bills } = await sheet([...others, number], country);
      expect(bills).toHaveLength(others.length + 1);
      const [foreign, ...rest] = summary.lines.filter(({ kind }) => kind === 'foreign');
      expect(foreign).toMatchObject({
        level: 'warning',
        count: 1,
        field: 'number',
        answers: [{ name: 'keep' }],
      });
      expect(foreign?.example).toContain('a number of another country');
      expect(rest).toEqual([]);
      const repaired = summary.lines.find(({ kind }) => kind === 'repaired');
      expect(repaired?.count ?? 0).toBe(others.filter((one) => one.startsWith('3')).length);
    },
  );

  it('A number of another country beside a second number in one cell is reported too.', async () => {
    const { summary } = await sheet([...home, '03001234514 / 971501234567']);
    expect(summary.lines.find(({ kind }) => kind === 'foreign')).toMatchObject({ count: 1 });
  });

  it.each([
    ['half of the numbers are', ['03001234511', '+971501234567'], 1],
    ['most numbers are', ['03001234511', '+971501234567', '+971501234568'], 2],
    ['the foreign families have two numbers each', ['03001234511', '+971501234567 / +971501234568'], 1],
    ['all but every tenth are', ['03001234511', ...Array(9).fill('+971501234567')], 9],
  ])('Numbers of another country are reported also if %s.', async (_how, numbers, count) => {
    const { summary } = await sheet(numbers);
    expect(summary.lines.filter(({ kind }) => kind === 'foreign')).toMatchObject([{ count }]);
  });

  it.each([
    ['all numbers', []],
    ['more than nine of ten numbers', ['03001234511']],
  ])('If %s are of other countries, none is reported.', async (_how, ours) => {
    const { summary } = await sheet([...ours, ...Array(10).fill('+971501234567')]);
    expect(summary.lines.filter(({ kind }) => kind === 'foreign')).toEqual([]);
  });

  it('Numbers of another country that a person keeps are saved as they are.', async () => {
    const { check } = await sheet([...home, '971501234567']);
    check.answer('foreign', 'keep');
    expect([...check.rowsToSave()]).toHaveLength(4);
    expect(check.summary().lines.find(({ kind }) => kind === 'foreign')?.answer).toBe('keep');
  });
});
