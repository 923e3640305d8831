/** What the screen says of how fast and when a campus sends, and of what holds it up. */
import { formatInstant } from '../dates.ts';
import { withoutStop } from './without-stop.ts';

export const paceWords = {
  title: 'Pace',
  clockShape: 'Give the time as 21:00.',
  gapShape: 'The longest gap is at least as long as the shortest, and more than nothing.',
  quietShape: 'Quiet hours begin and end at different times.',
  everyDayQuiet: 'Leave at least one day on which messages go.',
} as const;

/** Why all of a campus stands still. `timeZone` is the campus's. */
export const standstillWords = {
  stopped: (reason: string) => `Nothing is sent since: ${withoutStop(reason)}. Resume when this is mended.`,
  still: (since: string, timeZone: string) =>
    `The outbox stands still since ${formatInstant(since, timeZone)}. Messages are due and nothing sends them: look whether Qasid’s worker is running.`,
} as const;
