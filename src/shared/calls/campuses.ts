/** The school and its campuses, for administrators. */
import { z } from 'zod';
import { defineCall, idInPath, ofCampus, version, versioned } from '../call.ts';
import { isCountry } from '../people/countries.ts';
import { firstYear, lastYear } from '../time/dates.ts';
import { isTimeZone } from '../time/time-zones.ts';
import { avatar } from './bills.ts';

const name = z.string().trim().min(1).max(120);
const details = {
  name,
  /** The country whose numbers need no country code, such as `PK`. */
  country: z.string().refine(isCountry, { error: 'Choose a country.' }),
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'Choose a time zone.' }),
};
/** The sign before amounts, such as `Rs.` or `AED`. */
const currency = z.string().trim().min(1).max(8);
/** Fields that are left out stay unchanged. A new campus gets `Rs.` and no logo. */
const newCampus = z.strictObject({ ...details, currency: currency.optional(), logo: avatar.nullish() });
export type CampusDetails = z.infer<typeof newCampus>;

const campus = z.object({
  id: z.number(),
  ...details,
  currency,
  logo: z.string().nullable(),
  ...versioned,
});
export type CampusAnswer = z.infer<typeof campus>;

export const getSchool = defineCall({
  method: 'GET',
  path: '/School',
  access: 'admin',
  campus: 'query',
  summary: 'Returns the school and the campuses that the caller administers.',
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
  summary: 'Renames the school. The caller must administer all its campuses.',
  query: ofCampus,
  body: z.strictObject({ name }),
  answer: null,
});

export const addCampus = defineCall({
  method: 'POST',
  path: '/Campuses',
  access: 'admin',
  campus: 'query',
  summary: 'Adds a campus. Everybody who administers all campuses becomes its administrator too.',
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
  body: newCampus.extend({ version }),
  answer: campus,
});

const month = z.object({ year: z.number(), month: z.number() });
export type Month = z.infer<typeof month>;

const figures = z.object({
  id: z.number(),
  name: z.string(),
  currency: z.string(),
  /** Figures of the billings of the month. */
  bills: z.number(),
  collected: z.number(),
  outstanding: z.number(),
  /** Messages of the sends in that month, in the campus's time zone. */
  sent: z.number(),
  failed: z.number(),
  waiting: z.number(),
});
export type CampusFigures = z.infer<typeof figures>;

export const listCampusFigures = defineCall({
  method: 'GET',
  path: '/Campuses/Figures',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the figures of a month for each campus that the caller may view. Without a month it is the latest one with billings.',
  query: ofCampus.extend({
    year: z.coerce.number().int().min(firstYear).max(lastYear).optional(),
    month: z.coerce.number().int().min(1).max(12).optional(),
  }),
  answer: z.object({
    ...month.shape,
    /** The months with billings in any of the campuses, the latest first. */
    months: z.array(month),
    campuses: z.array(figures),
  }),
});
