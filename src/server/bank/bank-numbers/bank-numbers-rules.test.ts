import { describe, expect, it } from 'vitest';
import {
  findCounted,
  isShort,
  type Keyed,
  plainNumber,
  type RowKeys,
  rowKeysOf,
  spellingsOf,
  type Token,
  tokensOf,
} from './bank-numbers-rules.ts';

const prefixesOf = (prefix: string): string[] => (prefix === '' ? [] : [prefix]);
const numbersIn = (text: string, prefix = ''): string[] =>
  tokensOf(text, prefixesOf(prefix)).map(({ number }) => number);

describe('Numbers in a bank row', () => {
  it.each([
    ['IBFT 20261110240 NASIR', ['20261110240']],
    ['FT-20261110240', ['FT-20261110240', '20261110240']],
    ['PAY INV-1, INV-10', ['INV-1', 'INV-10']],
    ['inv-1', ['INV-1']],
    ['X/20261110240/Y', ['X/20261110240/Y', '20261110240']],
    ['2026_11_240', ['2026_11_240', '2026', '11', '240']],
    ['FT20261110240', ['FT20261110240']],
    ['000012345', ['12345']],
    ['۲۰۲۶۱۱۱۰۲۴۰ فیس', ['20261110240']],
    ['BILL 2.02611E+10 PAID', []],
    ['20261110240.', ['20261110240']],
    ['(20261110240)', ['20261110240']],
    ['NASIR CHAUDHRY', []],
  ])('tokensOf finds the whole numbers in the bank text "%s" and nothing else.', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers);
  });

  it('The prefix of the money account is removed only from a token that begins with it.', () => {
    expect(numbersIn('10042220261110240', '100422')).toEqual(['20261110240', '10042220261110240']);
    expect(numbersIn('910042220261110240', '100422')).toEqual(['910042220261110240']);
    expect(numbersIn('100422', '100422')).toEqual(['100422']);
  });

  it('A very long bank text gives at most 60 tokens.', () => {
    expect(numbersIn('1 '.repeat(5000)).length).toBe(1);
    expect(numbersIn(Array.from({ length: 5000 }, (_, at) => at).join(' ')).length).toBeLessThanOrEqual(60);
  });

  it('A number with fewer than five digits is short, even when the bank pads it with zeros.', () => {
    const only = (text: string, prefix = ''): Token => tokensOf(text, prefixesOf(prefix))[0] as Token;
    expect(isShort(only('4711'), '4711')).toBe(true);
    expect(isShort(only('INV-1'), 'INV-1')).toBe(true);
    expect(isShort(only('INV-00012'), 'INV-00012')).toBe(false);
    expect(isShort(only('00060'), '00060')).toBe(false);
    // The bank padded it with zeros, but it is still the number 60.
    expect(isShort(only('0000000060'), '60')).toBe(true);
    expect(isShort(only('100422123', '100422'), '123')).toBe(false);
  });

  it('A number is looked up in every spelling that the store may hold.', () => {
    expect(plainNumber('00012')).toBe('12');
    expect(plainNumber('0')).toBe('0');
    expect(spellingsOf('12', [5, 2, 9])).toEqual(['12', '00012', '000000012']);
    expect(spellingsOf('INV-1', [5])).toEqual(['INV-1', 'inv-1']);
  });
});

