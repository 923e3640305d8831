/** Texts about a copy of the database, which sends nothing until a person has decided. */
import type { CopyState } from '../calls/outbox.ts';
import { formatInstant } from '../dates.ts';
import { plural } from './plural.ts';

const waitIn = (count: number): string =>
  `${plural(count, 'message waits', 'messages wait')} in it, and may have been sent since.`;

const whyOf = ({ at, why }: CopyState, timeZone: string): string =>
  why === 'backup'
    ? `these are the data of a backup of ${formatInstant(at, timeZone)}.`
    : 'these data are a copy: they lie in another place than the one that last sent, or are older.';

export const copyWords = {
  alert: (copy: CopyState, timeZone: string) =>
    `Nothing is sent: ${whyOf(copy, timeZone)} ${copy.waiting > 0 ? `${waitIn(copy.waiting)} ` : ''}Whoever has the right to the outbox decides there.`,
  /** For a broadcast that would be sent. */
  held: 'Held',
  title: 'May this send?',
  text: (copy: CopyState) =>
    copy.waiting > 0
      ? `${waitIn(copy.waiting)} Ask whoever used Qasid after the copy was made, or look at a parent’s phone. If you do not know, take them back: nobody gets a message twice, and you can send anew.`
      : 'No message waits in it. What was sent since the copy was made is not known here.',
  takeBack: 'They were sent: take them back',
  send: 'They were not sent: send them',
  goOn: 'Send from here',
  oneByOne: 'Decide for each send',
  together: 'Decide for all at once',
  runs: 'What may have been sent since',
  takenBackRun: 'Take back',
  sentRun: 'Send',
  run: (text: string) => `What to do with “\u2068${text}\u2069”`,
  waiting: (count: number) => `${plural(count, 'message waits', 'messages wait')}`,
  noText: 'A picture or a video without a text',
  decide: 'Decide',
  sure: (count: number) => `Send ${plural(count, 'message', 'messages')} now?`,
  sureText: 'If they were sent since the copy was made, families get them a second time.',
  sureSend: 'Send them',
  takenBack: (count: number) => `${plural(count, 'message was', 'messages were')} taken back.`,
  goesOn: 'Messages are sent again.',
  byHand:
    'Nothing is sent for now: this is a copy of the data. Decide in the Outbox what to do with the messages that wait.',
} as const;
