/** What the screen says of how fast and when a campus sends, and of what holds it up. */
import { formatInstant } from '../dates.ts';
import { plural } from './plural.ts';

export const paceWords = {
  title: 'Pace',
  clockShape: 'Give the time as 21:00.',
  gapShape: 'The longest gap is at least as long as the shortest, and more than nothing.',
  quietShape: 'Quiet hours begin and end at different times.',
  everyDayQuiet: 'Leave at least one day on which messages go.',
} as const;

/** How every notice of a template that WhatsApp refused begins: by it the broadcasts are known that go on by themselves. */
export const templateNotice = 'Paused by WhatsApp: ';

/** A provider's sentence as a part of ours. */
const bare = (reason: string): string => reason.replace(/[.\s]+$/, '');

/** Why a broadcast or all of a campus stands still, or began late. `timeZone` is the campus's. */
export const noticeWords = {
  guard: (failures: number, reason: string) =>
    `Paused after ${failures} failures in a row: ${bare(reason)}. Resume it when this is mended.`,
  stopped: (reason: string) => `Nothing is sent since: ${bare(reason)}. Resume when this is mended.`,
  template: (reason: string) =>
    `${templateNotice}${bare(reason)}. Resume it when the template may be used again.`,
  missed: (startAt: string, timeZone: string) =>
    `Was to begin on ${formatInstant(startAt, timeZone)}, while Qasid was not running. Resume it to send it now, or cancel it.`,
  late: (minutes: number) =>
    `Began ${minutes < 90 ? plural(minutes, 'minute', 'minutes') : plural(Math.round(minutes / 60), 'hour', 'hours')} late: Qasid was not running.`,
  still: (since: string, timeZone: string) =>
    `The outbox stands still since ${formatInstant(since, timeZone)}. Messages are due and nothing sends them: look whether Qasid’s worker is running.`,
} as const;

/** Why a message waits although its broadcast is under way. */
export const waitReasons = {
  newPerDay: (most: number) =>
    `Waits for tomorrow: at most ${plural(most, 'new number', 'new numbers')} a day`,
  perDay: (most: number) =>
    `Waits for its place: WhatsApp lets this number write first to ${plural(most, 'person', 'people')} in 24 hours`,
  pair: 'Waits: this number has just got a message',
  limit: 'WhatsApp asked to slow down',
  tomorrow: 'WhatsApp did not deliver it today; tried once more tomorrow',
} as const;
