/** Texts of the screen about the WhatsApp number of a campus and how it sends, in English. */
import { sayDuration } from './durations.ts';
import { plural } from './plural.ts';

export const senderWords = {
  readOnly: 'Only an administrator can change this.',
  pace: 'Pace',
  provider: 'Sends with',
  toDemo: 'See the demo phones',
  stopped: (since: string, reason: string) => `Stopped since ${since}: ${reason}`,
  stoppedText: 'Nothing is sent until somebody resumes it.',
  resume: 'Resume',
  resumed: 'Messages are being sent again.',
  saved: 'Pace saved.',
  unsaved: 'Not saved yet.',
  isSaved: 'Saved',
  discard: 'Discard',

  speed: 'Speed',
  gap: 'Gap between two messages',
  gaps: {
    none: { label: 'No gap', hint: 'As fast as WhatsApp accepts them.' },
    usual: { label: '5 to 12 seconds', hint: 'A different gap each time, as when a person sends.' },
    own: { label: 'Another gap', hint: 'A different gap each time, between two times that you choose.' },
  },
  gapFrom: 'From, seconds',
  gapTo: 'To, seconds',
  perMinute: 'Limit the messages in a minute',
  perMinuteField: 'Messages a minute',
  rest: 'A longer rest from time to time',
  restEvery: 'Messages before each rest',
  restSeconds: 'Rest, seconds',

  numbers: 'Families',
  pair: 'Wait between two messages to the same number',
  pairField: 'Seconds between',
  newPerDay: 'Limit the new numbers in a day',
  newPerDayHint: 'Numbers that this WhatsApp number has never written to. The rest follow on the next days.',
  newPerDayField: 'New numbers a day',
  newToday: (count: number) => `${count.toLocaleString('en-US')} today so far.`,

  quiet: 'Quiet times',
  quietHint: 'A reply in a chat still goes.',
  quietHours: 'Quiet hours every day',
  quietFrom: 'From',
  quietTo: 'To',
  quietDays: 'Quiet days',
  quietDaysHint: 'No send goes on these days.',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],

  meaning: 'What this means',
  takes: (messages: number, seconds: number) =>
    `At this pace ${plural(messages, 'message takes', 'messages take')} ${seconds < 60 ? '' : 'about '}${sayDuration(seconds)}.`,
  goesAtOnce: 'Messages go as fast as WhatsApp accepts them.',
  quietSaid: (from: string, to: string) => `Nothing is sent between ${from} and ${to}.`,
  quietDaysSaid: (days: readonly string[]) => `Nothing is sent on ${joined(days)}.`,
  newSaid: (families: number, perDay: number) =>
    `${families} families who were never written to take ${plural(Math.ceil(families / perDay), 'day', 'days')}.`,

  whole: (least: number, most: number) =>
    `Write a whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`,
} as const;

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Asked before changes of the pace are discarded. */
export const leavePace = {
  title: 'Are you sure?',
  text: 'The pace is not saved. What you changed in it will be lost.',
  confirm: 'Yes, leave it!',
} as const;
