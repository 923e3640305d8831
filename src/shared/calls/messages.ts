/** Sends: one press of Send WhatsApp is a broadcast, one text to one number a message. */
import { z } from 'zod';
import { billFilters } from '../bill-status.ts';
import { defineCall, id, ofCampus, ofSchool } from '../call.ts';
import { isDay } from '../dates.ts';
import { largestPage, longestMessage } from '../limits.ts';
import { isLetterMedia, isMedia, isTemplateMedia } from '../media.ts';
import { failureWords } from '../words/failures.ts';
import { toasts } from '../words/toasts.ts';

/** The text of a message or of a template: anything but blank, as it was written. */
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

/** What a message carries: empty or null for nothing. That an upload is there is looked at when it is asked for. */
export const messageMedia = mediaWith(isMedia);
/** The same of a text about bills, which may carry each family's voucher: `paper:voucher`. */
const letterMedia = mediaWith(isLetterMedia);
/** The same of a template; one that tells of a payment may carry its receipt: `paper:receipt`. */
export const templateMedia = mediaWith(isTemplateMedia);

const content = { media: letterMedia, message: messageText };

/**
 * Who gets it: plain numbers, whole groups, single bills. With groups or bills, `contacts` narrows them to those
 * numbers and `status` to those bills. `family` sends one message a number with a line per child.
 */
const audience = {
  contacts: z.string().max(4_000_000).default(''),
  groupIDs: z.array(id).max(500).default([]),
  contactIDs: z.array(id).max(100_000).default([]),
  status: z.enum(billFilters).default('all'),
  family: z.boolean().default(false),
  /** False leaves out whoever was sent this very text about the same bill before. */
  again: z.boolean().default(true),
};

/** `userID` is accepted as the spec sends it, and the token's is used. `clientID` makes a repeated request one broadcast; 409 if it asks for something else. */
const ofSpec = { whatsapp: z.boolean().default(true), userID: z.unknown().optional() };
const clientID = z.string().min(8).max(80).optional();
/** When to begin, a day and a time in the campus's time zone: `2026-11-06T09:00`. Left out: at once. */
const sendAt = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, failureWords.sendAtShape)
  .refine((text) => isDay(text.slice(0, 10)), failureWords.sendAtShape)
  .optional();

/** The template whose text this is: once WhatsApp has approved it, it also reaches those who have not written for a day. */
const templateID = id.optional();

export const sendBody = z.object({ ...content, ...audience, ...ofSpec, clientID, sendAt, templateID });
export type SendBody = z.infer<typeof sendBody>;

const skipped = z.array(
  z.object({ number: z.string(), name: z.string(), reason: z.string(), reasonCode: z.string() }),
);
export const sendAnswer = z.object({ broadcastID: id, queued: z.number(), skipped });
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

/** No school has as many classes or sections; each becomes a value of one statement. */
const someIds = z.array(id).max(1000);

/** The spec gives ids joined by comma or as a list; both are read. */
const idList = z.union([
  someIds,
  z
    .string()
    .max(20_000)
    .regex(/^[\d\s,]*$/, 'Give ids, by comma.')
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
  summary: 'Queues a WhatsApp message to the students of classes and sections.',
  query: ofSchool,
  body: z.object({
    ...content,
    // A roster knows no bills.
    media: messageMedia,
    clsIDs: idList,
    secIDs: idList,
    again: audience.again,
    campusID: id,
    ...ofSpec,
    clientID,
    sendAt,
    templateID,
  }),
  answer: sendAnswer,
});

