import { expect, it } from 'vitest';
import { aboutChild, newestMonth, sayInstant, sayToday } from './rules.ts';

it('A child is described by class and father, else by registration number.', () => {
  const child = { class: '2', section: 'A', fatherName: 'Rashid Minhas', regNum: '7' };
  expect(aboutChild(child)).toBe('2-A · father Rashid Minhas');
  expect(aboutChild({ ...child, section: null, fatherName: null })).toBe('2');
  expect(aboutChild({ class: null, section: null, fatherName: null, regNum: '7' })).toBe('7');
});

it('Days and instants are shown in the campus’s time zone.', () => {
  expect(sayInstant('2026-11-23T04:00:00.000Z', 'Asia/Karachi')).toBe('23 Nov, 09:00');
  expect(sayToday(new Date('2026-11-21T20:00:00.000Z'), 'Asia/Karachi')).toBe('Sunday, 22 November 2026');
});

it('Today shows every billing of the newest month that asks for money.', () => {
  const group = (id: number, month: number, expected: number) => ({ id, month, year: 2026, expected });
  const groups = [group(5, 12, 0), group(4, 11, 900), group(3, 10, 900), group(2, 11, 100)];
  expect(newestMonth(groups).map(({ id }) => id)).toEqual([4, 2]);
  expect(newestMonth([])).toEqual([]);
});
