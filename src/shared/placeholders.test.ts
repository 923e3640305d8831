import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Fillable,
  fill,
  fillForFamily,
  placeholderNames,
  placeholdersIn,
  unknownPlaceholders,
} from './placeholders.ts';

const ayesha: Fillable = {
  name: 'Ayesha Khan',
  status: 'unpaid',
  campus: 'Girls Campus',
  month: 11,
  year: 2026,
  regNum: 'R-1',
  invNo: 'INV-1',
  total: 12_500,
  amountAfterDueDate: 13_500.5,
  issueDate: '2026-11-01',
  dueDate: '2026-11-10',
  expiryDate: '2026-11-25',
  head1: 'Tuition Fee',
  amount1: 12_000,
  head2: 'Library',
  amount2: 500,
  head3: 'Nothing said',
  amount3: null,
};
const bilal: Fillable = {
  ...ayesha,
  name: 'Bilal Khan',
  regNum: 'R-2',
  invNo: 'INV-2',
  status: 'partial',
  total: 7500,
  dueDate: '2026-11-05',
};

describe('each placeholder', () => {
  it.each([
    ['name', 'Ayesha Khan'],
    ['regNum', 'R-1'],
    ['invNo', 'INV-1'],
    ['total', '12,500'],
    ['amountAfterDueDate', '13,500.50'],
    ['issueDate', '1 Nov 2026'],
    ['dueDate', '10 Nov 2026'],
    ['expiryDate', '25 Nov 2026'],
    ['month', 'November'],
    ['year', '2026'],
    ['status', 'unpaid'],
    ['heads', 'Tuition Fee 12,000, Library 500'],
    ['campus', 'Girls Campus'],
  ] as const)('{{%s}} is %s', (name, value) => {
    expect(fill(`<{{${name}}}>`, ayesha)).toEqual({ text: `<${value}>`, missing: [] });
  });

  it('is one of the list, and the list is whole', () => {
    const all = placeholderNames.map((name) => `{{${name}}}`).join(' ');
    expect(placeholdersIn(all)).toEqual([...placeholderNames]);
    expect(fill(all, ayesha).missing).toEqual([]);
  });

  it.each(['{{NAME}}', '{{ name }}', '{{Name}}', '{{\tname\u00a0}}'])(
    'is read in %j whatever its case and space',
    (text) => {
      expect(fill(text, ayesha).text).toBe('Ayesha Khan');
      expect(unknownPlaceholders(text)).toEqual([]);
    },
  );
});

describe('a value that is not there', () => {
  const poor = {
    ...ayesha,
    invNo: null,
    total: null,
    dueDate: null,
    month: 0,
    year: 0,
    head1: null,
    amount2: null,
  };

  it('is named once, and leaves nothing in the text', () => {
    expect(fill('{{invNo}}/{{INVNO}}/{{total}} {{name}}', poor)).toEqual({
      text: '// Ayesha Khan',
      missing: ['invNo', 'total'],
    });
    expect(fill('{{dueDate}}{{month}}{{year}}{{heads}}', poor).missing).toEqual([
      'dueDate',
      'month',
      'year',
      'heads',
    ]);
  });

  it('is not zero', () => {
    expect(fill('{{total}}', { ...ayesha, total: 0 })).toEqual({ text: '0', missing: [] });
    expect(fill('{{heads}}', { ...ayesha, amount1: 0 }).text).toBe('Tuition Fee 0, Library 500');
  });
});

describe('what is no placeholder', () => {
  it.each([
    ['{{nam}}', ['nam']],
    ['{{}}', ['']],
    ['{{name', []],
    ['{name}', []],
    ['{{ first name }} {{nam}} {{nam}}', ['first name', 'nam']],
    ['{{constructor}} {{__proto__}} {{toString}}', ['constructor', '__proto__', 'toString']],
  ])('in %j is told and left as it is', (text, unknown) => {
    expect(unknownPlaceholders(text)).toEqual(unknown);
    expect(placeholdersIn(text)).toEqual([]);
    expect(fill(text, ayesha)).toEqual({ text, missing: [] });
  });

  it('around one stays', () => {
    expect(fill('{{{name}}}', ayesha).text).toBe('{Ayesha Khan}');
    expect(fill('{{x{{name}}y}}', ayesha).text).toBe('{{xAyesha Khany}}');
  });
});

