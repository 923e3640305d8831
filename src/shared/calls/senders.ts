/** The WhatsApp number of a campus: how fast and when it sends, and whether it was stopped. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { paceWords } from '../words/whatsapp-number.ts';

const seconds = (most: number) => z.number().int().min(0).max(most);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, paceWords.clockShape);

/** Null means no limit. Times of day are in the campus's time zone. */
export const paceSettings = z.object({
  perMinute: z.number().int().min(1).max(60_000).nullable(),
  /** Seconds between two messages, a random value in this range. */
  gap: z
    .object({ from: seconds(3600), to: seconds(3600) })
    .refine(({ from, to }) => from <= to && to > 0, { path: ['to'], error: paceWords.gapShape })
    .nullable(),
  /** A longer rest after every `every` messages. */
  rest: z.object({ every: z.number().int().min(1).max(100_000), seconds: seconds(86_400).min(1) }).nullable(),
  /** The most new numbers per day. */
  newPerDay: z.number().int().min(1).max(1_000_000).nullable(),
  /** Seconds between two messages to the same number. */
  pairSeconds: seconds(3600).min(1).nullable(),
  /** No broadcast sends between these times. A reply in a chat is still sent. */
  quiet: z
    .object({ from: clock, to: clock })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: paceWords.quietShape })
    .nullable(),
  /** Whole days without broadcasts; 0 is Sunday. */
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
  /** E.164 and the name that parents see, from the last check of the provider; empty before the first check. */
  number: z.string(),
  name: z.string(),
  /** The host that messages go to, if it is not WhatsApp's own; else empty. */
  testHost: z.string(),
  pace: paceSettings,
  /** Since when and why nothing is sent; a person resumes it with `Outbox/Resume`. */
  stopped: z.object({ at: z.string(), reason: z.string(), reasonCode: z.string() }).nullable(),
  /** New numbers today; counted only if new numbers per day are limited. */
  newToday: z.number(),
});
export type SenderAnswer = z.infer<typeof sender>;

export const getSender = defineCall({
  method: 'GET',
  path: '/Sender',
  access: 'view',
  campus: 'query',
  summary: 'Returns how fast and when the campus sends, and whether its WhatsApp number was stopped.',
  query: ofCampus,
  answer: sender,
});

export const setSenderPace = defineCall({
  method: 'PUT',
  path: '/Sender/Pace',
  access: 'admin',
  campus: 'query',
  summary: 'Sets how fast and when the campus sends.',
  query: ofCampus,
  body: paceSettings,
  answer: sender,
});
