/** Students: the rosters of classes and sections, which sends to classes need. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, version, versioned } from '../call.ts';
import { largestPage, largestSave, mostRowsPerImport } from '../limits.ts';
import { isDay } from '../time/dates.ts';
import { failureWords } from '../words/failures.ts';

const longestText = 200;
const text = z.string().trim().max(longestText);
const needed = text.min(1);

/** A student in a request. `number` is one phone number or several, separated by commas. */
export const newStudent = z.object({
  regNum: needed,
  name: needed,
  fatherName: text.nullish(),
  class: needed,
  section: text.nullish(),
  number: z.string().trim().max(300).nullish(),
});
export type NewStudent = z.infer<typeof newStudent>;

/** `spellings`: other names that mean this class, in lower case. */
const classSummary = z.object({
  id,
  name: z.string(),
  spellings: z.array(z.string()),
  students: z.number(),
  sections: z.array(z.object({ id, name: z.string(), students: z.number() })),
});
export type ClassSummary = z.infer<typeof classSummary>;

export const listClasses = defineCall({
  method: 'GET',
  path: '/Classes',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the classes in the order of the school, with their sections and the number of students in each.',
  query: ofCampus,
  answer: z.array(classSummary),
});

export const changeClass = defineCall({
  method: 'PUT',
  path: '/Classes/:id',
  access: 'edit',
  campus: 'query',
  summary:
    'Renames a class, or places it before another class of the list; `beforeID` null places it at the end. The former name still means the class.',
  params: idInPath,
  query: ofCampus,
  body: z.strictObject({ name: needed.optional(), beforeID: id.nullable().optional() }),
  answer: z.array(classSummary),
});

/** What a merge moved. `position`: the place in the order that a person has chosen. */
const classPart = z.strictObject({
  name: needed,
  position: z.int32().nonnegative().nullable(),
  // A letter may become two or three in lower case.
  spellings: z
    .array(
      z
        .string()
        .trim()
        .max(3 * longestText),
    )
    .max(1000),
  sections: z.array(z.strictObject({ name: text, studentIDs: z.array(id).max(mostRowsPerImport) })).max(1000),
});
export type ClassPart = z.infer<typeof classPart>;
const mergedClass = z.object({ classes: z.array(classSummary), part: classPart });
export type MergedClass = z.infer<typeof mergedClass>;

export const mergeClass = defineCall({
  method: 'POST',
  path: '/Classes/:id/Merge',
  access: 'edit',
  campus: 'query',
  summary:
    'Moves the children of a class to the sections of the same names in another class, and deletes the empty class. Its name then means the other class. `part` undoes this with `/Classes/:id/Split`.',
  params: idInPath,
  query: ofCampus,
  body: z.strictObject({ intoID: id }),
  answer: mergedClass,
});

export const splitClass = defineCall({
  method: 'POST',
  path: '/Classes/:id/Split',
  access: 'edit',
  campus: 'query',
  summary: 'Undoes a merge: moves these children of the class back to a class of their own.',
  params: idInPath,
  query: ofCampus,
  body: classPart,
  answer: z.array(classSummary),
  bodyLimit: largestSave,
});

export const promoteClass = defineCall({
  method: 'POST',
  path: '/Classes/:id/Promote',
  access: 'edit',
  campus: 'query',
  summary:
    'Moves the students of a class, or of one of its sections, to the sections of the same names in another class. Children who have left stay where they were. The same call back, with `studentIDs`, undoes it.',
  params: idInPath,
  query: ofCampus,
  body: z.strictObject({
    intoID: id,
    sectionID: id.optional(),
    studentIDs: z.array(id).max(mostRowsPerImport).optional(),
  }),
  answer: z.object({ classes: z.array(classSummary), studentIDs: z.array(id) }),
  bodyLimit: largestSave,
});

/** A child of the roster. `endedOn`: the day it left the school; null while it is a student. */
const student = z.object({
  id,
  regNum: z.string(),
  name: z.string(),
  fatherName: z.string().nullable(),
  number: z.string(),
  classID: id,
  class: z.string(),
  sectionID: id,
  section: z.string(),
  endedOn: z.string().nullable(),
});
export type Student = z.infer<typeof student>;
const versionedStudent = student.extend(versioned);
export type VersionedStudent = z.infer<typeof versionedStudent>;

/** Current students, or those who have left. */
const rosterFilters = ['here', 'left'] as const;
export type RosterFilter = (typeof rosterFilters)[number];

export const listStudents = defineCall({
  method: 'GET',
  path: '/Students',
  access: 'view',
  campus: 'query',
  summary:
    'Lists a page of the roster by name: all classes, one class or one section. The search finds the name of the child or its father in any spelling, in Latin or Urdu letters, the registration number, and any part of a phone number.',
  query: ofCampus.extend({
    search: z.string().trim().max(100).default(''),
    classID: z.coerce.number().int().positive().optional(),
    sectionID: z.coerce.number().int().positive().optional(),
    status: z.enum(rosterFilters).default('here'),
    /** The id of the last student of the previous page. */
    after: z.coerce.number().int().nonnegative().default(0),
    /** Skips this number of students at the beginning, for a page in the middle. Used instead of `after`. */
    from: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
  }),
  answer: z.object({
    items: z.array(versionedStudent),
    next: z.number().nullable(),
    count: z.number(),
    /** How many current and former students match. */
    counts: z.object({ here: z.number(), left: z.number() }),
  }),
});

export const getStudent = defineCall({
  method: 'GET',
  path: '/Students/:id',
  access: 'view',
  campus: 'query',
  summary: 'Returns one child of the roster.',
  params: idInPath,
  query: ofCampus,
  answer: versionedStudent,
});

export const addStudent = defineCall({
  method: 'POST',
  path: '/Students',
  access: 'add',
  campus: 'query',
  summary:
    'Adds a child to the roster. Another spelling of an existing class means that class. A class or section that does not exist is created.',
  query: ofCampus,
  body: newStudent,
  answer: versionedStudent,
});

export const updateStudent = defineCall({
  method: 'PUT',
  path: '/Students/:id',
  access: 'edit',
  campus: 'query',
  summary:
    'Changes a child of the roster, or moves it to another class or section. Omitted fields stay unchanged. A child that moves to another class without a section has none.',
  params: idInPath,
  query: ofCampus,
  body: newStudent.partial().extend({ version }),
  answer: versionedStudent,
});

export const endStudent = defineCall({
  method: 'POST',
  path: '/Students/:id/End',
  access: 'delete',
  campus: 'query',
  summary:
    'Marks a child as having left the school on this day. The child stays in the data, but gets no messages that are sent to its class.',
  params: idInPath,
  query: ofCampus,
  body: z.strictObject({ day: z.string().refine(isDay, { error: failureWords.wrongShape }) }),
  answer: versionedStudent,
});

export const bringBackStudent = defineCall({
  method: 'POST',
  path: '/Students/:id/BringBack',
  access: 'delete',
  campus: 'query',
  summary: 'Takes back that a child has left. The child is again in its former section.',
  params: idInPath,
  query: ofCampus,
  body: z.strictObject({}),
  answer: versionedStudent,
});
