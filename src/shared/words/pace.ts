/** Texts of the screen about when and how fast a campus sends, and what delays it. */
import { formatInstant } from '../dates.ts';
import { withoutStop } from './without-stop.ts';

export const paceWords = {
  title: 'Pace',
  clockShape: 'Write the time as 21:00.',
  gapShape: 'The longest gap must be more than zero, and not shorter than the shortest.',
  quietShape: 'Quiet hours must begin and end at different times.',
  everyDayQuiet: 'Leave at least one day on which messages go.',
} as const;

/** Why a campus sends nothing. `timeZone` is that of the campus. */
export const standstillWords = {
  stopped: (reason: string) =>
    `Nothing is being sent: ${withoutStop(reason)}. Press Resume when this is mended.`,
  still: (since: string, timeZone: string) =>
    `Nothing has been sent since ${formatInstant(since, timeZone)}, although messages are due. Start Qasid again; if that does not help, ask whoever looks after it whether its worker is running.`,
} as const;
