/** Reminders: templates that are sent automatically, their next recipients, and whether they are on hold. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { largestPage } from '../limits.ts';

const day = z.string();
const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * `paid`: rupees that came in within seven days for the bills of the run, from this many families. The other figures
 * count messages.
 */
const lastRun = z.object({
  broadcastID: id,
  day,
  sent: z.number(),
  read: z.number(),
  failed: z.number(),
  families: z.number(),
  paid: z.number(),
});
export type LastRun = z.infer<typeof lastRun>;

/** `sendOn`: the rule in its stored spelling. `startsOn`: the first day that it reminds of; null while it is off. */
const reminderRule = z.object({
  templateID: id,
  title: z.string(),
  sendOn: z.string(),
  isOn: z.boolean(),
  startsOn: day.nullable(),
  /** True while WhatsApp must still approve the text. */
  lacksApproval: z.boolean(),
  /** What its latest run brought; null before the first run, and for receipts. */
  lastRun: lastRun.nullable(),
});
export type ReminderRuleAnswer = z.infer<typeof reminderRule>;

const state = z.object({
  /** The time of day for reminders, in the campus's time zone. */
  hour: z.string(),
  /** Why no reminders are sent now: a person holds them, or the database is a copy. */
  heldBy: z.enum(['person', 'copy']).nullable(),
  heldAt: z.string().nullable(),
  /** A parent who writes only `balance` gets an answer with what is payable. */
  answersBalance: z.boolean(),
  rules: z.array(reminderRule),
});
export type RemindersAnswer = z.infer<typeof state>;

export const listReminders = defineCall({
  method: 'GET',
  path: '/Reminders',
  access: 'view',
  campus: 'query',
  summary: 'Lists the templates whose `sendOn` is a rule, and whether each is sent automatically.',
  query: ofCampus,
  answer: state,
});

export const changeReminderHour = defineCall({
  method: 'PUT',
  path: '/Reminders',
  access: 'edit',
  campus: 'query',
  summary: 'Sets the hour of the day at which the campus sends reminders.',
  query: ofCampus,
  body: z.object({ hour }),
  answer: state,
});

export const switchReminder = defineCall({
  method: 'POST',
  path: '/Reminders/Switch',
  access: 'edit',
  campus: 'query',
  summary:
    'Switches the automatic sending of a template by its `sendOn` on or off. Reminders of past days are not sent later.',
  query: ofCampus,
  body: z.object({ templateID: id, isOn: z.boolean() }),
  answer: state,
});

export const switchAnswers = defineCall({
  method: 'PUT',
  path: '/Reminders/Answers',
  access: 'edit',
  campus: 'query',
  summary:
    'Switches the automatic reply on or off. It tells a parent who writes only `balance`, fees or بقایا what is payable, at most twice a day.',
  query: ofCampus,
  body: z.object({ isOn: z.boolean() }),
  answer: state,
});

export const holdReminders = defineCall({
  method: 'POST',
  path: '/Reminders/Hold',
  access: ['add', 'edit'],
  campus: 'query',
  summary:
    'Holds all reminders of the campus, or continues them, which needs the right to edit. A reminder that was held for three days is dropped.',
  query: ofCampus,
  body: z.object({ isHeld: z.boolean() }),
  answer: state,
});

const reminded = z.object({
  /** The number that the send will use. */
  number: z.string(),
  name: z.string(),
  templateID: id,
  text: z.string(),
  billIDs: z.array(id),
  /** Why the family gets nothing; null if it gets a message. */
  reason: z.string().nullable(),
});
export type RemindedFamily = z.infer<typeof reminded>;

export const showNextReminders = defineCall({
  method: 'GET',
  path: '/Reminders/Tomorrow',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the recipients of the next reminders that are switched on, each with the text. Stores nothing.',
  query: ofCampus.extend({
    search: z.string().trim().max(60).default(''),
    from: z.coerce.number().int().min(0).default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(20),
  }),
  answer: z.object({
    day,
    at: z.string(),
    bills: z.number(),
    families: z.number(),
    /** The families of each rule that gets a message out. */
    byRule: z.array(z.object({ templateID: id, families: z.number() })),
    /** Bills that would get a reminder if reminders were not on hold. */
    held: z.number(),
    /** Bills that wait for another day, because the daily limit of messages is reached. */
    overLimit: z.number(),
    /** Bills that wait because their family has promised to pay by a day that has not passed. */
    promised: z.number(),
    items: z.array(reminded),
    /** The number of items. */
    count: z.number(),
    /** Bills that a person has removed from the next reminders. */
    skipped: z.array(z.object({ billID: id, name: z.string() })),
  }),
});
export type NextReminders = z.infer<(typeof showNextReminders)['answer']>;

export const skipReminders = defineCall({
  method: 'POST',
  path: '/Reminders/Skip',
  access: ['add', 'edit'],
  campus: 'query',
  summary:
    'Takes bills out of the next reminders, or puts them back, which needs the right to edit. Returns how many bills changed.',
  query: ofCampus,
  body: z.object({ billIDs: z.array(id).min(1).max(largestPage), isSkipped: z.boolean() }),
  answer: z.object({ changed: z.number() }),
});
