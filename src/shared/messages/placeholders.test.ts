import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { starterTemplates } from '../words/templates.ts';
import {
  type Fillable,
  fill,
  fillForFamily,
  numbered,
  placeholderNames,
  placeholdersIn,
  receiptPlaceholders,
  saysOfAll,
  slotsIn,
  unknownPlaceholders,
  valuesFor,
  withCampus,
  withValues,
} from './placeholders.ts';
import { readMarks, withoutSigns } from './whatsapp-marks.ts';

const ayesha: Fillable = {
  name: 'Ayesha Khan',
  status: 'unpaid',
  campus: 'Girls Campus',
  link: 'https://fees.example.org/p/Xk3vQ9aTn2LrB7mWc5dY0g',
  month: 11,
  year: 2026,
  regNum: 'R-1',
  invNo: 'INV-1',
  total: 12_500,
  amountAfterDueDate: 13_500.5,
  paid: 0,
  credit: 0,
  payable: 12_500,
  payableUntil: '2026-11-12',
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
  payable: 7500,
  paid: 250.5,
  dueDate: '2026-11-05',
};

const payment = { receiptNo: 12, received: 9000, receivedOn: '2026-11-05', method: 'cheque' } as const;

describe('Placeholders of a payment', () => {
  const text = 'No {{receiptNo}}, {{receivedOn}}, {{method}}: {{received}}\n{{name}}: {{received}}';
  const both = [
    { ...ayesha, ...payment, receivedFor: 6000 },
    { ...bilal, ...payment, receivedFor: 2500.5 },
  ];

  it('{{received}} is the whole payment, and in a child’s line the part that was paid for that child.', () => {
    expect(fillForFamily(text, both).text).toBe(
      'No 12, 5 Nov 2026, Cheque: 9,000\nAyesha Khan: 6,000\nBilal Khan: 2,500.50',
    );
    expect(valuesFor(text, both).values).toEqual([
      ...['12', '5 Nov 2026', 'Cheque', '9,000'],
      ...['Ayesha Khan, Bilal Khan', '6,000, 2,500.50'],
    ]);
  });

  it('For a family of one child {{received}} is the whole payment, in free text and in a template.', () => {
    const [one] = both.slice(0, 1);
    expect(one && fill('{{name}}: {{received}}', one).text).toBe('Ayesha Khan: 9,000');
    expect(one && valuesFor('{{name}}: {{received}}', [one]).values).toEqual(['Ayesha Khan', '9,000']);
  });
});

describe('Each placeholder', () => {
  it.each([
    ['name', 'Ayesha Khan'],
    ['regNum', 'R-1'],
    ['invNo', 'INV-1'],
    ['link', 'https://fees.example.org/p/Xk3vQ9aTn2LrB7mWc5dY0g'],
    ['total', '12,500'],
    ['amountAfterDueDate', '13,500.50'],
    ['payable', '12,500'],
    ['payableUntil', '12 Nov 2026'],
    ['paid', '0'],
    ['credit', '0'],
    ['balance', '12,500'],
    ['familyTotal', '12,500'],
    ['issueDate', '1 Nov 2026'],
    ['dueDate', '10 Nov 2026'],
    ['expiryDate', '25 Nov 2026'],
    ['month', 'November'],
    ['year', '2026'],
    ['status', 'unpaid'],
    ['heads', 'Tuition Fee 12,000, Library 500'],
    ['campus', 'Girls Campus'],
  ] as const)('{{%s}} is filled with %s.', (name, value) => {
    expect(fill(`<{{${name}}}>`, ayesha)).toEqual({ text: `<${value}>`, missing: [] });
  });

  it('{{balance}} is what is payable on the day, for a part-paid bill and for a family.', () => {
    const part = { ...ayesha, payable: 8500.5, paid: 5000 };
    const text = '{{paid}} {{balance}} {{payable}}';
    expect(fill(text, part).text).toBe('5,000 8,500.50 8,500.50');
    expect(fillForFamily(text, [part, part]).text).toBe('10,000 17,001 17,001');
  });

  it('placeholderNames lists exactly the placeholders that a text can be filled with.', () => {
    const all = placeholderNames.map((name) => `{{${name}}}`).join(' ');
    expect(placeholdersIn(all)).toEqual([...placeholderNames]);
    expect(fill(all, { ...ayesha, ...payment }).missing).toEqual([]);
    // Without a payment there are no values for its placeholders.
    expect(fill(all, ayesha).missing).toEqual([...receiptPlaceholders]);
  });

  it.each(['{{NAME}}', '{{ name }}', '{{Name}}', '{{\tname\u00a0}}'])(
    'The placeholder %j is recognised, whatever its case and spaces.',
    (text) => {
      expect(fill(text, ayesha).text).toBe('Ayesha Khan');
      expect(unknownPlaceholders(text)).toEqual([]);
    },
  );
});

