/** Texts of the screen about the start time of a send, in English. */
import { plural } from './plural.ts';

export const scheduleWords = {
  label: 'When',
  now: 'Now',
  later: 'Later',
  day: 'Day',
  time: 'Time',
  /** The time zone by its city: `Asia/Karachi` is Karachi. */
  zone: (timeZone: string) => `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`,
  dayRequired: 'Choose a day.',
  timeRequired: 'Choose a time.',
  timeHint: '09:00',
  notATime: 'Write a time such as 09:00 or 4:30 pm.',
  past: 'This time has passed. Choose a later one.',
  begins: (at: string) => `Begins ${at}`,
  held: (at: string) => `Quiet hours: begins ${at}`,
  today: (time: string) => `today at ${time}`,
  tomorrow: (time: string) => `tomorrow at ${time}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  schedule: (count: number) => `Schedule ${plural(count, 'message', 'messages')}`,
  scheduled: (at: string) => `Scheduled: the messages begin to go ${at}.`,
} as const;
