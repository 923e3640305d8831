/** Groups: the billings of a campus, each for a month and a year. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { largestSave, mostBillsPerSave } from '../limits.ts';
import { toasts } from '../words/toasts.ts';
import { bill, month, newBill, year } from './bills.ts';
import { required } from './required.ts';

const { errors } = toasts;

const details = z.object({
  name: required(200, errors.details),
  month,
  year,
  description: required(1000, errors.details),
  campusID: id,
  avatar: z.string().max(500).nullish(),
});

export const group = details.extend({ id, avatar: z.string().nullable() });
export type Group = z.infer<typeof group>;

/** A group with the figures of its bills; money in rupees. */
export const groupSummary = group.extend({
  bills: z.number(),
  unpaid: z.number(),
  overdue: z.number(),
  total: z.number(),
  collected: z.number(),
});
export type GroupSummary = z.infer<typeof groupSummary>;

export const loadData = defineCall({
  method: 'GET',
  path: '/Groups/LoadData',
  access: 'view',
  campus: 'query',
  summary: 'Every billing of the campus with all its bills; streamed.',
  query: ofCampus,
  answer: z.array(z.object({ group, contacts: z.array(bill) })),
});

export const listGroups = defineCall({
  method: 'GET',
  path: '/Groups',
  access: 'view',
  campus: 'query',
  summary: 'The billings with their figures, newest month first, without bills.',
  query: ofCampus.extend({ search: z.string().trim().max(100).default('') }),
  answer: z.array(groupSummary),
});

export const saveGroup = defineCall({
  method: 'POST',
  path: '/Groups/Save',
  access: 'add',
  campus: 'body',
  summary: 'Creates a billing with its bills (`group.id` 0), or adds bills to one.',
  query: ofSchool,
  body: z
    .object({
      group: details.partial().extend({ id: z.int().nonnegative().default(0) }),
      contacts: z
        .array(newBill)
        .max(mostBillsPerSave, `One save takes at most ${mostBillsPerSave} bills. Split the file.`)
        .default([]),
    })
    .check(({ value: { group, contacts }, issues }) => {
      const message = group.id === 0 ? errors.details : errors.contacts;
      if (contacts.length === 0)
        issues.push({ code: 'custom', message, path: ['contacts'], input: contacts });
    }),
  answer: z.object({ id, added: z.number() }),
  bodyLimit: largestSave,
});
/** What a new group must have; of an existing one only the id is read. */
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
  body: details.partial({ campusID: true }),
  answer: group,
});

export const removeGroup = defineCall({
  method: 'DELETE',
  path: '/Groups/Remove',
  access: 'delete',
  campus: 'query',
  summary: 'Removes a billing with its bills; what is still queued to them is skipped.',
  query: ofCampus.extend({ id: z.coerce.number().int().positive() }),
  answer: null,
});
