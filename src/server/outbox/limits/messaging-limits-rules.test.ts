import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portfolioOf } from '../../senders/settings/settings-rules.ts';
import { countedFor, freeFrom, lastPlace, lookAgainAt } from './messaging-limits-rules.ts';

it('lastPlace gives the time at which the messaging limit allows the message to the last of many people.', () => {
  const begin = 10 * countedFor;
  const used = fc.array(fc.integer({ min: 1, max: countedFor - 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      used,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 30 }),
      (ago, most, people) => {
        const written = ago.map((milliseconds) => begin - milliseconds).sort((a, b) => a - b);
        const all = [...written];
        for (let person = 0; person < people; person++) {
          const before = all[all.length - most];
          all.push(before === undefined ? begin : Math.max(begin, before + countedFor));
        }
        const { rounds, place } = lastPlace(people, { most, used: written.length });
        const first = place === undefined ? begin : (written[place] ?? Number.NaN) + countedFor;
        expect(first + rounds * countedFor).toBe(all.at(-1));
      },
    ),
  );
});

it('A place of the messaging limit is taken for a day and a minute, and is checked again within the hour.', () => {
  const now = new Date('2026-11-09T06:00:00.000Z');
  expect(freeFrom(now.toISOString())).toBe('2026-11-10T06:01:00.000Z');
  expect(lookAgainAt('2026-11-09T06:30:00.000Z', now)).toBe('2026-11-09T06:30:00.000Z');
  expect(lookAgainAt('2026-11-10T06:01:00.000Z', now)).toBe('2026-11-09T07:00:00.000Z');
});

it('Numbers of one portfolio share its messaging limit, and a number without a portfolio has its own.', () => {
  expect(portfolioOf({ id: 's1', portfolio: '123' })).toBe(portfolioOf({ id: 's2', portfolio: '123' }));
  expect(portfolioOf({ id: 's1', portfolio: '' })).not.toBe(portfolioOf({ id: 's2', portfolio: '' }));
});
