/** The tables of reminders, which nobody else writes. Instants are ISO text, days as `2026-11-10`. */
import type { Whole } from '../db/tables.ts';

export type ReminderTable = {
  billID: number;
  templateID: number;
  /** The rule, as `spellReminderRule` writes it. */
  sendOn: string;
  /** The due, expiry or import day of the bill then: a bill with another one is reminded anew. */
  anchor: string;
  campusID: number;
  /** On which the rule was to remind of it. */
  day: string;
  /** The day of the run in which it did, or of the one that it was taken out of. */
  runOn: string;
  state: 'fired' | 'passed' | 'skipped';
  /** Of one that fired: the send that speaks of it. */
  broadcastID: Whole;
  createdAt: string;
};

declare module '../db/tables.ts' {
  interface Tables {
    /** `hour`: at which the campus reminds, in its time zone. `ranOn`: the last day for which it did. */
    reminder_setting: {
      campusID: number;
      hour: string;
      /** When a person said that hour: it begins with the next day on which it comes. */
      hourSetAt: Text;
      /** Since when a person holds all reminders. */
      heldAt: Text;
      ranOn: Text;
      /** Imports until this instant were looked at by the rule `bill`. */
      importsUpTo: Text;
      /** Since when a parent who writes `balance` is answered by itself; null: not. */
      answersSince: Text;
    };
    /** A template that goes by itself while it says `sendOn`. Nothing is reminded of for days before `startsOn`. */
    reminder_rule: {
      templateID: number;
      campusID: number;
      sendOn: string;
      startsOn: string;
      createdAt: string;
    };
    reminder: ReminderTable;
  }
}
