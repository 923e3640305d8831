/** Families: the children whose bills share a number, the payer, and their numbers. */

import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { longestLabel } from '../limits.ts';
import type { InTimeFrom } from '../money/payable.ts';
import { familyBill } from './chat.ts';
import { message } from './outbox.ts';

/** `number` is E.164. `label`: what the number is for, as a person wrote it; empty if nobody has. */
const familyNumber = z.object({ number: z.string(), label: z.string(), isOptedOut: z.boolean() });
export type FamilyNumber = z.infer<typeof familyNumber>;

/**
 * `bills`: the newest month first. `credit`: the child's own unused money. `left`: what is payable today for its bills
 * after this credit, which also saves the late fee if it came in in time. Both in rupees. `studentID` and class are set
 * if the roster has the child.
 */
const familyChild = z.object({
  name: z.string(),
  regNum: z.string().nullable(),
  studentID: id.nullable(),
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  bills: z.array(familyBill),
  credit: z.number(),
  left: z.number(),
});
export type FamilyChild = z.infer<typeof familyChild>;

/** `send`: the name of the template; null if the message was written without one. */
const familyMessage = message.extend({ send: z.string().nullable() });
export type FamilyMessage = z.infer<typeof familyMessage>;

const family = z.object({
  /** The father or payer if known; else empty. */
  name: z.string(),
  numbers: z.array(familyNumber),
  children: z.array(familyChild),
  /** The latest messages, newest first. */
  messages: z.array(familyMessage),
  /** Unused money of earlier payments for all children, in rupees. */
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
    'Returns the family of a bill, a number or a child of the roster: its numbers, its children with their bills of all months, and the latest messages to it or about it.',
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
    'Corrects a wrong number in the bills of these children, in all billings, and in the roster. Waiting messages go to the new number, each only once. Without `billIDs` and `studentIDs` it is corrected for everybody who has it; without `from` the number is added.',
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
    'Undoes the correction of a number within ten minutes. Bills and students that still have the new number get their old one back, and waiting messages go there.',
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
    'Returns the link with which the family of this number sees its bills without signing in, and creates it if needed. The link expires 30 days after the last of the bills is settled.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1) }),
  answer: z.object({ url: z.string() }),
});

export const revokeLink = defineCall({
  method: 'POST',
  path: '/Families/Link/Revoke',
  access: 'edit',
  campus: 'query',
  summary: 'Revokes the link of this number. The next message or voucher with a link gets a new one.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1) }),
  answer: z.object({ revoked: z.boolean() }),
});

export const labelNumber = defineCall({
  method: 'PUT',
  path: '/Families/Label',
  access: 'edit',
  campus: 'query',
  summary: 'Sets the label of a number, such as father or mother. An empty label removes it.',
  query: ofCampus,
  body: z.object({ number: typedNumber.min(1), label: z.string().trim().max(longestLabel) }),
  answer: familyNumber.omit({ isOptedOut: true }),
});
