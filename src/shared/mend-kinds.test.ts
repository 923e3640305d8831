import { describe, expect, it } from 'vitest';
import { isOneSlip, mendKindOf, mendKindOfCode, mendKinds } from './mend-kinds.ts';
import { reasonWords } from './words/reasons.ts';

describe('what is done about a failure', () => {
  it('is said for every reason there is, and for none that is not', () => {
    expect(Object.keys(mendKindOfCode).toSorted()).toEqual(Object.keys(reasonWords).toSorted());
    for (const kind of Object.values(mendKindOfCode)) expect(mendKinds).toContain(kind);
  });

  const facts = { reasonCode: 'notOnWhatsApp', isLandline: false, hasOther: false, hasGuess: false };

  it('follows from the numbers where one is not on WhatsApp', () => {
    expect(mendKindOf(facts)).toBe('correct');
    expect(mendKindOf({ ...facts, isLandline: true })).toBe('call');
    expect(mendKindOf({ ...facts, hasOther: true })).toBe('notOnWhatsApp');
    expect(mendKindOf({ ...facts, isLandline: true, hasOther: true })).toBe('notOnWhatsApp');
    expect(mendKindOf({ ...facts, hasOther: true, hasGuess: true })).toBe('correct');
  });

  it('is to try again of what nobody knows', () => {
    expect(mendKindOf({ ...facts, reasonCode: '' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'ofALaterVersion' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'toString' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'noAnswer', hasGuess: true })).toBe('ask');
  });
});

it('takes for a slip one digit, or two neighbours that changed places', () => {
  const right = '+923001039969';
  expect(isOneSlip('+923001039968', right)).toBe(true);
  expect(isOneSlip('+923001039996', right)).toBe(true);
  expect(isOneSlip('+923001093969', right)).toBe(true);
  expect(isOneSlip(right, right)).toBe(false);
  expect(isOneSlip('+92300103996', right)).toBe(false);
  expect(isOneSlip('+923001039978', right)).toBe(false);
  expect(isOneSlip('+923001030069', right)).toBe(false);
});
