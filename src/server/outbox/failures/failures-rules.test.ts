import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { type FailedMessage, type FamilyNumbers, suggestFix } from './failures-rules.ts';

const wrong = '+923001039696';
const message: FailedMessage = {
  number: wrong,
  billIDs: ' 1 ',
  status: 'failed',
  reason: makeReason('notOnWhatsApp'),
};
const bill = { regNum: 'R1', name: 'Daniyal', numbers: wrong };
const nobody: FamilyNumbers = { bills: new Map(), childrenOf: new Map(), entriesOf: new Map() };
const familyNumbers = (change: Partial<FamilyNumbers> = {}): FamilyNumbers => ({
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
    const entriesOf = new Map([['R1', inOctober(guess.number)]]);
    expect(suggestFix(message, familyNumbers({ entriesOf }), 'PK')).toMatchObject({ kind: 'correct', guess });
  });

  it('A failed message suggests another number of a brother or sister.', () => {
    const other = { number: '+923214471920', name: 'Sadia', billing: 'October' };
    const family = {
      childrenOf: new Map([[wrong, ['R2']]]),
      entriesOf: new Map([['R2', [{ ...inOctober(other.number, 'Sadia')[0], regNum: 'R2' }]]]),
    };
    expect(suggestFix(message, familyNumbers(family as never), 'PK')).toMatchObject({
      kind: 'notOnWhatsApp',
      guess: null,
      others: [other],
    });
  });

  it('A failed message to a landline suggests a call, and one that may have arrived suggests to ask.', () => {
    const landline = { ...message, number: '+924235761234' };
    expect(suggestFix(landline, nobody, 'PK')).toMatchObject({ kind: 'call', isLandline: true });
    const unsure = { ...message, status: 'unknown', reason: makeReason('noAnswer') } as const;
    expect(suggestFix(unsure, familyNumbers(), 'PK').kind).toBe('ask');
  });

  it('A failed message suggests the number that its bill has now.', () => {
    const number = '+923339999999';
    const bills = new Map([[1, { ...bill, numbers: number }]]);
    expect(suggestFix(message, familyNumbers({ bills }), 'PK')).toMatchObject({
      kind: 'correct',
      isCorrected: true,
      guess: { number },
    });
  });

  it('A failed message without a known reason suggests to try later.', () => {
    expect(suggestFix({ ...message, reason: null }, nobody, 'PK').kind).toBe('later');
  });
});
