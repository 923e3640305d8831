/** The WhatsApp number of a campus: how fast and when it sends, and whether it was stopped. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { paceWords } from '../words/pace.ts';

const seconds = (most: number) => z.number().int().min(0).max(most);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, paceWords.clockShape);

/** Null is: no such limit. A day's hours are in the campus's time zone. */
export const paceSettings = z.object({
  perMinute: z.number().int().min(1).max(60_000).nullable(),
  /** Seconds between two messages, by chance from one to the other. */
  gap: z
    .object({ from: seconds(3600), to: seconds(3600) })
    .refine(({ from, to }) => from <= to && to > 0, { path: ['to'], error: paceWords.gapShape })
    .nullable(),
  /** A longer rest after so many messages. */
  rest: z.object({ every: z.number().int().min(1).max(100_000), seconds: seconds(86_400).min(1) }).nullable(),
  /** Numbers that are written to for the first time, in a day. */
  newPerDay: z.number().int().min(1).max(1_000_000).nullable(),
  /** Seconds between two messages to the same number. */
  pairSeconds: seconds(3600).min(1).nullable(),
  /** No broadcast sends between these; a reply in a chat still goes. */
  quiet: z
    .object({ from: clock, to: clock })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: paceWords.quietShape })
    .nullable(),
  /** Whole days on which no broadcast sends; 0 is Sunday. */
  quietDays: z
    .array(z.number().int().min(0).max(6))
    .max(6, paceWords.everyDayQuiet)
    .refine((days) => new Set(days).size === days.length, paceWords.everyDayQuiet),
});
export type PaceSettings = z.infer<typeof paceSettings>;

export const noPace: PaceSettings = {
  perMinute: null,
  gap: null,
  rest: null,
  newPerDay: null,
  pairSeconds: null,
  quiet: null,
  quietDays: [],
};

const sender = z.object({
  provider: z.string(),
  /** E.164 and the name parents see, as the provider said when it was last asked; empty until then. */
  number: z.string(),
  name: z.string(),
  /** The host that messages go to, where it is not WhatsApp's own; empty otherwise. */
  testHost: z.string(),
  pace: paceSettings,
  /** Nothing is sent since then, and why; a person lets it go on by `Outbox/Resume`. */
  stopped: z.object({ at: z.string(), reason: z.string(), reasonCode: z.string() }).nullable(),
  /** Numbers written to for the first time today; counted only while there is such a limit. */
  newToday: z.number(),
});
export type SenderAnswer = z.infer<typeof sender>;

export const getSender = defineCall({
  method: 'GET',
  path: '/Sender',
  access: 'view',
  campus: 'query',
  summary: 'How fast and when the campus sends, and whether its WhatsApp number was stopped.',
  query: ofCampus,
  answer: sender,
});

export const setSenderPace = defineCall({
  method: 'PUT',
  path: '/Sender/Pace',
  access: 'admin',
  campus: 'query',
  summary: 'How fast and when the campus sends.',
  query: ofCampus,
  body: paceSettings,
  answer: sender,
});
