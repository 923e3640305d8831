/** Groups: the billings of a campus, each for a month and a year. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool, version, versioned } from '../call.ts';
import { largestSave, mostBillsPerSave } from '../limits.ts';
import { toasts } from '../words/toasts.ts';
import { avatar, bill, moneyOfDeleted, month, newBill, whyLowered, year } from './bills.ts';
import { required } from './required.ts';

const { errors } = toasts;

const details = z.object({
  name: required(200, errors.details),
  month,
  year,
  description: required(1000, errors.details),
  campusID: id,
  avatar: avatar.nullish(),
});

const group = details.extend({ id, avatar: z.string().nullable() });
export type Group = z.infer<typeof group>;

/** A group with the figures of its bills; money in rupees. */
const groupSummary = group.extend({
  ...versioned,
  bills: z.number(),
  /** The bills on which something is still owed, also part-paid ones. `overdue` and `partPaid` are some of them. */
  unpaid: z.number(),
  overdue: z.number(),
  /** Only bills that are fully paid. */
  paid: z.number(),
  partPaid: z.number(),
  /** Bills that are neither owed nor paid: waived, carried, void, cancelled. */
  other: z.number(),
  /** The sum of all bills. */
  total: z.number(),
  /** The sum of all bills except the `other` ones. */
  expected: z.number(),
  /** The money received for these bills, with late fees. */
  collected: z.number(),
  /** The unpaid rest of the open bills, computed from their totals. */
  outstanding: z.number(),
  /** The number of chats to answer whose latest message answers a message of this billing. */
  toAnswer: z.number(),
});
export type GroupSummary = z.infer<typeof groupSummary>;

export const loadData = defineCall({
  method: 'GET',
  path: '/Groups/LoadData',
  access: 'view',
  campus: 'query',
  summary: 'Streams all billings of the campus with all their bills.',
  query: ofCampus,
  answer: z.array(z.object({ group, contacts: z.array(bill) })),
});

export const listGroups = defineCall({
  method: 'GET',
  path: '/Groups',
  access: 'view',
  campus: 'query',
  summary: 'Lists the billings with their figures but without bills, the newest month first.',
  query: ofCampus.extend({ search: z.string().trim().max(100).default('') }),
  answer: z.array(groupSummary),
});

/** The billing to save bills to. `id` 0 creates a new one; for an existing one the other fields are ignored. */
export const groupToSave = details.partial().extend({ id: z.int().nonnegative().default(0) });

/**
 * Whether this billing and the campus's other billings of a month share one series of invoice numbers. If so, a number
 * of another billing is refused. Absent: nobody has answered, and each billing has its own series.
 */
export const oneSeries = z.boolean().optional();
/**
 * For rows by which a bill charges less: why, or `confirmed` to leave these rows out. Both need the right to delete.
 */
export const lowering = { reason: whyLowered, confirmed: z.boolean().optional() };
/**
 * Older bills are carried if the arrears of a row equal their unpaid rest. With `carryAll` they are carried even if the
 * amounts differ.
 */
export const carryAll = z.boolean().optional();

/** Fields of a member in the specification that the server ignores, because it finds the bill and its state itself. */
const unread = z.unknown().optional();
const placeOfBill = { id: unread, groupID: unread, campusID: unread };

export const saveGroup = defineCall({
  method: 'POST',
  path: '/Groups/Save',
  access: 'add',
  campus: 'body',
  summary:
    'Creates a billing with its bills (`group.id` 0), or adds bills to one. A bill that exists already is updated, unless it is paid or messaged. Without the right to edit, nothing is saved if a bill would be updated.',
  query: ofSchool,
  body: z
    .object({
      group: groupToSave,
      contacts: z
        .array(newBill.extend(placeOfBill))
        .max(mostBillsPerSave, `One save can have at most ${mostBillsPerSave} bills. Split the file.`)
        .default([]),
      /**
       * The client's id of this save, an idempotency key: a repeated save returns the same answer and changes nothing.
       */
      saveID: z.string().min(8).max(80).optional(),
      oneSeries,
      carryAll,
      ...lowering,
    })
    .check(({ value: { group, contacts }, issues }) => {
      const message = group.id === 0 ? errors.details : errors.contacts;
      if (contacts.length === 0)
        issues.push({ code: 'custom', message, path: ['contacts'], input: contacts });
    }),
  answer: z.object({
    id,
    importID: id,
    added: z.number(),
    updated: z.number(),
    skipped: z.number(),
    refused: z.number(),
    /** Rows that would have changed a paid or messaged bill. */
    held: z.array(z.object({ row: z.number(), reason: z.string() })),
  }),
  bodyLimit: largestSave,
});
/** The fields of a new group. Of an existing one only the id is read. */
export const newGroup = details;
export type NewGroup = z.infer<typeof newGroup>;

export const updateGroup = defineCall({
  method: 'PUT',
  path: '/Groups/:id',
  access: 'edit',
  campus: 'body',
  summary: 'Updates a billing.',
  params: idInPath,
  query: ofSchool,
  body: details.partial({ campusID: true }).extend({ version }),
  echoed: Object.keys(groupSummary.shape),
  answer: group.extend(versioned),
});

export const removeGroup = defineCall({
  method: 'DELETE',
  path: '/Groups/Remove',
  access: 'delete',
  campus: 'query',
  summary:
    'Deletes a billing with its bills. Messages that wait for them are skipped, and their marks as paid are voided. Fails if other money is on the bills, unless `money` is `credit`: then it becomes credit.',
  query: ofCampus.extend({ id: z.coerce.number().int().positive(), money: moneyOfDeleted }),
  answer: null,
});