/** A text as it would arrive; one with `missing` values does not go. */
export const sample = z.object({
  number: z.string(),
  name: z.string(),
  text: z.string(),
  kind: z.enum(['missing', 'shortest', 'longest', 'other']),
  missing: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

/** What a plan is made of: the body of a send, before all of it is written. */
const planned = z.object({
  ...content,
  ...audience,
  message: z.string().max(longestMessage).default(''),
  /** Classes and sections instead, as `Chat/SendMessage` takes them. */
  clsIDs: idList.default([]),
  secIDs: idList.default([]),
  sendAt,
  templateID,
});

/** A place in the list of those who get a message, from 0. */
const place = z.int().min(0).nullable();

/** Nothing is stored: it says what a send with the same body would do. */
export const planSend = defineCall({
  method: 'POST',
  path: '/Chat/Plan',
  access: 'view',
  campus: 'query',
  summary:
    'What a send would do: how many go, who is left out and why, and the first texts as they will arrive.',
  query: ofCampus,
  body: planned,
  answer: z.object({
    queued: z.number(),
    /** How many bills, students or plain numbers the messages speak of. */
    bills: z.number(),
    /** To how many families the messages go: whoever shares a number is of one, and one may have several numbers. */
    families: z.number(),
    /** Bills of the chosen billings that `status` leaves aside: paid ones, or such as are not due yet. */
    aside: z.number(),
    /** Of these the part-paid ones, and those that are by their status neither paid nor to be paid. */
    asidePartPaid: z.number(),
    asideOther: z.number(),
    /** How many would get this very text about the same bill once more; with `again` false they are left out. */
    told: z.number(),
    /** How many of them are of bills with several due dates, of which the text says the earliest. */
    severalDates: z.number(),
    /** How many are left out, by reason, the commonest first; and the first of them. */
    leftOut: z.number(),
    reasons: z.array(z.object({ reason: z.string(), reasonCode: z.string(), count: z.number() })),
    skipped,
    samples: z.array(sample),
    /** Whose messages are worth a look, by their places in `Chat/Plan/People`; null where nobody's is. */
    looks: z.object({ shortest: place, longest: place, mostChildren: place, urduName: place }),
    /** How long the broadcast takes at the campus's pace, about; quiet hours and waits for the next day included. */
    seconds: z.number(),
    /** When the first would go, where quiet hours hold it from now, or from `sendAt`, until then. */
    heldUntil: z.string().nullable(),
    /** Where free text is only taken for a day after a parent wrote; null where it always is. */
    windows: z
      .object({
        /** Of the different numbers of this audience: those that free text reaches now, and those that it does not. */
        open: z.number(),
        closed: z.number(),
        /** Whether the text goes by an approved template to those others. */
        isApproved: z.boolean(),
      })
      .nullable(),
  }),
});
export type PlanBody = z.infer<typeof planSend.body>;
export type PlanAnswer = z.infer<typeof planSend.answer>;

export const planLists = ['gets', 'leftOut'] as const;
export type PlanList = (typeof planLists)[number];

/** A bill or a student that a message speaks of; class and section as the roster has them, '' where it says nothing. */
const plannedChild = z.object({
  billID: id.nullable(),
  name: z.string(),
  regNum: z.string().nullable(),
  className: z.string(),
  section: z.string(),
});

/** One number that gets a message, or one that is left out. */
export const plannedPerson = z.object({
  /** Its place in the whole list, whatever is searched for. */
  at: z.int().min(0),
  number: z.string(),
  name: z.string(),
  /** Who pays for the children, by the roster; '' where it says nothing. */
  father: z.string(),
  children: z.array(plannedChild),
  /** Rupees that are asked for the children on the day of the send; null where that is not known. */
  asked: z.number().nullable(),
  /** The text as it would arrive; of one left out as far as there are values for it. */
  text: z.string(),
  /** Why it is left out; null where it is not. */
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  missing: z.array(z.string()),
  /** What the family's own paper is called; '' where the text carries none. */
  document: z.string(),
  /** Since when the number asks for no messages. */
  since: z.string().nullable(),
});
export type PlannedPerson = z.infer<typeof plannedPerson>;

/** Of the same plan, so that who is listed is who is sent to. Those left out come reason by reason, as in `reasons`. */
export const listPlanned = defineCall({
  method: 'POST',
  path: '/Chat/Plan/People',
  access: 'view',
  campus: 'query',
  summary: 'Whom a send would reach, each with the text, or whom it would leave out and why; in pages.',
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
