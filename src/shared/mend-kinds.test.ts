import { describe, expect, it } from 'vitest';
import { isOneSlip, mendKindOf, mendKindOfCode, mendKinds } from './mend-kinds.ts';
import { reasonWords } from './words/reasons.ts';

describe('Mend kinds', () => {
  it('Every reason code has a mend kind, and no other code has one.', () => {
    expect(Object.keys(mendKindOfCode).toSorted()).toEqual(Object.keys(reasonWords).toSorted());
    for (const kind of Object.values(mendKindOfCode)) expect(mendKinds).toContain(kind);
  });

  const facts = { reasonCode: 'notOnWhatsApp', isLandline: false, hasOther: false, hasGuess: false };

  it('For a number that is not on WhatsApp the mend kind depends on the other numbers of the family.', () => {
    expect(mendKindOf(facts)).toBe('correct');
    expect(mendKindOf({ ...facts, isLandline: true })).toBe('call');
    expect(mendKindOf({ ...facts, hasOther: true })).toBe('notOnWhatsApp');
    expect(mendKindOf({ ...facts, isLandline: true, hasOther: true })).toBe('notOnWhatsApp');
    expect(mendKindOf({ ...facts, hasOther: true, hasGuess: true })).toBe('correct');
  });

  it('An unknown reason code is tried again later, and a missing answer is asked about.', () => {
    expect(mendKindOf({ ...facts, reasonCode: '' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'ofALaterVersion' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'toString' })).toBe('later');
    expect(mendKindOf({ ...facts, reasonCode: 'noAnswer', hasGuess: true })).toBe('ask');
  });
});

it('isOneSlip accepts one wrong digit or two swapped neighbouring digits, and nothing else.', () => {
  const right = '+923001039969';
  expect(isOneSlip('+923001039968', right)).toBe(true);
  expect(isOneSlip('+923001039996', right)).toBe(true);
  expect(isOneSlip('+923001093969', right)).toBe(true);
  expect(isOneSlip(right, right)).toBe(false);
  expect(isOneSlip('+92300103996', right)).toBe(false);
  expect(isOneSlip('+923001039978', right)).toBe(false);
  expect(isOneSlip('+923001030069', right)).toBe(false);
});
