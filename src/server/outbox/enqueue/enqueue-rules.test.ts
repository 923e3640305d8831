import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestMessage } from '#shared/limits.ts';
import { countReasons } from '#shared/messages/count-reasons.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { type Plan, type PlanOptions, planMessages } from './enqueue-rules.ts';
import { countSeveralDates, samplesOf } from './preview-rules.ts';

const mother = '+923001234567';
const father = '+923217654321';

let bills = 0;
function recipient(about: Partial<Recipient> = {}): Recipient {
  const billID = ++bills;
  return {
    billID,
    groupID: 1,
    name: `Child ${billID}`,
    number: '0300-1234567',
    numbers: [mother],
    status: 'unpaid',
    campus: 'Girls Campus',
    month: 11,
    year: 2026,
    regNum: `R${billID}`,
    invNo: null,
    total: 1000,
    amountAfterDueDate: null,
    payable: 1000,
    payableUntil: null,
    paid: 0,
    credit: 0,
    issueDate: null,
    dueDate: '2026-11-10',
    expiryDate: null,
    ...about,
  };
}

const toAll = {
  audience: 'all' as const,
  family: false,
  media: '',
  again: true,
  only: undefined,
  alreadySent: new Map<string, string>(),
  links: new Map<string, string>(),
  optedOut: new Set<string>(),
};
/** Runs all steps of the plan. */
function planAll(recipients: Recipient[], options: PlanOptions): Plan {
  const steps = planMessages(recipients, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
const plan = (recipients: Recipient[], text: string, options: Partial<PlanOptions> = {}): Plan =>
  planAll(recipients, { text, ...toAll, ...options });

describe('Texts without placeholders', () => {
  it('A text without placeholders is sent once to each number and covers every bill of that number.', () => {
    const [one, two] = [recipient({ numbers: [mother, father] }), recipient()];
    const { messages, skipped } = plan([one, two], 'School is closed tomorrow');
    expect(skipped).toEqual([]);
    expect(messages).toEqual([
      {
        number: mother,
        name: one.name,
        groupIDs: [1],
        billIDs: [one.billID, two.billID],
        owedIDs: [one.billID, two.billID],
        text: 'School is closed tomorrow',
      },
      {
        number: father,
        name: one.name,
        groupIDs: [1],
        billIDs: [one.billID],
        owedIDs: [one.billID],
        text: 'School is closed tomorrow',
      },
    ]);
  });

  it('A text without placeholders is sent to a plain number that has no bill.', () => {
    const plain = recipient({ billID: null, groupID: null, name: '' });
    expect(plan([plain], 'Hello').messages).toEqual([
      { number: mother, name: '', groupIDs: [], billIDs: [], owedIDs: [], text: 'Hello' },
    ]);
  });
});

describe('Texts with placeholders', () => {
  it('A text with placeholders is sent once for each bill and number.', () => {
    const { messages } = plan(
      [recipient({ name: 'Ayesha', numbers: [mother, father] }), recipient({ name: 'Bilal' })],
      'Dear {{name}}',
    );
    expect(messages.map(({ number, text }) => [number, text])).toEqual([
      [mother, 'Dear Ayesha'],
      [mother, 'Dear Bilal'],
      [father, 'Dear Ayesha'],
    ]);
  });

  it('A family message has one line for each child.', () => {
    const children = [recipient({ name: 'Ayesha', total: 1000 }), recipient({ name: 'Bilal', total: 500 })];
    const { messages } = plan(children, '{{name}}\nTogether {{total}}', { family: true });
    expect(messages.map(({ text }) => text)).toEqual(['Ayesha\nBilal\nTogether 1,500']);
    expect(messages[0]?.billIDs).toEqual(children.map(({ billID }) => billID));
  });

  it('A family message leaves out a child with a missing value and names the others.', () => {
    const children = [recipient({ name: 'Ayesha', total: null }), recipient({ name: 'Bilal', total: 500 })];
    const { messages, skipped } = plan(children, '{{name}}: {{total}}', { family: true });
    expect(messages.map(({ text }) => text)).toEqual(['Bilal: 500']);
    expect(skipped).toMatchObject([
      { name: 'Ayesha', number: mother, reason: makeReason('missing', { names: ['total'] }) },
    ]);
  });

  it.each([
    ['{{name}}', true, true],
    ['{{name}}: {{payable}}', true, false],
    ['{{name}}: {{balance}}', true, false],
    ['{{name}}: {{total}}, still payable {{familyTotal}}', true, false],
    ['{{name}}: {{total}}, paid {{paid}}', true, false],
    ['{{name}}: {{total}}', false, false],
    ['{{name}}: {{heads}}, paid {{paid}}, payable {{payable}}', true, false],
    ['{{name}}: {{amountAfterDueDate}}', false, false],
    ['{{name}}: {{heads}}', false, false],
  ])(
    'In a reminder %j a part-paid bill is covered: %s; with an unknown part: %s.',
    (text, withPart, withUnknownPart) => {
      const about = { amountAfterDueDate: 1100, head1: 'Tuition', amount1: 1000, status: 'partial' };
      const part = recipient({ ...about, paid: 400, payable: 600 });
      const unclear = recipient({ ...about, numbers: [father] });
      for (const audience of ['unpaid', 'overdue', 'open'] as const) {
        const { messages, skipped } = plan([part, unclear], text, { audience, family: true });
        const covered = messages.flatMap(({ billIDs }) => billIDs);
        expect([part, unclear].map(({ billID }) => covered.includes(billID ?? 0))).toEqual([
          withPart,
          withUnknownPart,
        ]);
        expect(skipped.map(({ reason }) => reason)).toEqual(
          [withPart, withUnknownPart].filter((isCovered) => !isCovered).map(() => makeReason('partPaid')),
        );
      }
      expect(plan([part, unclear], text, { audience: 'all' }).skipped).toEqual([]);
    },
  );

  it('A text is not sent when a placeholder has no value.', () => {
    const { messages, skipped } = plan([recipient({ invNo: null })], 'Invoice {{invNo}}');
    expect(messages).toEqual([]);
    expect(skipped).toMatchObject([{ number: mother, reason: makeReason('missing', { names: ['invNo'] }) }]);
  });

  it('A text is not sent when its values make it longer than WhatsApp allows.', () => {
    const text = `${'a'.repeat(longestMessage - 4)}{{name}}`;
    expect(plan([recipient({ name: 'Four' })], text).messages).toHaveLength(1);
    expect(plan([recipient({ name: 'Fiver' })], text).skipped).toMatchObject([
      { reason: makeReason('tooLong') },
    ]);
  });
});

describe('Recipients without a usable number', () => {
  it.each([
    ['', makeReason('noNumber')],
    ['0300-12', makeReason('unreadNumber')],
  ])('A recipient whose number is typed as %j is skipped with the reason.', (number, reason) => {
    const nobody = recipient({ number, numbers: [] });
    expect(plan([nobody], 'Hello')).toEqual({
      messages: [],
      repeated: 0,
      reached: new Set(),
      skipped: [{ number, name: nobody.name, groupIDs: [1], billIDs: [nobody.billID], reason }],
    });
  });
});

describe('Given numbers', () => {
  it('If a send names numbers, only bills with one of these numbers are included.', () => {
    const people = [
      recipient({ numbers: [mother, father] }),
      recipient({ numbers: [mother] }),
      recipient({ number: '', numbers: [] }),
    ];
    const { messages, skipped } = plan(people, 'Hello', {
      only: { numbers: new Set([father, '+923331112223']), unread: ['0300'] },
    });
    expect(messages.map(({ number, billIDs }) => [number, billIDs])).toEqual([[father, [people[0]?.billID]]]);
    // Each requested number that gets no message appears in the skipped list.
    const nobody = { name: '', groupIDs: [], billIDs: [] };
    expect(skipped).toEqual([
      { ...nobody, number: '0300', reason: makeReason('unreadNumber') },
      { ...nobody, number: '+923331112223', reason: makeReason('notChosen') },
    ]);
  });
});

describe('Numbers that were sent the same text before', () => {
  const [ayesha, bilal] = [
    recipient({ name: 'Ayesha', numbers: [mother, father] }),
    recipient({ name: 'Bilal' }),
  ];
  const alreadySent = new Map([[mother, ` ${ayesha.billID}  17 `]]);

  it('A number that got the same text before is counted, and skipped unless the send repeats it.', () => {
    const all = plan([ayesha, bilal], 'Dear {{name}}', { alreadySent });
    expect([all.messages.length, all.repeated, all.skipped]).toEqual([3, 1, []]);
    const others = plan([ayesha, bilal], 'Dear {{name}}', { alreadySent, again: false });
    expect(others.messages.map(({ number, name }) => [number, name])).toEqual([
      [mother, 'Bilal'],
      [father, 'Ayesha'],
    ]);
    expect(others.repeated).toBe(1);
    expect(others.skipped).toMatchObject([
      { number: mother, name: 'Ayesha', billIDs: [ayesha.billID], reason: makeReason('alreadyTold') },
    ]);
  });

  it('A child whose family got the same text before is left out, and the siblings are sent.', () => {
    const { messages, skipped } = plan([ayesha, bilal], '{{name}}: {{total}}', {
      alreadySent,
      again: false,
      family: true,
    });
    expect(messages.map(({ number, text }) => [number, text])).toEqual([
      [mother, 'Bilal: 1,000'],
      [father, 'Ayesha: 1,000'],
    ]);
    expect(skipped).toMatchObject([{ name: 'Ayesha', number: mother }]);
  });

  it('A number that got the same text before is skipped when the text names no child, or when there is no bill.', () => {
    const plain = plan([ayesha, bilal], 'Closed', { alreadySent, again: false });
    expect(plain.messages.map(({ number }) => number)).toEqual([father]);
    expect(plain).toMatchObject({ repeated: 1, skipped: [{ number: mother }] });
    expect(plain.skipped[0]?.billIDs).toEqual([ayesha.billID, bilal.billID]);
    const student = recipient({ billID: null, groupID: null });
    expect(plan([student], 'Dear {{name}}', { alreadySent, again: false }).messages).toEqual([]);
  });

  it('A number that is skipped for another reason does not count as sent before.', () => {
    expect(plan([{ ...ayesha, total: null }], '{{total}}', { alreadySent, again: false })).toMatchObject({
      repeated: 0,
      skipped: [
        { reason: makeReason('missing', { names: ['total'] }) },
        { reason: makeReason('missing', { names: ['total'] }) },
      ],
    });
    expect(plan([ayesha], 'Dear {{name}}', { alreadySent, optedOut: new Set([mother]) }).repeated).toBe(0);
  });
});

describe('Opt-outs', () => {
  it('A number that opted out is skipped, and the other number of the same bill is not.', () => {
    const people = [recipient({ numbers: [mother, father] }), recipient()];
    const optedOut = new Set([mother]);
    const reason = makeReason('optedOut');
    const named = plan(people, 'Dear {{name}}', { optedOut });
    expect(named.messages.map(({ number }) => number)).toEqual([father]);
    expect(named.skipped).toMatchObject([
      { number: mother, reason },
      { number: mother, reason },
    ]);
    for (const together of [
      plan(people, 'Closed', { optedOut }),
      plan(people, '{{name}}', { optedOut, family: true }),
    ]) {
      expect(together.messages.map(({ number }) => number)).toEqual([father]);
      expect(together.skipped).toMatchObject([
        { number: mother, billIDs: people.map(({ billID }) => billID), reason },
      ]);
    }
  });
});

describe('Preview of a send', () => {
  it('The preview counts the reasons of skipped messages, the commonest first.', () => {
    const people = [
      recipient({ number: '', numbers: [] }),
      recipient({ numbers: [father], total: null }),
      recipient({ numbers: [father], total: null }),
    ];
    expect(countReasons(plan(people, '{{total}}').skipped)).toEqual([
      { reason: makeReason('missing', { names: ['total'] }), count: 2 },
      { reason: makeReason('noNumber'), count: 1 },
    ]);
  });

  const kinds = (of: Plan) => samplesOf(of).map(({ kind, name }) => [kind, name]);

  it('Samples begin with a missing value, then the shortest and the longest text, then others, each once.', () => {
    const names = ['Sana', 'Muhammad', 'Ali', 'Omar'];
    const people = [...names.map((name) => recipient({ name })), recipient({ name: 'Zara', dueDate: null })];
    const planned = plan(people, '{{name}} by {{dueDate}}');
    expect(kinds(planned)).toEqual([
      ['missing', 'Zara'],
      ['shortest', 'Ali'],
      ['longest', 'Muhammad'],
      ['other', 'Sana'],
      ['other', 'Omar'],
    ]);
    expect(samplesOf(planned)[0]).toEqual({
      number: mother,
      name: 'Zara',
      text: 'Zara by ',
      kind: 'missing',
      missing: ['dueDate'],
    });
  });

  it('No sample is called the longest when all texts have the same length.', () => {
    expect(kinds(plan([recipient(), recipient({ numbers: [father] })], 'Closed'))).toMatchObject([
      ['other', expect.any(String)],
      ['other', expect.any(String)],
    ]);
    expect(kinds(plan([], 'Closed'))).toEqual([]);
  });

  it('There are at most twenty samples, and some of them always show texts that will be sent.', () => {
    const gaps = Array.from({ length: 50 }, () => recipient({ dueDate: null }));
    const whole = Array.from({ length: 50 }, (_, index) => recipient({ name: 'x'.repeat(index + 1) }));
    const count = (people: Recipient[]) => {
      const samples = samplesOf(plan(people, '{{name}} by {{dueDate}}'));
      const missing = samples.filter(({ kind }) => kind === 'missing').length;
      return [missing, samples.length - missing];
    };
    expect(count([...gaps, ...whole])).toEqual([10, 10]);
    expect(count(gaps)).toEqual([20, 0]);
    expect(count([...gaps.slice(0, 3), ...whole])).toEqual([3, 17]);
    expect(count([...gaps, ...whole.slice(0, 4)])).toEqual([16, 4]);
  });
});

describe('Plans of random recipients', () => {
  const numbers = [mother, father, '+923331112223', '+923451112223'];
  const people = fc.array(
    fc.record({
      numbers: fc.subarray(numbers),
      number: fc.constantFrom('', 'typed'),
      total: fc.option(fc.integer({ min: 0, max: 9999 })),
      dueDate: fc.option(fc.constant('2026-11-10')),
      name: fc.constantFrom('Ayesha', 'Bilal', '', 'x'.repeat(longestMessage)),
      status: fc.constantFrom('unpaid', 'partial', 'paid'),
    }),
    { maxLength: 12 },
  );
  const texts = fc.constantFrom(
    'Hello',
    '{{name}}',
    '{{name}}\n{{total}}',
    'Due {{dueDate}}: {{total}}',
    '{{total}} {{total}}',
    '{{campus}}',
  );
  const randomOptions = fc.record({
    text: texts,
    audience: fc.constantFrom('all' as const, 'unpaid' as const),
    family: fc.boolean(),
    only: fc.option(
      fc.subarray(numbers).map((some) => ({ numbers: new Set(some), unread: [] })),
      { nil: undefined },
    ),
    again: fc.boolean(),
    optedOut: fc.subarray(numbers).map((some) => new Set(some)),
  });
  /** Returns earlier messages: every third bill got this text before, at all of its numbers. */
  const sentBeforeTo = (recipients: readonly Recipient[]) =>
    new Map(
      numbers.map((number) => [
        number,
        recipients.map(({ billID }) => ((billID ?? 0) % 3 ? '' : ` ${billID} `)).join(''),
      ]),
    );

  it('Each bill and number is sent or skipped exactly once, and no other number is.', () => {
    fc.assert(
      fc.property(people, randomOptions, (about, options) => {
        const recipients = about.map((one) => recipient(one));
        const { messages, skipped } = planAll(recipients, {
          ...options,
          media: '',
          links: new Map(),
          alreadySent: sentBeforeTo(recipients),
        });
        const counted = [...messages, ...skipped].flatMap(({ number, billIDs }) =>
          billIDs.map((billID) => `${billID} ${number}`),
        );
        const expected = recipients.flatMap(({ billID, number, numbers }) => {
          const included = options.only ? numbers.filter((one) => options.only?.numbers.has(one)) : numbers;
          if (included.length > 0) return included.map((one) => `${billID} ${one}`);
          return options.only ? [] : [`${billID} ${number}`];
        });
        expect(counted.sort()).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('No message has an unfilled placeholder, too long a text or no number, and a family gets one message.', () => {
    fc.assert(
      fc.property(people, randomOptions, (about, options) => {
        const recipients = about.map((one) => recipient(one));
        const { messages, skipped } = planAll(recipients, {
          ...options,
          media: '',
          links: new Map(),
          alreadySent: sentBeforeTo(recipients),
        });
        for (const { text, number } of messages) {
          expect(options.optedOut).not.toContain(number);
          expect(text).not.toMatch(/\{\{/);
          expect(text.length).toBeLessThanOrEqual(longestMessage);
          expect(numbers).toContain(number);
        }
        for (const { reason } of skipped) expect(reason).not.toBe('');
        if (options.family || options.text === 'Hello')
          expect(new Set(messages.map(({ number }) => number)).size).toBe(messages.length);
      }),
      { numRuns: 500 },
    );
  });
});

it('Families with several due dates are counted when the text names one date for all bills.', () => {
  const [early, late] = ['2026-11-10', '2026-11-28'];
  const all = [
    recipient({ dueDate: early }),
    recipient({ dueDate: late }),
    recipient({ dueDate: late, numbers: [father] }),
    recipient({ dueDate: late, numbers: [father] }),
  ];
  const count = (text: string, options: Partial<PlanOptions> = { family: true }) =>
    countSeveralDates(plan(all, text, options), all, text);
  expect(count('{{name}}: {{total}}\nAll by {{dueDate}}')).toBe(1);
  expect(count('{{name}}: {{total}} by {{dueDate}}\nThank you')).toBe(0);
  expect(count('By {{dueDate}}', { family: false })).toBe(0);
});

describe('Amounts of 0', () => {
  const paid = { status: 'paid', payable: 0, paid: 1000 };
  const of = (text: string, ...bills: Partial<Recipient>[]) => {
    const { messages, skipped } = plan(bills.map(recipient), text, { family: true });
    return [messages.length, skipped.map(({ reason }) => reason)];
  };
  const nothing = [0, [makeReason('nothingOwed')]];

  it('A text that asks only for amounts of 0 is left out, for one bill and for a family.', () => {
    expect(of('{{name}}: {{payable}}', paid)).toEqual(nothing);
    expect(of('{{name}}: {{balance}}', paid, paid)).toEqual(nothing);
    expect(of('{{name}}: {{total}}', { total: 0, payable: 0 })).toEqual(nothing);
  });

  it('A text is sent if one amount is not 0, if a sibling owes something, or if it asks for no amount.', () => {
    const sent = [1, []];
    expect(of('{{name}}: {{payable}} of {{total}}', paid)).toEqual(sent);
    expect(of('{{name}}: {{payable}}, paid {{paid}}', paid)).toEqual(sent);
    expect(of('{{name}}: {{payable}}', paid, {})).toEqual(sent);
    expect(of('{{name}}: paid {{paid}}', {})).toEqual(sent);
    expect(of('Dear {{name}}', { total: 0, payable: 0 })).toEqual(sent);
  });
});
