/** The tables of reminders. No other module writes them. Instants are ISO text, days as `2026-11-10`. */
import type { Whole } from '../platform/db/tables.ts';

export type ReminderTable = {
  billID: number;
  templateID: number;
  /** The rule, as `spellReminderRule` writes it. */
  sendOn: string;
  /** The due, expiry or import day of the bill at that time. If that day changes, the bill gets the reminder again. */
  anchor: string;
  campusID: number;
  /** The day for which the rule plans the reminder. */
  day: string;
  /** The day of the run in which the step fired, or from which a person has removed it. */
  runOn: string;
  state: 'fired' | 'passed' | 'skipped';
  /** For a fired step: the send with its message. */
  broadcastID: Whole;
  createdAt: string;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** `hour` is when the campus runs reminders, in its time zone. `ranOn` is the last day with a run. */
    reminder_setting: {
      campusID: number;
      hour: string;
      /** When a person set the hour. The hour applies from the next time at which it comes. */
      hourSetAt: Text;
      /** When a person began to hold all reminders. */
      heldAt: Text;
      ranOn: Text;
      /** The rule `bill` has checked imports until this instant. */
      importsUpTo: Text;
      /** Since when a parent who writes `balance` gets an automatic answer. Null means that there is no such answer. */
      answersSince: Text;
    };
    /** A template that is sent automatically while it has this `sendOn`. Days before `startsOn` get no reminder. */
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
