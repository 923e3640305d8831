import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import { type FailedMessage, type FamilyNumbers, mendingOf } from './mend-rules.ts';

const wrong = '+923001039696';
const message: FailedMessage = {
  number: wrong,
  billIDs: ' 1 ',
  status: 'failed',
  reason: reasonOf('notOnWhatsApp'),
};
const bill = { regNum: 'R1', name: 'Daniyal', numbers: wrong };
const nobody: FamilyNumbers = { bills: new Map(), childrenOf: new Map(), knownOf: new Map() };
const known = (change: Partial<FamilyNumbers> = {}): FamilyNumbers => ({
  ...nobody,
  bills: new Map([[1, bill]]),
  ...change,
});
const inOctober = (numbers: string, name = 'Daniyal') => [
  { regNum: 'R1', name, numbers, billing: 'October' },
];

describe('Suggestions for a failed message', () => {
  it('A failed message suggests a similar number from another bill of the child as a correction.', () => {
    const guess = { number: '+923001039697', name: 'Daniyal', billing: 'October' };
    const knownOf = new Map([['R1', inOctober(guess.number)]]);
    expect(mendingOf(message, known({ knownOf }), 'PK')).toMatchObject({ kind: 'correct', guess });
  });

  it('A failed message suggests another number of a brother or sister.', () => {
    const other = { number: '+923214471920', name: 'Sadia', billing: 'October' };
    const family = {
      childrenOf: new Map([[wrong, ['R2']]]),
      knownOf: new Map([['R2', [{ ...inOctober(other.number, 'Sadia')[0], regNum: 'R2' }]]]),
    };
    expect(mendingOf(message, known(family as never), 'PK')).toMatchObject({
      kind: 'notOnWhatsApp',
      guess: null,
      others: [other],
    });
  });

  it('A failed message to a landline suggests a call, and one that may have arrived suggests to ask.', () => {
    const landline = { ...message, number: '+924235761234' };
    expect(mendingOf(landline, nobody, 'PK')).toMatchObject({ kind: 'call', isLandline: true });
    const unsure = { ...message, status: 'unknown', reason: reasonOf('noAnswer') } as const;
    expect(mendingOf(unsure, known(), 'PK').kind).toBe('ask');
  });

  it('A failed message suggests the number that its bill has now.', () => {
    const number = '+923339999999';
    const bills = new Map([[1, { ...bill, numbers: number }]]);
    expect(mendingOf(message, known({ bills }), 'PK')).toMatchObject({
      kind: 'correct',
      isCorrected: true,
      guess: { number },
    });
  });

  it('A failed message without a known reason suggests to try later.', () => {
    expect(mendingOf({ ...message, reason: null }, nobody, 'PK').kind).toBe('later');
  });
});
