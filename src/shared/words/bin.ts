/** Texts of the bin: its page, and the notes at a deletion. */
import type { BinKind } from '../calls/bin.ts';
import { plural } from './plural.ts';

const isolated = (name: string): string => `\u2068${name}\u2069`;

const kindWords: Readonly<Record<BinKind, string>> = {
  group: 'Billing',
  bill: 'Member',
  template: 'Template',
};

export const binWords = {
  title: 'Bin',
  hint: 'What is deleted stays here for 30 days, with everything it had. Restoring sends nothing: messages that were skipped stay skipped.',
  none: 'Nothing was deleted',
  noneText: 'Billings, members and templates that are deleted can be restored here for 30 days.',
  kinds: kindWords,
  bills: (count: number) => plural(count, 'bill', 'bills'),
  of: (billing: string) => `of ${isolated(billing)}`,
  deleted: (instant: string, by: string) =>
    by === '' ? `Deleted ${instant}` : `Deleted ${instant} by ${isolated(by)}`,
  left: (days: number) => `${plural(days, 'day', 'days')} left`,
  lastDay: 'less than a day left',
  restore: 'Restore',
  restoreNamed: (kind: BinKind, name: string) => `Restore ${kindWords[kind].toLowerCase()}: ${name}`,
  restored: (name: string) => (name === '' ? 'It is restored.' : `${isolated(name)} is restored.`),
  more: 'Show more',
  noRight: 'Only people who may delete can see this.',
} as const;

/** Why something is not restored, by the code of the answer. */
export const binRefusals = {
  billingInBin: (name: string) => `Its billing, ${isolated(name)}, is in the bin too. Restore that first.`,
  billingGone: () => 'Its billing is gone for good, so there is nowhere to restore it to.',
  sameBill: (who: string, billing: string) =>
    `${who === '' ? 'The same bill' : isolated(who)} came in again since: it is in ${isolated(billing)}.`,
  importUndone: () => 'The import that brought it or changed it was undone since.',
} as const;
export type BinRefusal = keyof typeof binRefusals;

/** Why a billing is not restored: several of its bills exist again, because they were imported or added since. */
export const billsAreBack = (count: number): string =>
  `This billing cannot be restored: ${plural(count, 'of its bills came', 'of its bills came')} in again since.`;
