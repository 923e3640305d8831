import { describe, expect, it } from 'vitest';
import {
  type Held,
  isBackupDue,
  latestNight,
  listBeforeFall,
  listOutdated,
  listToRead,
  newestOf,
} from './backups-rules.ts';

const timeZone = 'Asia/Karachi';
const at = (day: string, clock = '02:00'): string => new Date(`${day}T${clock}:00+05:00`).toISOString();
const day = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const backup = (on: string, why: Held['why'] = 'nightly', clock = '02:00', bill = 100): Held => ({
  name: `${on} ${clock}`,
  madeAt: at(on, clock),
  why,
  rows: { bill, message: 40, payment: 20 },
});

/** Makes the backups one after the other, removes the outdated ones each time, and returns the days of the rest. */
function keepEach(made: readonly Held[]): string[] {
  let retained: Held[] = [];
  for (const one of made) {
    retained.push(one);
    const outdated = listOutdated(retained, { timeZone, latest: one.name });
    retained = retained.filter(({ name }) => !outdated.includes(name));
  }
  return retained.map(({ name }) => name.slice(0, 10));
}

describe('Uploads that a backup reads again', () => {
  const uploads = ['a', 'b', 'c', 'd'].map((name) => ({ name, bytes: 10 }));
  const turns = (most: number, count: number): string[] => {
    const read: string[] = [];
    for (let after = ''; read.length < count; after = read.at(-1)?.at(-1) ?? '')
      read.push(listToRead(uploads, { after, most }).join(''));
    return read;
  };

  it('Each backup reads all uploads when they fit into its limit.', () => {
    expect(turns(40, 2)).toEqual(['abcd', 'abcd']);
  });

  it('Each backup continues after the last upload read by the previous backup, and wraps around.', () => {
    expect(turns(30, 5)).toEqual(['abc', 'dab', 'cda', 'bcd', 'abc']);
  });

  it('An upload larger than the limit of a backup is still read in its turn.', () => {
    expect(turns(5, 5)).toEqual(['a', 'b', 'c', 'd', 'a']);
  });

  it('A backup reads no uploads again if there are none.', () => {
    expect(listToRead([], { after: 'b', most: 5 })).toEqual([]);
  });
});

describe('Nightly backups', () => {
  it.each([
    ['2026-11-24', '02:00', '2026-11-24'],
    ['2026-11-24', '01:59', '2026-11-23'],
    ['2026-11-24', '23:00', '2026-11-24'],
  ])('On %s at %s the latest backup time is 02:00 of %s.', (today, clock, night) => {
    expect(latestNight(new Date(at(today, clock)), timeZone).toISOString()).toBe(at(night));
  });

  it.each([
    ['A nightly backup is due when none was ever made.', [], true],
    ['A nightly backup is due when the last one was made before this night.', ['2026-11-23'], true],
    ['No nightly backup is due when one was made this night.', ['2026-11-23', '2026-11-24'], false],
    ['A backup with a date years ahead does not stop the nightly one.', ['2026-11-23', '2031-01-01'], true],
  ])('%s', (_title, days, isDue) => {
    const made = days.map((on) => backup(on));
    expect(isBackupDue(made, new Date(at('2026-11-24', '09:00')), timeZone)).toBe(isDue);
  });

  it('newestOf ignores backups with a date in the future.', () => {
    const made = ['2026-11-23', '2031-01-01', '2026-11-20'].map((on) => backup(on));
    expect(newestOf(made, new Date(at('2026-11-24')))?.name).toBe('2026-11-23 02:00');
  });
});

describe('Retention of backups', () => {
  it('After two years of nightly backups, the backups of 7 days, 4 weeks and 12 months are left.', () => {
    const made = Array.from({ length: 730 }, (_, night) => backup(day('2025-01-01', night)));
    expect(keepEach(made)).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
      ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'],
      ...['2026-12-13', '2026-12-20'],
      ...['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
    ]);
  });

  it('The daily backups from before the holidays are still there after months without a backup.', () => {
    const made = Array.from({ length: 7 }, (_, night) => backup(day('2026-05-20', night)));
    expect(keepEach([...made, backup('2026-08-20')])).toContain('2026-05-26');
    expect(keepEach([...made, backup('2026-08-20')])).toHaveLength(7);
  });

  it('A backup made by hand neither replaces another backup of its day nor is replaced within the week.', () => {
    const made = [
      backup('2026-11-23'),
      backup('2026-11-24'),
      backup('2026-11-24', 'byHand', '09:00'),
      backup('2026-11-24', 'byHand', '10:00'),
    ];
    expect(listOutdated(made, { timeZone, latest: '2026-11-24 10:00' })).toEqual([]);
    const nextWeek = Array.from({ length: 8 }, (_, night) => backup(day('2026-11-25', night)));
    const outdated = listOutdated([...made, ...nextWeek], { timeZone, latest: '2026-12-02 02:00' });
    expect(outdated).toContain('2026-11-24 09:00');
  });

  it('The backup with the most rows of each day, week and month is kept, and the newest among equals.', () => {
    const made = [
      backup('2026-10-05', 'nightly', '02:00', 105),
      backup('2026-10-06', 'nightly', '02:00', 104),
      ...Array.from({ length: 7 }, (_, night) => backup(day('2026-11-18', night))),
      backup('2026-11-24', 'nightly', '03:00', 99),
    ];
    const outdated = listOutdated(made, { timeZone, latest: '2026-11-24 03:00' });
    expect(outdated).toEqual(['2026-10-06 02:00']);
    const sameDay = [backup('2026-11-24'), backup('2026-11-24', 'nightly', '03:00')];
    expect(listOutdated(sameDay, { timeZone, latest: '2026-11-24 03:00' })).toEqual(['2026-11-24 02:00']);
  });

  it('The last backup before a tenth of the bills, messages or payments disappeared is never removed.', () => {
    const made = [
      ...Array.from({ length: 5 }, (_, night) => backup(day('2026-03-02', night))),
      ...Array.from({ length: 200 }, (_, night) => backup(day('2026-03-07', night), 'nightly', '02:00', 90)),
    ];
    expect(keepEach(made)).toContain('2026-03-06');
    const less = (rows: object): Held => ({
      ...backup('2026-03-07'),
      rows: { ...backup('2026-03-07').rows, ...rows },
    });
    const isBefore = (rows: object) =>
      listBeforeFall([less(rows), backup('2026-03-06')]).has('2026-03-06 02:00');
    for (const rows of [{ bill: 90 }, { message: 36 }, { payment: 18 }]) expect(isBefore(rows)).toBe(true);
    for (const rows of [{ bill: 91 }, { message: 37 }, { payment: 19 }]) expect(isBefore(rows)).toBe(false);
  });

  it('A backup from before an update is kept even if another one was made on the same day.', () => {
    const made = [backup('2026-11-24', 'beforeUpdate', '08:00'), backup('2026-11-24', 'byHand', '09:00')];
    expect(listOutdated(made, { timeZone, latest: '2026-11-24 09:00' })).toEqual([]);
  });

  it('The newest backup is kept even if older backups have dates that are years in the future.', () => {
    const made = Array.from({ length: 30 }, (_, night) => backup(day('2031-01-01', night)));
    const latest = backup('2026-11-24');
    expect(listOutdated([...made, latest], { timeZone, latest: latest.name })).not.toContain(latest.name);
  });
});
