/** The school and its campuses, for administrators. */
import { z } from 'zod';
import { defineCall, idInPath, ofCampus } from '../call.ts';
import { isCountry } from '../countries.ts';
import { isTimeZone } from '../time-zones.ts';

const name = z.string().trim().min(1).max(120);
const details = {
  name,
  /** Whose numbers need no country code, as `PK`. */
  country: z.string().refine(isCountry, { error: 'Choose a country.' }),
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'Choose a time zone.' }),
};
const newCampus = z.strictObject(details);
export type CampusDetails = z.infer<typeof newCampus>;

const campus = z.object({ id: z.number(), ...details });
export type CampusAnswer = z.infer<typeof campus>;

export const getSchool = defineCall({
  method: 'GET',
  path: '/School',
  access: 'admin',
  campus: 'query',
  summary: 'The school, and those of its campuses that the caller administers.',
  query: ofCampus,
  answer: z.object({
    name: z.string(),
    /** Whether the caller administers every campus, and so may rename the school and add campuses. */
    mayChange: z.boolean(),
    campuses: z.array(campus),
  }),
});

export const updateSchool = defineCall({
  method: 'PUT',
  path: '/School',
  access: 'admin',
  campus: 'query',
  summary: 'Renames the school; for who administers every campus of it.',
  query: ofCampus,
  body: z.strictObject({ name }),
  answer: null,
});

export const addCampus = defineCall({
  method: 'POST',
  path: '/Campuses',
  access: 'admin',
  campus: 'query',
  summary: 'Adds a campus; whoever administers every campus administers it too.',
  query: ofCampus,
  body: newCampus,
  answer: z.object({ id: z.number() }),
});

export const updateCampus = defineCall({
  method: 'PUT',
  path: '/Campuses/:id',
  access: 'admin',
  campus: 'query',
  summary: 'Changes a campus that the caller administers.',
  query: ofCampus,
  params: idInPath,
  body: newCampus,
  answer: null,
});