function readRowKeys(rows: readonly Keyed[]): RowKeys[] {
  const steps = rowKeysOf(rows);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
const keysOf = (rows: readonly Keyed[]): string[] => readRowKeys(rows).map(({ key }) => key);

describe('The key of a bank row', () => {
  const row = (more: object = {}) => ({
    ...{ direction: 'in' as const, day: '2026-11-05', amount: 875_000, reference: 'FT10', number: '' },
    ...{ text: 'IBFT', balance: null, ...more },
  });
  it('The key of a bank row covers its reference, day, amount, number and text, but not its balance.', () => {
    const one = keysOf([row()]);
    expect(keysOf([row({ text: ' ibft ', balance: 5 })])).toEqual(one);
    expect(keysOf([row({ text: 'ANOTHER' })])).not.toEqual(one);
    expect(keysOf([row({ number: '20261110240' })])).not.toEqual(one);
    expect(keysOf([row({ amount: 1 })])).not.toEqual(one);
    expect(keysOf([row({ day: '2026-11-06' })])).not.toEqual(one);
  });
  it('Identical rows in one bank file get different keys, and the same keys in the next file.', () => {
    const twins = keysOf([row(), row()]);
    expect(new Set(twins).size).toBe(2);
    expect(keysOf([row(), row(), row()]).slice(0, 2)).toEqual(twins);
  });
  it('The keys of two families with the same reference and amount do not depend on the order of their rows.', () => {
    const [ali, sara] = [row({ text: 'ALI' }), row({ text: 'SARA' })];
    expect(keysOf([ali, sara])).toEqual(keysOf([sara, ali]).toReversed());
    expect(keysOf([sara])).toEqual(keysOf([ali, sara]).slice(1));
  });
  it('The key of a bank row also includes the balance if the reference is short or occurs on many rows.', () => {
    for (const reference of ['12', 'B-7', '---', ''])
      expect(keysOf([row({ reference })])).not.toEqual(keysOf([row({ reference, balance: 5 })]));
    const many = (balance: number) => Array.from({ length: 6 }, () => row({ balance }));
    expect(keysOf(many(1))).not.toEqual(keysOf(many(2)));
    // A file with fewer or more such rows still finds the row, by its second key.
    const [few] = readRowKeys([row({ balance: 1 })]);
    const [one] = readRowKeys(many(1));
    expect([few?.key, few?.other]).toEqual([one?.other, one?.key]);
  });
  it('The key of a bank row begins with its day.', () => {
    for (const reference of ['FT10', ''])
      expect(keysOf([row({ reference })])[0]).toMatch(/^2026-11-05\|[0-9a-f]{40}$/);
  });
  it('A row without a reference, or with a reference that lost digits, has a key made from its text and balance.', () => {
    const bare = row({ reference: '' });
    expect(keysOf([bare])).toEqual(keysOf([{ ...bare, text: ' ibft ' }]));
    expect(keysOf([bare])).not.toEqual(keysOf([{ ...bare, balance: 5 }]));
    const lost = (text: string) => row({ reference: '2.026E+11', text });
    expect(keysOf([lost('a')])).not.toEqual(keysOf([lost('b')]));
  });
  it('An outgoing amount does not change the key of an equal incoming amount.', () => {
    expect(keysOf([row({ direction: 'out' }), row()])[1]).toEqual(keysOf([row()])[0]);
  });
});

describe('Bank rows that are already counted', () => {
  const row = (text: string, more: object = {}): Keyed => ({
    ...{ direction: 'in' as const, day: '2026-11-05', amount: 875_000, reference: 'FT10', number: '' },
    ...{ text, balance: null, ...more },
  });
  const stored = (rows: readonly Keyed[]) =>
    keysOf(rows).map((key, at) => ({
      key,
      reference: 'ft10',
      day: '2026-11-05',
      amount: 875_000,
      ...rows[at],
    }));
  /** Says of each row whether it is seen, in doubt, or new. */
  const verdictsFor = (rows: readonly Keyed[], counting: readonly Keyed[]): string[] => {
    const found = findCounted(readRowKeys(rows), stored(counting) as Parameters<typeof findCounted>[1]);
    return keysOf(rows).map((key) =>
      found.seen.has(key) ? 'seen' : found.inDoubt.has(key) ? 'in doubt' : 'new',
    );
  };
  const [short, long, sara] = [row('FROM ALI'), row('FROM ALI KHAN'), row('FROM SARA')];

  it('A row of a bank statement is in doubt if an earlier statement had the same reference, day and amount with another text.', () => {
    expect(verdictsFor([short], [short])).toEqual(['seen']);
    expect(verdictsFor([long], [short])).toEqual(['in doubt']);
    expect(verdictsFor([sara, long], [short])).toEqual(['in doubt', 'in doubt']);
    expect(verdictsFor([long, row('FROM SARA BIBI')], [sara, short])).toEqual(['in doubt', 'in doubt']);
  });
  it('A counted row that the file contains causes no doubt about another row.', () => {
    expect(verdictsFor([short, sara], [short])).toEqual(['seen', 'new']);
    expect(verdictsFor([sara, short], [short])).toEqual(['new', 'seen']);
    expect(verdictsFor([short, short], [short])).toEqual(['seen', 'new']);
    expect(verdictsFor([short, short, short], [short, short])).toEqual(['seen', 'seen', 'new']);
  });
  it('A bank row is in doubt when the file lacks one of the rows that were counted before.', () => {
    expect(verdictsFor([short, long], [short, sara])).toEqual(['seen', 'in doubt']);
  });
  it.each([{ amount: 1 }, { day: '2026-11-06' }, { reference: 'FT11' }])(
    'A bank row that differs in %o from the counted row is new.',
    (more) => {
      expect(verdictsFor([row('FROM ALI KHAN', more)], [short])).toEqual(['new']);
    },
  );
  it('A reference that is short, lost digits or occurs on many rows does not put another row in doubt.', () => {
    for (const reference of ['12', '', '2.026E+11'])
      expect(verdictsFor([row('A', { reference })], [row('B', { reference })])).toEqual(['new']);
    const many = Array.from({ length: 6 }, (_, at) => row(`FROM ${at}`));
    expect(verdictsFor(many, [short])).toEqual(many.map(() => 'new'));
    // The counted row is still found.
    expect(verdictsFor([...many, short], [short]).at(-1)).toBe('seen');
  });
});
