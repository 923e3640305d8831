/** Families: the children whose bills share a number, the payer, and their numbers. */

import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { longestLabel } from '../limits.ts';
import type { InTimeFrom } from '../payable.ts';
import { familyBill } from './chat.ts';
import { message } from './outbox.ts';

/** `number` is E.164. `label`: what the number is for, as a person wrote it; empty if nobody has. */
const familyNumber = z.object({ number: z.string(), label: z.string(), isOptedOut: z.boolean() });
export type FamilyNumber = z.infer<typeof familyNumber>;

/** `bills`: the newest month first. `studentID` and class: if the roster has the child. */
const familyChild = z.object({
  name: z.string(),
  regNum: z.string().nullable(),
  studentID: id.nullable(),
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  bills: z.array(familyBill),
});
export type FamilyChild = z.infer<typeof familyChild>;

/** `send`: the name of its template; null if it has a text of its own. */
const familyMessage = message.extend({ send: z.string().nullable() });
export type FamilyMessage = z.infer<typeof familyMessage>;

const family = z.object({
  /** The father or payer if known; else empty. */
  name: z.string(),
  numbers: z.array(familyNumber),
  children: z.array(familyChild),
  /** The latest messages, newest first. */
  messages: z.array(familyMessage),
  /** Unused money of earlier payments, in rupees. */
  credit: z.number(),
  /** The current day of the campus, for which payable amounts are computed. */
  today: z.string(),
  /** The earliest due date that is still in time. */
  inTimeFrom: z.custom<InTimeFrom>((day) => typeof day === 'string'),
  /** The month of the campus's first billing, such as `2026-11`; null if there is none. */
  since: z.string().nullable(),
});
export type Family = z.infer<typeof family>;

const typedNumber = z.string().trim().max(300);

export const showFamily = defineCall({
  method: 'GET',
  path: '/Families/One',
  access: 'view',
  campus: 'query',
  summary:
    'A family by one of its bills, by a number, or by a child of the roster: its numbers, its children with their bills of every month, and the latest messages to it or about them.',
  query: ofCampus.extend({
    billID: z.coerce.number().int().positive().optional(),
    studentID: z.coerce.number().int().positive().optional(),
    number: typedNumber.default(''),
  }),
  answer: family,
});

export const correctNumber = defineCall({
  method: 'POST',
  path: '/Families/CorrectNumber',
  access: 'edit',
  campus: 'query',
  summary:
    'A number was wrong: the bills of these children, in every billing, and the students get the right one, and what waits for the wrong one goes there, once. Without `billIDs` and `studentIDs` it is corrected for everybody who has it; without `from` the number is added to theirs.',
  query: ofCampus,
  body: z.object({
    from: typedNumber.default(''),
    to: typedNumber.min(1),
    billIDs: z.array(id).max(200).optional(),
    studentIDs: z.array(id).max(200).optional(),
  }),
  /**
   * `moved`: waiting messages that now go to the new number. `onTheirWay`: messages that were being handed over at that
   * moment.
   */
  answer: z.object({
    correctionID: id,
    to: z.string(),
    /** A landline, which WhatsApp may not reach. */
    isLandline: z.boolean(),
    bills: z.number(),
    students: z.number(),
    moved: z.number(),
    leftOut: z.number(),
    onTheirWay: z.number(),
  }),
});

export const undoCorrection = defineCall({
  method: 'POST',
  path: '/Families/UndoCorrection',
  access: 'edit',
  campus: 'query',
  summary:
    'Takes back a corrected number within ten minutes: whatever still has it gets back what it had, and what waits goes there.',
  query: ofCampus,
  body: z.object({ correctionID: id }),
  answer: z.object({ bills: z.number(), students: z.number(), moved: z.number() }),
});

export const makeLink = defineCall({
  method: 'POST',
  path: '/Families/Link',
  access: 'edit',
  campus: 'query',
  summary:
    'The link by which the family of this number sees its bills without signing in; made where there is none yet. It ends 30 days after the last of its bills is settled.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1) }),
  answer: z.object({ url: z.string() }),
});

export const revokeLink = defineCall({
  method: 'POST',
  path: '/Families/Link/Revoke',
  access: 'edit',
  campus: 'query',
  summary:
    'The link of this number leads nowhere any more. The next message or voucher that names one has a new one.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1) }),
  answer: z.object({ revoked: z.boolean() }),
});

export const labelNumber = defineCall({
  method: 'PUT',
  path: '/Families/Label',
  access: 'edit',
  campus: 'query',
  summary: 'Says what a number is for, such as father or mother; an empty label says nothing of it.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1), label: z.string().trim().max(longestLabel) }),
  answer: familyNumber.omit({ isOptedOut: true }),
});
