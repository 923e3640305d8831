/** Sends: one click on Send WhatsApp is a broadcast, and one text to one number is a message. */
import { z } from 'zod';
import { defineCall, id, ofCampus, ofSchool } from '../call.ts';
import { largestPage, longestMessage } from '../limits.ts';
import { isLetterMedia, isMedia, isTemplateMedia } from '../messages/media.ts';
import { billFilters } from '../money/bill-status.ts';
import { isDay } from '../time/dates.ts';
import { failureWords } from '../words/failures.ts';
import { toasts } from '../words/toasts.ts';

/** The text of a message or template, unchanged. It may not be blank. */
export const messageText = z
  .string({ error: ({ input }) => (input === undefined ? toasts.errors.message : undefined) })
  .max(longestMessage)
  .refine((text) => text.trim() !== '', toasts.errors.message);

const mediaWith = (isCarried: (url: string) => boolean) =>
  z
    .string()
    .trim()
    .max(500)
    .refine((url) => url === '' || isCarried(url), failureWords.mediaAddress)
    .nullish();

/** The media of a message; empty or null for none. Whether an upload exists is checked when it is sent. */
const messageMedia = mediaWith(isMedia);
/** The media of a text about bills, which may also be each family's voucher: `paper:voucher`. */
const letterMedia = mediaWith(isLetterMedia);
/** The media of a template. A template about a payment may carry its receipt: `paper:receipt`. */
export const templateMedia = mediaWith(isTemplateMedia);

const content = { media: letterMedia, message: messageText };

/**
 * The recipients: plain numbers, whole groups, single bills. With groups or bills, `contacts` narrows them to those
 * numbers and `status` to those bills. `family` sends one message per number with a line per child.
 */
const audience = {
  contacts: z.string().max(4_000_000).default(''),
  groupIDs: z.array(id).max(500).default([]),
  contactIDs: z.array(id).max(100_000).default([]),
  status: z.enum(billFilters).default('all'),
  family: z.boolean().default(false),
  /** False skips recipients that got the same text about the same bill before. */
  again: z.boolean().default(true),
};

/**
 * `userID` is accepted as in the spec, but the token's user is used. `clientID` is an idempotency key: a repeated
 * request gives the same broadcast, or 409 if its content differs.
 */
const ofSpec = { whatsapp: z.boolean().default(true), userID: z.unknown().optional() };
const clientID = z.string().min(8).max(80).optional();
/** When to start, in the campus's time zone: `2026-11-06T09:00`. Without it the send starts at once. */
const sendAt = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, failureWords.sendAtShape)
  .refine((text) => isDay(text.slice(0, 10)), failureWords.sendAtShape)
  .optional();

/** The template of this text. If WhatsApp has approved it, it also reaches parents who have not written for a day. */
const templateID = id.optional();

const sendBody = z.object({ ...content, ...audience, ...ofSpec, clientID, sendAt, templateID });
export type SendBody = z.infer<typeof sendBody>;

const skipped = z.array(
  z.object({ number: z.string(), name: z.string(), reason: z.string(), reasonCode: z.string() }),
);
const sendAnswer = z.object({ broadcastID: id, queued: z.number(), skipped });
export type SendAnswer = z.infer<typeof sendAnswer>;

export const sendToGroups = defineCall({
  method: 'POST',
  path: '/Chat/SendWhatsAppGroup',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Queues a WhatsApp message to the numbers of groups, bills or plain contacts.',
  query: ofCampus,
  body: sendBody,
  answer: sendAnswer,
});

export const sendToMember = defineCall({
  method: 'POST',
  path: '/Chat/SendWhatsApp',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Queues a WhatsApp message from a chat.',
  query: ofCampus,
  body: sendBody,
  answer: sendAnswer,
});

/** More than any school's classes or sections. Each becomes a value of one SQL statement. */
const someIds = z.array(id).max(1000);

/** Ids may be a list or a text joined by commas, because the specification allows both. */
const idList = z.union([
  someIds,
  z
    .string()
    .max(20_000)
    .regex(/^[\d\s,]*$/, 'Give ids separated by commas.')
    .transform((text) =>
      text
        .split(',')
        .map((part) => Number(part.trim()))
        .filter((number) => number !== 0),
    )
    .pipe(someIds),
]);

export const sendToClasses = defineCall({
  method: 'POST',
  path: '/Chat/SendMessage',
  access: ['add', 'edit'],
  campus: 'body',
  summary:
    'Queues a WhatsApp message to the students of classes and sections. With a `status` other than `all` it goes to those of them with such a bill, about the bill of the newest month, and to the numbers of that bill.',
  query: ofSchool,
  body: z.object({
    ...content,
    // Students of a roster have no bills, so no voucher.
    media: messageMedia,
    clsIDs: idList,
    secIDs: idList,
    status: audience.status,
    again: audience.again,
    campusID: id,
    ...ofSpec,
    clientID,
    sendAt,
    templateID,
  }),
  answer: sendAnswer,
});

