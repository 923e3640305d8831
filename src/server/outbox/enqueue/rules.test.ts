import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countReasons } from '#shared/count-reasons.ts';
import { longestMessage } from '#shared/limits.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Recipient } from '../../recipients/rules.ts';
import { countSeveralDates, samplesOf } from '../preview/rules.ts';
import { type Plan, type PlanOptions, planMessages } from './rules.ts';

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
    paid: 0,
    issueDate: null,
    dueDate: '2026-11-10',
    expiryDate: null,
    ...about,
  };
}

const toAll = {
  family: false,
  media: '',
  again: true,
  only: undefined,
  told: new Map<string, string>(),
  links: new Map<string, string>(),
  optedOut: new Set<string>(),
};
/** All its steps one after the other. */
function planAll(recipients: Recipient[], wish: PlanOptions): Plan {
  const steps = planMessages(recipients, wish);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
const plan = (recipients: Recipient[], text: string, wish: Partial<PlanOptions> = {}): Plan =>
  planAll(recipients, { text, ...toAll, ...wish });

describe('a text without placeholders', () => {
  it('goes once to each number, and speaks of every bill behind it', () => {
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

  it('goes to plain numbers, of which there is no bill', () => {
    const plain = recipient({ billID: null, groupID: null, name: '' });
    expect(plan([plain], 'Hello').messages).toEqual([
      { number: mother, name: '', groupIDs: [], billIDs: [], owedIDs: [], text: 'Hello' },
    ]);
  });
});

describe('a text with placeholders', () => {
  it('goes once for each bill and number', () => {
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

  it('goes once to a family that wants one, a line for each child', () => {
    const children = [recipient({ name: 'Ayesha', total: 1000 }), recipient({ name: 'Bilal', total: 500 })];
    const { messages } = plan(children, '{{name}}\nTogether {{total}}', { family: true });
    expect(messages.map(({ text }) => text)).toEqual(['Ayesha\nBilal\nTogether 1,500']);
    expect(messages[0]?.billIDs).toEqual(children.map(({ billID }) => billID));
  });

  it('leaves out a child whose value is missing and tells the family of the others', () => {
    const children = [recipient({ name: 'Ayesha', total: null }), recipient({ name: 'Bilal', total: 500 })];
    const { messages, skipped } = plan(children, '{{name}}: {{total}}', { family: true });
    expect(messages.map(({ text }) => text)).toEqual(['Bilal: 500']);
    expect(skipped).toMatchObject([
      { name: 'Ayesha', number: mother, reason: reasonOf('missing', { names: ['total'] }) },
    ]);
  });

  it('is not sent with a hole in it', () => {
    const { messages, skipped } = plan([recipient({ invNo: null })], 'Invoice {{invNo}}');
    expect(messages).toEqual([]);
    expect(skipped).toMatchObject([{ number: mother, reason: reasonOf('missing', { names: ['invNo'] }) }]);
  });

  it('is not sent when its values make it longer than WhatsApp takes', () => {
    const text = `${'a'.repeat(longestMessage - 4)}{{name}}`;
    expect(plan([recipient({ name: 'Four' })], text).messages).toHaveLength(1);
    expect(plan([recipient({ name: 'Fiver' })], text).skipped).toMatchObject([
      { reason: reasonOf('tooLong') },
    ]);
  });
});

describe('those without a usable number', () => {
  it.each([
    ['', reasonOf('noNumber')],
    ['0300-12', reasonOf('unreadNumber')],
  ])('typed as %j are skipped', (number, reason) => {
    const nobody = recipient({ number, numbers: [] });
    expect(plan([nobody], 'Hello')).toEqual({
      messages: [],
      told: 0,
      reached: new Set(),
      skipped: [{ number, name: nobody.name, groupIDs: [1], billIDs: [nobody.billID], reason }],
    });
  });
});

describe('given numbers', () => {
  it('narrow the bills to those who have one of them', () => {
    const people = [
      recipient({ numbers: [mother, father] }),
      recipient({ numbers: [mother] }),
      recipient({ number: '', numbers: [] }),
    ];
    const { messages, skipped } = plan(people, 'Hello', {
      only: { numbers: new Set([father, '+923331112223']), unread: ['0300'] },
    });
    expect(messages.map(({ number, billIDs }) => [number, billIDs])).toEqual([[father, [people[0]?.billID]]]);
    // Nothing that was asked for is dropped without a word.
    const nobody = { name: '', groupIDs: [], billIDs: [] };
    expect(skipped).toEqual([
      { ...nobody, number: '0300', reason: reasonOf('unreadNumber') },
      { ...nobody, number: '+923331112223', reason: reasonOf('notChosen') },
    ]);
  });
});

describe('whoever was sent the text before', () => {
  const [ayesha, bilal] = [
    recipient({ name: 'Ayesha', numbers: [mother, father] }),
    recipient({ name: 'Bilal' }),
  ];
  const told = new Map([[mother, ` ${ayesha.billID}  17 `]]);

  it('is counted, and told again unless it shall not be', () => {
    const all = plan([ayesha, bilal], 'Dear {{name}}', { told });
    expect([all.messages.length, all.told, all.skipped]).toEqual([3, 1, []]);
    const others = plan([ayesha, bilal], 'Dear {{name}}', { told, again: false });
    expect(others.messages.map(({ number, name }) => [number, name])).toEqual([
      [mother, 'Bilal'],
      [father, 'Ayesha'],
    ]);
    expect(others.told).toBe(1);
    expect(others.skipped).toMatchObject([
      { number: mother, name: 'Ayesha', billIDs: [ayesha.billID], reason: reasonOf('alreadyTold') },
    ]);
  });

  it('is a child of a family, whose siblings are told of', () => {
    const { messages, skipped } = plan([ayesha, bilal], '{{name}}: {{total}}', {
      told,
      again: false,
      family: true,
    });
    expect(messages.map(({ number, text }) => [number, text])).toEqual([
      [mother, 'Bilal: 1,000'],
      [father, 'Ayesha: 1,000'],
    ]);
    expect(skipped).toMatchObject([{ name: 'Ayesha', number: mother }]);
  });

  it('is a number where the text names nobody, and where there is no bill', () => {
    const plain = plan([ayesha, bilal], 'Closed', { told, again: false });
    expect(plain.messages.map(({ number }) => number)).toEqual([father]);
    expect(plain).toMatchObject({ told: 1, skipped: [{ number: mother }] });
    expect(plain.skipped[0]?.billIDs).toEqual([ayesha.billID, bilal.billID]);
    const student = recipient({ billID: null, groupID: null });
    expect(plan([student], 'Dear {{name}}', { told, again: false }).messages).toEqual([]);
  });

  it('does not count where it could not be told anyway', () => {
    expect(plan([{ ...ayesha, total: null }], '{{total}}', { told, again: false })).toMatchObject({
      told: 0,
      skipped: [
        { reason: reasonOf('missing', { names: ['total'] }) },
        { reason: reasonOf('missing', { names: ['total'] }) },
      ],
    });
    expect(plan([ayesha], 'Dear {{name}}', { told, optedOut: new Set([mother]) }).told).toBe(0);
  });
});

describe('a number that asked for no messages', () => {
  it('is left out, and the other number of the same bill is not', () => {
    const people = [recipient({ numbers: [mother, father] }), recipient()];
    const optedOut = new Set([mother]);
    const reason = reasonOf('optedOut');
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

describe('what is shown before sending', () => {
  it('counts the reasons, the commonest first', () => {
    const people = [
      recipient({ number: '', numbers: [] }),
      recipient({ numbers: [father], total: null }),
      recipient({ numbers: [father], total: null }),
    ];
    expect(countReasons(plan(people, '{{total}}').skipped)).toEqual([
      { reason: reasonOf('missing', { names: ['total'] }), count: 2 },
      { reason: reasonOf('noNumber'), count: 1 },
    ]);
  });

  const kinds = (of: Plan) => samplesOf(of).map(({ kind, name }) => [kind, name]);

  it('begins with missing values, then the shortest, the longest, and others, each once', () => {
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

  it('calls none the longest where all are as long', () => {
    expect(kinds(plan([recipient(), recipient({ numbers: [father] })], 'Closed'))).toMatchObject([
      ['other', expect.any(String)],
      ['other', expect.any(String)],
    ]);
    expect(kinds(plan([], 'Closed'))).toEqual([]);
  });

  it('is twenty at most, and shows some that go however many do not', () => {
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

describe('whatever is asked for', () => {
  const numbers = [mother, father, '+923331112223', '+923451112223'];
  const people = fc.array(
    fc.record({
      numbers: fc.subarray(numbers),
      number: fc.constantFrom('', 'typed'),
      total: fc.option(fc.integer({ min: 0, max: 9999 })),
      dueDate: fc.option(fc.constant('2026-11-10')),
      name: fc.constantFrom('Ayesha', 'Bilal', '', 'x'.repeat(longestMessage)),
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
  const wishes = fc.record({
    text: texts,
    family: fc.boolean(),
    only: fc.option(
      fc.subarray(numbers).map((some) => ({ numbers: new Set(some), unread: [] })),
      { nil: undefined },
    ),
    again: fc.boolean(),
    optedOut: fc.subarray(numbers).map((some) => new Set(some)),
  });
  /** Some of the bills were told of before, at all of their numbers. */
  const toldOf = (recipients: readonly Recipient[]) =>
    new Map(
      numbers.map((number) => [
        number,
        recipients.map(({ billID }) => ((billID ?? 0) % 3 ? '' : ` ${billID} `)).join(''),
      ]),
    );

  it('every bill and number is told or skipped exactly once, and nobody else', () => {
    fc.assert(
      fc.property(people, wishes, (about, wish) => {
        const recipients = about.map((one) => recipient(one));
        const { messages, skipped } = planAll(recipients, {
          ...wish,
          media: '',
          links: new Map(),
          told: toldOf(recipients),
        });
        const counted = [...messages, ...skipped].flatMap(({ number, billIDs }) =>
          billIDs.map((billID) => `${billID} ${number}`),
        );
        const expected = recipients.flatMap(({ billID, number, numbers }) => {
          const kept = wish.only ? numbers.filter((one) => wish.only?.numbers.has(one)) : numbers;
          if (kept.length > 0) return kept.map((one) => `${billID} ${one}`);
          return wish.only ? [] : [`${billID} ${number}`];
        });
        expect(counted.sort()).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('no message is empty of values, too long, or without a number, and a family has one', () => {
    fc.assert(
      fc.property(people, wishes, (about, wish) => {
        const recipients = about.map((one) => recipient(one));
        const { messages, skipped } = planAll(recipients, {
          ...wish,
          media: '',
          links: new Map(),
          told: toldOf(recipients),
        });
        for (const { text, number } of messages) {
          expect(wish.optedOut).not.toContain(number);
          expect(text).not.toMatch(/\{\{/);
          expect(text.length).toBeLessThanOrEqual(longestMessage);
          expect(numbers).toContain(number);
        }
        for (const { reason } of skipped) expect(reason).not.toBe('');
        if (wish.family || wish.text === 'Hello')
          expect(new Set(messages.map(({ number }) => number)).size).toBe(messages.length);
      }),
      { numRuns: 500 },
    );
  });
});

it('families whose bills have several due dates are counted where the text says one for all', () => {
  const [early, late] = ['2026-11-10', '2026-11-28'];
  const all = [
    recipient({ dueDate: early }),
    recipient({ dueDate: late }),
    recipient({ dueDate: late, numbers: [father] }),
    recipient({ dueDate: late, numbers: [father] }),
  ];
  const count = (text: string, wish: Partial<PlanOptions> = { family: true }) =>
    countSeveralDates(plan(all, text, wish), all, text);
  expect(count('{{name}}: {{total}}\nAll by {{dueDate}}')).toBe(1);
  expect(count('{{name}}: {{total}} by {{dueDate}}\nThank you')).toBe(0);
  expect(count('By {{dueDate}}', { family: false })).toBe(0);
});
