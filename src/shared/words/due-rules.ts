/** Texts of Settings about when bills are late. */
import { plural } from './plural.ts';

export const dueRuleWords = {
  title: 'Due dates',
  hint: 'How long a bill asks what it asks in time. It holds for all bills of the campus, also for what was paid already: a payment of those days counts as in time.',
  graceDays: 'Days of grace',
  graceHint: 'On so many days after the due date nothing more is asked.',
  days: (days: number) => (days === 0 ? 'None' : plural(days, 'day', 'days')),
  sunday: 'A last day that is a Sunday counts to Monday',
  sundayHint: 'Banks take nothing on a Sunday.',
  saved: (changed: number) =>
    changed === 0 ? 'Saved.' : `Saved. ${plural(changed, 'bill has', 'bills have')} another status now.`,
} as const;