/** A text as it would arrive. A text with `missing` values is not sent. */
const sample = z.object({
  number: z.string(),
  name: z.string(),
  text: z.string(),
  kind: z.enum(['missing', 'shortest', 'longest', 'other']),
  missing: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

/** The input of a preview: the body of a send, which may be incomplete. */
const planned = z.object({
  ...content,
  ...audience,
  message: z.string().max(longestMessage).default(''),
  /** Classes and sections instead of bills, as in `Chat/SendMessage`. */
  clsIDs: idList.default([]),
  secIDs: idList.default([]),
  sendAt,
  templateID,
});

/** A position in the list of recipients, from 0. */
const place = z.int().min(0).nullable();

/**
 * A value of the text that is outdated on the day of the send: an amount that has changed, or a due date that has
 * passed. `use` is the placeholder to use instead; null if a recipient has no value for that placeholder.
 */
const outdatedValue = z.object({
  name: z.enum(['total', 'amountAfterDueDate', 'dueDate']),
  use: z.enum(['payable', 'payableUntil']).nullable(),
  /** How many families have such a value. */
  families: z.number(),
});
export type OutdatedValue = z.infer<typeof outdatedValue>;

/** A code or link that a phone may show wrongly, because it takes its signs for formatting. */
const alteredCode = z.object({
  name: z.enum(['regNum', 'invNo', 'link']),
  value: z.string(),
  /** The line of the text as a phone shows it with this value. */
  looks: z.string(),
});

/** Stores nothing. The answer says what a send with the same body would do. */
export const planSend = defineCall({
  method: 'POST',
  path: '/Chat/Plan',
  access: 'view',
  campus: 'query',
  summary:
    'Previews a send: how many messages it sends, who is skipped and why, and the first texts as they will arrive.',
  query: ofCampus,
  body: planned,
  answer: z.object({
    queued: z.number(),
    /** How many bills, students or plain numbers the messages are about. */
    bills: z.number(),
    /**
     * How many families get a message. Children that share a number are one family, and a family may have several
     * numbers.
     */
    families: z.number(),
    /** Bills of the chosen billings that `status` filters out: paid ones, or ones that are not due yet. */
    filteredOut: z.number(),
    /** The filtered-out bills that are neither owed nor paid. */
    filteredOutOther: z.number(),
    /** How many recipients would get the same text about the same bill again. With `again` false they are skipped. */
    alreadySent: z.number(),
    /** How many families get a text about bills with several due dates. The text has the earliest due date. */
    severalDates: z.number(),
    /** How many of the families have promised to pay by a day that has not passed at the time of the send. */
    promised: z.number(),
    outdated: z.array(outdatedValue),
    altered: z.array(alteredCode),
    /** How many recipients are skipped, the reasons (the most frequent first), and the first skipped recipients. */
    leftOut: z.number(),
    reasons: z.array(z.object({ reason: z.string(), reasonCode: z.string(), count: z.number() })),
    skipped,
    samples: z.array(sample),
    /**
     * Recipients whose messages a person should check, by their positions in `Chat/Plan/People`; null if none exists.
     */
    looks: z.object({ shortest: place, longest: place, mostChildren: place, urduName: place }),
    /** The estimated duration at the campus's pace, with quiet hours and waits for the next day. */
    seconds: z.number(),
    /** When the first message would be sent, if quiet hours delay the start. */
    heldUntil: z.string().nullable(),
    /** Only for a provider that accepts free text for a day after a parent wrote; null for other providers. */
    windows: z
      .object({
        /** How many numbers of this audience free text reaches now, and how many it does not reach. */
        open: z.number(),
        closed: z.number(),
        /** Whether an approved template is used for the numbers that free text does not reach. */
        isApproved: z.boolean(),
      })
      .nullable(),
  }),
});
export type PlanBody = z.infer<typeof planSend.body>;
export type PlanAnswer = z.infer<typeof planSend.answer>;

const planLists = ['gets', 'leftOut'] as const;

/** A bill or student of a message. Class and section are from the roster, '' if it has none. */
const plannedChild = z.object({
  billID: id.nullable(),
  name: z.string(),
  regNum: z.string().nullable(),
  className: z.string(),
  section: z.string(),
});

/** A number that gets a message, or a number that is skipped. */
const plannedPerson = z.object({
  /** Its position in the whole list, independent of a search. */
  at: z.int().min(0),
  number: z.string(),
  name: z.string(),
  /** The father of the children from the roster, '' if it has none. */
  father: z.string(),
  children: z.array(plannedChild),
  /** Rupees payable for the children on the day of the send; null if unknown. */
  payable: z.number().nullable(),
  /** The text as it would arrive. For a skipped number it has only the known values. */
  text: z.string(),
  /** Why the number is skipped; null if it is not. */
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  missing: z.array(z.string()),
  /** The file name of the family's voucher or receipt; '' if the text carries no paper. */
  document: z.string(),
  /** Since when the number has opted out. */
  since: z.string().nullable(),
});
export type PlannedPerson = z.infer<typeof plannedPerson>;

/**
 * Uses the same plan as the send, so the list shows exactly the recipients. Skipped recipients are sorted by reason, as
 * in `reasons`.
 */
export const listPlanned = defineCall({
  method: 'POST',
  path: '/Chat/Plan/People',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the recipients of a send in pages: each with the text, or with the reason why it is skipped.',
  query: ofCampus,
  body: planned.extend({
    list: z.enum(planLists),
    search: z.string().trim().max(100).default(''),
    from: z.int().min(0).default(0),
    take: z.int().min(1).max(largestPage).default(largestPage),
  }),
  answer: z.object({ items: z.array(plannedPerson), count: z.number() }),
});
export type PeopleBody = z.infer<typeof listPlanned.body>;
export type PeopleAnswer = z.infer<typeof listPlanned.answer>;
