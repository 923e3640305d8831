/** The tables of reminders. No other module writes them. Instants are ISO text, days as `2026-11-10`. */
import type { Whole } from '../platform/db/tables.ts';

export type ReminderTable = {
  billID: number;
  templateID: number;
  /** The rule, as `spellReminderRule` writes it. */
  sendOn: string;
  /** The due, expiry or import day of the bill at that time. When it changes, the bill is reminded again. */
  anchor: string;
  campusID: number;
  /** The day for which the rule was to remind of it. */
  day: string;
  /** The day of the run that fired it, or from which it was taken out. */
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
      /** When a person set the hour. It applies from the next day on which it comes. */
      hourSetAt: Text;
      /** Since when a person holds all reminders. */
      heldAt: Text;
      ranOn: Text;
      /** The rule `bill` has checked imports until this instant. */
      importsUpTo: Text;
      /** Since when a parent who writes `balance` gets an automatic answer; null: not at all. */
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
