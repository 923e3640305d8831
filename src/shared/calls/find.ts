/** Find: families, bills and other things of a campus by a few letters. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';

export const foundChild = z.object({
  name: z.string(),
  regNum: z.string().nullable(),
  /** Father, class and section are from the roster. */
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  /** Null if the roster does not have the child. */
  studentID: id.nullable(),
});
export type FoundChild = z.infer<typeof foundChild>;

const family = z.object({
  /** E.164; null for a child without a number, who is a family alone. */
  number: z.string().nullable(),
  children: z.array(foundChild),
  /** What is payable today for all their bills, in rupees. */
  payable: z.number(),
  /** The latest bill of the child that fits best; null if only the roster has the child. */
  bill: z.object({ id, groupID: id }).nullable(),
});
export type FoundFamily = z.infer<typeof family>;

const foundBill = z.object({
  id,
  groupID: id,
  billing: z.string(),
  name: z.string(),
  invNo: z.string(),
  status: z.string(),
});
export type FoundBill = z.infer<typeof foundBill>;

export const find = defineCall({
  method: 'GET',
  path: '/Find',
  access: 'view',
  campus: 'query',
  summary:
    'Finds families and bills by a few letters or digits: the name of a child or its father in any spelling, in Latin or Urdu letters; the registration number; any part of a phone number; the link of the family’s page; the invoice number. At most fifty of each; `more` names the kinds with more results.',
  query: ofCampus.extend({ text: z.string().trim().min(1).max(100) }),
  answer: z.object({
    families: z.array(family),
    bills: z.array(foundBill),
    /** The kinds with more results than this answer contains. */
    more: z.object({ families: z.boolean(), bills: z.boolean() }),
  }),
});
