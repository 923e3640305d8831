import { describe, expect, it } from 'vitest';
import { reasonWords } from '../words/reasons.ts';
import { failureKindOf, failureKindOfCode, failureKinds, isOneSlip } from './failure-kinds.ts';

describe('Mend kinds', () => {
  it('Every reason code has a mend kind, and no other code has one.', () => {
    expect(Object.keys(failureKindOfCode).toSorted()).toEqual(Object.keys(reasonWords).toSorted());
    for (const kind of Object.values(failureKindOfCode)) expect(failureKinds).toContain(kind);
  });

  const facts = { reasonCode: 'notOnWhatsApp', isLandline: false, hasOther: false, hasGuess: false };

  it('For a number that is not on WhatsApp the mend kind depends on the other numbers of the family.', () => {
    expect(failureKindOf(facts)).toBe('correct');
    expect(failureKindOf({ ...facts, isLandline: true })).toBe('call');
    expect(failureKindOf({ ...facts, hasOther: true })).toBe('notOnWhatsApp');
    expect(failureKindOf({ ...facts, isLandline: true, hasOther: true })).toBe('notOnWhatsApp');
    expect(failureKindOf({ ...facts, hasOther: true, hasGuess: true })).toBe('correct');
  });

  it('An unknown reason code is tried again later, and a missing answer is asked about.', () => {
    expect(failureKindOf({ ...facts, reasonCode: '' })).toBe('later');
    expect(failureKindOf({ ...facts, reasonCode: 'ofALaterVersion' })).toBe('later');
    expect(failureKindOf({ ...facts, reasonCode: 'toString' })).toBe('later');
    expect(failureKindOf({ ...facts, reasonCode: 'noAnswer', hasGuess: true })).toBe('ask');
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
