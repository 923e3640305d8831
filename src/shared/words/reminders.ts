/** Texts of the screen about automatic reminders, in English. */
import { formatDayOfYear } from '../dates.ts';
import { readReminderRule } from '../reminder-rules.ts';
import { plural } from './plural.ts';

const bills = (count: number): string => plural(count, 'bill', 'bills');
const families = (count: number): string => plural(count, 'family', 'families');

const anchorWords = { due: 'due date', expiry: 'voucher’s expiry' } as const;

/** When a rule sends, in words. */
function sayWhen(sendOn: string): string {
  const rule = readReminderRule(sendOn);
  if (!rule) return sendOn;
  if (!('days' in rule))
    return rule.kind === 'bill' ? 'Half an hour after bills are imported' : 'When a payment is received';
  const { kind, days } = rule;
  const anchor = anchorWords[kind];
  if (days === 0) return kind === 'due' ? 'On the due date' : 'On the day the voucher expires';
  return `${plural(Math.abs(days), 'day', 'days')} ${days < 0 ? 'before' : 'after'} the ${anchor}`;
}

export const reminderWords = {
  title: 'Reminders',
  nextTitle: 'Next reminders',
  /** `Tomorrow: 212 bills, 180 families`. */
  next: (day: string, counts: { bills: number; families: number }) =>
    `${day}: ${bills(counts.bills)}, ${families(counts.families)}`,
  nobody: (day: string) => `${day}: nobody`,
  today: 'Today',
  tomorrow: 'Tomorrow',
  at: (clock: string) => `at ${clock}`,
  day: formatDayOfYear,
  noneOn: 'None is on',
  held: 'Held',
  back: 'Back to templates',
  hold: 'Hold',
  holdHint: 'Nobody more is reminded until you let them go on. What is being sent is paused in Messages.',
  letGo: 'Let them go on',
  heldByPerson: 'Reminders are held. What is held for three days is not sent any more.',
  heldByCopy:
    'These data are a copy, so reminders wait until it is decided in Messages what becomes of what waited.',
  wait: (count: number) =>
    `${bills(count)} more ${count === 1 ? 'waits' : 'wait'} until WhatsApp has approved the template.`,
  overLimit: (count: number) =>
    `${bills(count)} more ${count === 1 ? 'waits' : 'wait'} for another day: the school may not send more messages a day.`,
  nobodyText: 'No open bill is due to be reminded of then, or its family was written to shortly before.',
  search: 'Search families',
  noneFound: (text: string) => `Nobody here matches “${text}”.`,
  skip: 'Skip',
  skipNamed: (name: string) => `Skip ${name}`,
  skipped: (name: string) => `${name} gets no reminder this time.`,
  skippedTitle: 'Skipped',
  putBack: 'Put back',
  putBackNamed: (name: string) => `Put ${name} back`,
  more: 'Show more',
  rules: 'Which templates go by themselves',
  rulesHint:
    'One message a family and day, with all its bills that are due. Nobody who has paid is reminded, nothing is sent twice, and quiet hours hold. A receipt goes once for each payment, some minutes after it.',
  hour: 'Time of day',
  when: sayWhen,
  startsOn: (day: string) => `on, from ${formatDayOfYear(day)}`,
  off: 'off',
  answers: 'When a parent asks',
  answersWhat: 'Tell what is payable to a parent who writes “balance”',
  answersHint:
    'Only where the whole message is balance, fees, dues or بقایا, and only of the bills with that number; at most twice a day. Anything else waits in Chats.',
  lacksApproval: 'Waits: WhatsApp must approve this text first.',
  noRules: 'No template has a rule yet',
  noRulesText:
    'Write due-3, due, due+7, expiry-1, bill or paid in a template’s Send on, then switch it on here.',
} as const;
