/** Students: the rosters of classes and sections, needed for sending to them. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';

const text = z.string().trim().max(200);
const needed = text.min(1);

/** A student as it comes in. `number` is one phone number or several, by comma. */
export const newStudent = z.object({
  regNum: needed,
  name: needed,
  fatherName: text.nullish(),
  class: needed,
  section: text.nullish(),
  number: z.string().trim().max(300).nullish(),
});
export type NewStudent = z.infer<typeof newStudent>;

export const classSummary = z.object({
  id,
  name: z.string(),
  students: z.number(),
  sections: z.array(z.object({ id, name: z.string(), students: z.number() })),
});
export type ClassSummary = z.infer<typeof classSummary>;

export const listClasses = defineCall({
  method: 'GET',
  path: '/Classes',
  access: 'view',
  campus: 'query',
  summary: 'The classes with their sections and how many students they have.',
  query: ofCampus,
  answer: z.array(classSummary),
});