describe('a value is only ever a value', () => {
  it.each(['$&', '$1', '$$', "$'", '$`', '\\n', '{{total}}', '{{name}}', '%s', '<b>'])(
    'as the name: %j',
    (name) => {
      expect(fill('Dear {{name}}, {{regNum}}', { ...ayesha, name }).text).toBe(`Dear ${name}, R-1`);
      expect(fillForFamily('Dear {{name}}', [{ ...ayesha, name }, bilal]).text).toBe(
        `Dear ${name}\nDear Bilal Khan`,
      );
    },
  );

  it('whatever the name and the text around it', () => {
    const plain = fc.string().filter((text) => !/[{}\n]/.test(text));
    fc.assert(
      fc.property(plain, fc.string({ minLength: 1 }), plain, (before, name, after) => {
        expect(
          fill(`${before}{{name}}${after}`, { ...ayesha, name }).text.replace(/[\u2068\u2069]/g, ''),
        ).toBe(`${before}${name}${after}`.replace(/[\u2068\u2069]/g, ''));
      }),
    );
  });

  it('and a text of many braces is read in no time', () => {
    const started = performance.now();
    for (const text of [
      '{{'.repeat(2048),
      '}}'.repeat(2048),
      `{{${' '.repeat(4090)}`,
      '{{ '.repeat(1365),
      `{{${'a '.repeat(2000)}`,
    ]) {
      expect(fill(text, ayesha).text).toBe(text);
      expect(unknownPlaceholders(text)).toEqual([]);
    }
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('among Urdu words', () => {
  it('a value keeps its own direction, and a line without any stays as it was', () => {
    expect(fill('فیس {{dueDate}} تک', ayesha).text).toBe('فیس \u206810 Nov 2026\u2069 تک');
    expect(fill('Fee {{dueDate}}', ayesha).text).toBe('Fee 10 Nov 2026');
  });
});

describe('a family', () => {
  it('has a line for each child where one is named, and its sums elsewhere', () => {
    const text =
      'Dear parents,\n{{name}} ({{regNum}}): {{total}} by {{dueDate}}\nTogether {{total}} by {{dueDate}}, {{status}}';
    expect(fillForFamily(text, [ayesha, bilal]).text.split('\n')).toEqual([
      'Dear parents,',
      'Ayesha Khan (R-1): 12,500 by 10 Nov 2026',
      'Bilal Khan (R-2): 7,500 by 5 Nov 2026',
      'Together 20,000 by 5 Nov 2026, unpaid, partial',
    ]);
  });

  it('of one child reads as the bill alone', () => {
    const bills = fc.record({
      total: fc.option(fc.integer({ min: 0, max: 99_999 })),
      dueDate: fc.option(fc.constant('2026-11-10')),
      name: fc.string(),
    });
    const texts = fc
      .array(fc.constantFrom('{{name}}', '{{total}}', '{{dueDate}}', ' ', '\n', 'Dear', '{{status}}'), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(bills, texts, (bill, text) => {
        expect(fillForFamily(text, [{ ...ayesha, ...bill }])).toEqual(fill(text, { ...ayesha, ...bill }));
      }),
    );
  });

  it('without a sum says so: one amount is not known', () => {
    expect(fillForFamily('Together {{total}}', [ayesha, { ...bilal, total: null }])).toEqual({
      text: 'Together ',
      missing: ['total'],
    });
  });

  it('adds up paisa without a crumb', () => {
    const many = Array.from({ length: 10 }, () => ({ ...ayesha, total: 0.1 }));
    expect(fillForFamily('{{total}}', many).text).toBe('1');
  });

  it('of nobody is the text itself', () => {
    expect(fillForFamily('{{name}}', [])).toEqual({ text: '{{name}}', missing: [] });
  });
});