describe('Missing values', () => {
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

  it('A missing value is reported once and leaves nothing in the text.', () => {
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

  it('An amount of zero is a value and is not reported as missing.', () => {
    expect(fill('{{total}}', { ...ayesha, total: 0 })).toEqual({ text: '0', missing: [] });
    expect(fill('{{heads}}', { ...ayesha, amount1: 0, amount2: 0 }).text).toBe('Tuition Fee 0, Library 0');
    expect(fill('{{heads}}', { ...ayesha, amount1: 0 }).text, 'but beside others').toBe('Library 500');
  });
});

describe('Texts that are no placeholder', () => {
  it.each([
    ['{{nam}}', ['nam']],
    ['{{}}', ['']],
    ['{{name', []],
    ['{name}', []],
    ['{{ first name }} {{nam}} {{nam}}', ['first name', 'nam']],
    ['{{constructor}} {{__proto__}} {{toString}}', ['constructor', '__proto__', 'toString']],
  ])('What is no placeholder in %j is reported as unknown and stays in the text.', (text, unknown) => {
    expect(unknownPlaceholders(text)).toEqual(unknown);
    expect(placeholdersIn(text)).toEqual([]);
    expect(fill(text, ayesha)).toEqual({ text, missing: [] });
  });

  it('Braces and letters around a placeholder stay in the text.', () => {
    expect(fill('{{{name}}}', ayesha).text).toBe('{Ayesha Khan}');
    expect(fill('{{x{{name}}y}}', ayesha).text).toBe('{{xAyesha Khany}}');
  });
});

describe('Values with special characters', () => {
  it.each(['$&', '$1', '$$', "$'", '$`', '\\n', '{{total}}', '{{name}}', '%s', '<b>'])(
    'A student named %j is inserted as a text and not read as a placeholder or pattern.',
    (name) => {
      expect(fill('Dear {{name}}, {{regNum}}', { ...ayesha, name }).text).toBe(
        `Dear ${withoutSigns(name)}, R-1`,
      );
      expect(fillForFamily('Dear {{name}}', [{ ...ayesha, name }, bilal]).text).toBe(
        `Dear ${withoutSigns(name)}\nDear Bilal Khan`,
      );
    },
  );

  it('Any name is inserted between any two texts, unchanged but for signs of WhatsApp.', () => {
    const plain = fc.string().filter((text) => !/[{}\n]/.test(text));
    fc.assert(
      fc.property(plain, fc.string({ minLength: 1 }), plain, (before, name, after) => {
        expect(
          fill(`${before}{{name}}${after}`, { ...ayesha, name }).text.replace(/[\u2068\u2069]/g, ''),
        ).toBe(`${before}${withoutSigns(name)}${after}`.replace(/[\u2068\u2069]/g, ''));
      }),
    );
  });

  it('A text of thousands of braces is filled in less than 200 ms.', () => {
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

describe('Urdu text', () => {
  it('A value in an Urdu line is wrapped in isolate marks, and an English line gets none.', () => {
    expect(fill('فیس {{dueDate}} تک', ayesha).text).toBe('فیس \u206810 Nov 2026\u2069 تک');
    expect(fill('Fee {{dueDate}}', ayesha).text).toBe('Fee 10 Nov 2026');
  });
});

describe('Right-to-left values', () => {
  const ali = { ...ayesha, name: 'علی بٹ', regNum: '10268', total: 9200 };

  it('An Urdu name in an English line is wrapped in isolate marks, and an English name gets none.', () => {
    expect(fill('{{name}} (Reg {{regNum}}): *Rs. {{total}}*', ali).text).toBe(
      '\u2068علی بٹ\u2069 (Reg 10268): *Rs. 9,200*',
    );
    expect(fillForFamily('{{name}}: {{total}}', [ali, ayesha]).text).toBe(
      '\u2068علی بٹ\u2069: 9,200\nAyesha Khan: 12,500',
    );
  });

  it('Template values isolate each Urdu name by itself and read like the free text.', () => {
    const text = 'Of {{name}} {{regNum}} by {{dueDate}}.';
    const { values } = valuesFor(text, [ali]);
    expect(values).toEqual(['\u2068علی بٹ\u2069 10268', '10 Nov 2026']);
    expect(withValues(text, values)).toBe(fill(text, ali).text);
    expect(valuesFor(text, [ali, ayesha]).values[0]).toBe('\u2068علی بٹ\u2069 10268, Ayesha Khan R-1');
  });

  it('The campus name in a template gets isolate marks when its direction differs from the text.', () => {
    expect(withCampus('Dear parents,\nthe fee of {{ Campus }} is due', 'گرلز کیمپس')).toBe(
      'Dear parents,\nthe fee of \u2068گرلز کیمپس\u2069 is due',
    );
    expect(withCampus('{{campus}} کی فیس', 'Girls Campus')).toBe('\u2068Girls Campus\u2069 کی فیس');
    expect(withCampus('Of {{campus}}', 'Girls Campus')).toBe('Of Girls Campus');
  });
});

describe('A family', () => {
  it('A line with {{name}} is repeated for each child, and other lines have the sums of the family.', () => {
    const text =
      'Dear parents,\n{{name}} ({{regNum}}): {{total}} by {{dueDate}}\nTogether {{total}} by {{dueDate}}, {{status}}';
    expect(fillForFamily(text, [ayesha, bilal]).text.split('\n')).toEqual([
      'Dear parents,',
      'Ayesha Khan (R-1): 12,500 by 10 Nov 2026',
      'Bilal Khan (R-2): 7,500 by 5 Nov 2026',
      'Together 20,000 by 5 Nov 2026, unpaid, partial',
    ]);
  });

  it('{{payable}} is per child in a child’s line, and {{familyTotal}} is the sum of the family everywhere.', () => {
    const text = '{{name}}: {{payable}} of {{familyTotal}}\nTotal {{familyTotal}}, today {{payable}}';
    expect(fillForFamily(text, [ayesha, bilal]).text.split('\n')).toEqual([
      'Ayesha Khan: 12,500 of 20,000',
      'Bilal Khan: 7,500 of 20,000',
      'Total 20,000, today 20,000',
    ]);
    expect(valuesFor(text, [ayesha, bilal]).values).toEqual([
      'Ayesha Khan, Bilal Khan',
      '12,500, 7,500',
      '20,000',
      '20,000',
      '20,000',
    ]);
    expect(fillForFamily(text, [ayesha, { ...bilal, payable: null }]).missing).toEqual([
      'familyTotal',
      'payable',
    ]);
  });

  it('A family of one child gets the same text as the single bill.', () => {
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

  it('If the total of one child is unknown, the total of the family is reported as missing.', () => {
    expect(fillForFamily('Together {{total}}', [ayesha, { ...bilal, total: null }])).toEqual({
      text: 'Together ',
      missing: ['total'],
    });
  });

  it('{{payableUntil}} of several bills is the earliest day of those that {{payable}} adds up.', () => {
    const days = fc.option(fc.constantFrom('2026-11-05', '2026-11-12', '2026-11-25'));
    const bill = fc.record({ payable: fc.constantFrom(0, 1, 2500), payableUntil: days });
    fc.assert(
      fc.property(fc.array(bill, { minLength: 2, maxLength: 4 }), (given) => {
        const bills = given.map((one, at) => ({ ...ayesha, name: `Child ${at}`, ...one }));
        const { text } = fillForFamily(
          '{{payable}} until <{{payableUntil}}>\n{{name}}: {{payableUntil}}',
          bills,
        );
        const [all, ...children] = text.split('\n');
        const dayText = (day: string | null) => (day === null ? '' : `${Number(day.slice(8))} Nov 2026`);
        // Each child has its own day, and the sum the earliest day of those bills that are in it.
        expect(children).toEqual(bills.map(({ name, payableUntil }) => `${name}: ${dayText(payableUntil)}`));
        const asking = bills.some(({ payable }) => payable > 0)
          ? bills.filter(({ payable }) => payable > 0)
          : bills;
        const earliest = asking.flatMap(({ payableUntil }) => payableUntil ?? []).sort()[0] ?? null;
        expect(all).toContain(`until <${dayText(earliest)}>`);
      }),
    );
    const late = { ...bilal, payableUntil: '2026-11-25' };
    expect(valuesFor('Rs. {{payable}} until {{payableUntil}}', [ayesha, late]).values).toEqual([
      '20,000',
      '12 Nov 2026',
    ]);
  });

  it('Totals of a family are added up exactly, without floating-point errors.', () => {
    const many = Array.from({ length: 10 }, () => ({ ...ayesha, total: 0.1 }));
    expect(fillForFamily('{{total}}', many).text).toBe('1');
  });

  it('The family starter template gives each child’s own due date.', () => {
    const { message } = starterTemplates.find(({ title }) => title === 'Fee due, family') ?? { message: '' };
    const late = { ...bilal, payable: 8500, dueDate: '2026-11-25' };
    const { text } = fillForFamily(message, [ayesha, late]);
    expect(text).toContain('Ayesha Khan (Reg R-1): *Rs. 12,500*, due on 10 Nov 2026\n');
    expect(text).toContain('Bilal Khan (Reg R-2): *Rs. 8,500*, due on 25 Nov 2026\nTotal *Rs. 21,000*.');
    expect(saysOfAll(message, 'dueDate')).toBe(false);
    expect(saysOfAll('{{name}}: {{dueDate}}\nAll by {{ duedate }}', 'dueDate')).toBe(true);
  });

  it('A family without bills leaves the text unchanged.', () => {
    expect(fillForFamily('{{name}}', [])).toEqual({ text: '{{name}}', missing: [] });
  });
});

describe('Templates', () => {
  const text = 'Dear parent, the fee of {{name}} is {{ TOTAL }}. {{name}} has until {{dueDate}}, please.\n';

  it('Known placeholders are numbered in their order, and unknown ones stay as they are.', () => {
    expect(numbered(text)).toBe('Dear parent, the fee of {{1}} is {{2}}. {{3}} has until {{4}}, please.');
    expect(numbered('Hello {{nobody}}')).toBe('Hello {{nobody}}');
    expect(slotsIn(text)).toEqual([['name'], ['total'], ['name'], ['dueDate']]);
  });

  it('Placeholders with only a space between them become one template value.', () => {
    const side = 'Fee of {{month}} {{year}}:\n{{name}} {{regNum}} pays {{total}}.';
    expect(numbered(side)).toBe('Fee of {{1}}:\n{{2}} pays {{3}}.');
    const { values } = valuesFor(side, [ayesha, bilal]);
    expect(values.slice(0, 2)).toEqual([
      'November 2026',
      `Ayesha Khan ${ayesha.regNum}, Bilal Khan ${bilal.regNum}`,
    ]);
    expect(valuesFor(side, [{ ...ayesha, regNum: null }])).toMatchObject({ missing: ['regNum'] });
    expect(numbered('Fee {{month}} {{nobody}}')).toBe('Fee {{month}} {{nobody}}');
  });

  it('{{campus}} is replaced by the campus name before the placeholders are numbered.', () => {
    expect(numbered(withCampus('Dear {{name}} of {{ Campus }}', 'Girls $& Campus'))).toBe(
      'Dear {{1}} of Girls $& Campus',
    );
  });

  it('The template values of one bill, put into the text, read like the filled text.', () => {
    const { values, missing } = valuesFor(text, [ayesha]);
    expect(values).toEqual(['Ayesha Khan', '12,500', 'Ayesha Khan', '10 Nov 2026']);
    expect(missing).toEqual([]);
    expect(withValues(text, values)).toBe(fill(text.trim(), ayesha).text);
  });

  it('Template values of a family list the children’s values, give sums elsewhere, and give a shared value once.', () => {
    const { values } = valuesFor(
      'Of {{name}}: {{total}} in {{month}}, by {{dueDate}}\nTogether {{total}} by {{dueDate}}.',
      [ayesha, { ...bilal, total: 12_500 }],
    );
    expect(values).toEqual([
      'Ayesha Khan, Bilal Khan',
      '12,500, 12,500',
      'November',
      '10 Nov 2026, 5 Nov 2026',
      '25,000',
      '5 Nov 2026',
    ]);
  });

  it('A template value that is unknown for one child is reported as missing.', () => {
    expect(valuesFor(text, [ayesha, { ...bilal, name: '\n' }]).missing).toEqual(['name']);
    expect(valuesFor(text, []).values).toEqual([]);
  });

  it('Template values in an Urdu text are wrapped in isolate marks.', () => {
    expect(valuesFor('فیس {{total}} ہے', [ayesha]).values).toEqual(['\u206812,500\u2069']);
  });

  it('Template values never hold a line break, a tab or two spaces in a row, whatever was typed.', () => {
    const typed = fc
      .array(fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u2028', '\u0085', '\v', 'ب'))
      .map((all) => all.join(''));
    const bills = fc.array(fc.record({ name: typed, regNum: typed, head1: typed }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(bills, (given) => {
        const all = given.map((one) => ({ ...ayesha, ...one }));
        const template = 'Of {{name}} and {{regNum}}: {{heads}} until {{dueDate}}.';
        const { values } = valuesFor(template, all);
        expect(values).toHaveLength(4);
        for (const value of values) {
          expect(value).not.toMatch(/[\n\r\t\v\u0085\u2028\u2029]| {2}/);
        }
        const filledText = withValues(template, values);
        expect(filledText.startsWith(`Of ${values[0]} and ${values[1]}: `)).toBe(true);
      }),
    );
  });
});

describe('Hostile texts', () => {
  const long = 'x'.repeat(200);
  const heads = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      [`head${at + 1}`, long],
      [`amount${at + 1}`, 1],
    ]).flat(),
  );
  const bills = Array.from({ length: 2000 }, (_, at) => ({ ...ayesha, ...heads, regNum: `R-${at}` }));
  /** How often the heads of the bills are read, which is most of the work. */
  const counted = (work: (bills: Fillable[]) => void): number => {
    let reads = 0;
    work(
      bills.map((bill) =>
        Object.defineProperty({ ...bill }, 'head1', {
          get: () => {
            reads += 1;
            return long;
          },
        }),
      ),
    );
    return reads;
  };
  const longText = '{{heads}}\n'.repeat(409);

  it('Filling a text for a family stops once the text is too long to send.', () => {
    const { text, missing } = fillForFamily(longText, bills);
    expect(text.length).toBeGreaterThan(4096);
    expect(text.length).toBeLessThan(10_000);
    expect(missing).toEqual([]);
    expect(counted((all) => fillForFamily(longText, all))).toBeLessThan(3 * bills.length);
    expect(counted((all) => fill('{{heads}}'.repeat(455), all[0] ?? expect.unreachable()))).toBe(1);
  });

  it('Collecting template values stops once the values are too long to send.', () => {
    const { values, missing } = valuesFor(longText, bills);
    expect(values.join('').length).toBeGreaterThan(4096);
    expect(values.join('').length).toBeLessThan(10_000);
    expect(missing).toEqual([]);
    expect(counted((all) => valuesFor(longText, all))).toBeLessThan(3 * bills.length);
  });

  it('Missing values are reported also for placeholders behind the place where filling stopped.', () => {
    const last = { ...ayesha, regNum: null, dueDate: null };
    const text = `${longText}{{regNum}} {{name}}\n{{dueDate}} {{month}}`;
    expect(fillForFamily(text, [...bills, last]).missing).toEqual(['regNum']);
    expect(fillForFamily(text, [{ ...last, regNum: 'R' }]).missing).toEqual(['dueDate']);
    expect(fill(`${'{{heads}}'.repeat(400)}{{dueDate}}`, last).missing).toEqual(['dueDate']);
  });
});

describe('Signs of WhatsApp in values', () => {
  const signed = {
    ...{ name: 'M. *Ali* _jr_ ~x~ `y`', status: 'half_paid_', campus: '*Girls* Campus' },
    ...{ regNum: 'R_1_', invNo: '*12*', head1: '_Tuition_', amount1: 5000, link: 'https://x.pk/p/_a_' },
  };
  const of = (more: object = {}) => ({ ...ayesha, head2: null, amount2: null, ...signed, ...more });

  it('Names, heads, status and campus have look-alikes instead; codes and links stay as they are.', () => {
    const text = '{{name}}|{{status}}|{{campus}}|{{heads}}|{{regNum}}|{{invNo}}|{{link}}';
    const filled =
      'M. ∗Ali∗ ＿jr＿ ∼x∼ ‘y‘|half＿paid＿|∗Girls∗ Campus|＿Tuition＿ 5,000|R_1_|*12*|https://x.pk/p/_a_';
    expect(fill(text, of()).text).toBe(filled);
    expect(fillForFamily(text, [of()]).text).toBe(filled);
    expect(valuesFor(text, [of()]).values.join('|')).toBe(filled);
    expect(withCampus('*{{campus}}*', signed.campus)).toBe('*∗Girls∗ Campus*');
  });

  it('A name never changes what the signs of the text format.', () => {
    const text = '*Dear {{name}}*, _{{campus}}_ ~{{status}}~ `{{heads}}`';
    const marksWith = (word: string): string => {
      const named = of({ name: word, campus: word, status: word, head1: word });
      return JSON.stringify(readMarks(fill(text, named).text)).replace(/[∗＿∼‘]/g, '.');
    };
    const char = fc.constantFrom('a', ' ', '*', '_', '~', '`', 'ب');
    const words = fc.string({ unit: char, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, (word) => {
        expect(marksWith(word)).toBe(marksWith(word.replace(/[*_~`]/g, '.')));
      }),
    );
  });
});
