/** Compares imported students with stored ones: what was read, what differs, and what an undo restores. */
import type { NewStudent } from '#shared/calls/students.ts';
import type { Issue } from '#shared/failures.ts';
import { inNameOrder, inSchoolOrder } from '#shared/people/class-key.ts';
import { type CountryCode, readNumbers } from '#shared/people/phone.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import { failureWords } from '#shared/words/failures.ts';
import { rosterWords } from '#shared/words/import-problems.ts';

/** The values of a student without the registration number. `numbers`: E.164, separated by spaces. */
export type Values = {
  name: string;
  fatherName: string | null;
  class: string;
  section: string;
  number: string;
  numbers: string;
};
export type StudentRow = Values & { regNum: string };
/** The values that a change concerns, before and after it. */
export type Change = { before: Partial<Values>; after: Partial<Values> };

/**
 * Converts new students to rows. If there are issues (path `students.12.number`), the caller should save nothing. A
 * student may have no number, but an unreadable number is an issue. `seen`: the registration numbers of earlier parts
 * of the save; this part adds its own.
 */
export function readStudents(
  students: readonly NewStudent[],
  country: string,
  seen: Set<string>,
): { rows: StudentRow[]; issues: Issue[] } {
  const before = seen.size;
  const rows: StudentRow[] = [];
  const issues: Issue[] = [];
  for (const [at, student] of students.entries()) {
    const path = `students.${before + at}`;
    const number = student.number ?? '';
    const { numbers, unread } = readNumbers(number, country as CountryCode);
    const isTwice = seen.has(student.regNum);
    seen.add(student.regNum);
    if (isTwice) issues.push({ path: `${path}.regNum`, message: rosterWords.twice(student.regNum) });
    for (const part of unread)
      issues.push({ path: `${path}.number`, message: failureWords.numberUnread(part) });
    rows.push({
      regNum: student.regNum,
      name: student.name,
      fatherName: student.fatherName || null,
      class: student.class,
      section: student.section ?? '',
      number,
      numbers: numbers.join(' '),
    });
  }
  return { rows, issues };
}

/** Values that change only together: the number with its E.164 form, and the class with its section. */
const units: readonly (readonly (keyof Values)[])[] = [
  ['name'],
  ['fatherName'],
  ['class', 'section'],
  ['number', 'numbers'],
];
const placeKeys: readonly (keyof Values)[] = ['class', 'section'];

const isSame = (key: keyof Values, one: string | null | undefined, other: string | null | undefined) =>
  placeKeys.includes(key) ? plainName(one ?? '') === plainName(other ?? '') : one === other;

const pick = (values: Partial<Values>, keys: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

/** The student after this row. Empty cells of the row change nothing. */
function withRow(student: Values, row: StudentRow): Values {
  // A child that moves to another class without a section has no section there.
  const isElsewhere = !isSame('class', row.class, student.class);
  return {
    name: row.name,
    fatherName: row.fatherName ?? student.fatherName,
    class: isElsewhere ? row.class : student.class,
    section: isElsewhere ? row.section : row.section || student.section,
    number: row.number || student.number,
    numbers: row.number ? row.numbers : student.numbers,
  };
}

/** What the row changes in the stored student. Undefined if it changes nothing. */
export function compareStudent(student: Values, row: StudentRow): Change | undefined {
  const next = withRow(student, row);
  // Numbers are compared in their E.164 form, because they may be typed differently.
  const isOther = (key: keyof Values) => key !== 'number' && !isSame(key, next[key], student[key]);
  const keys = units.filter((unit) => unit.some(isOther)).flat();
  return keys.length === 0 ? undefined : { before: pick(student, keys), after: pick(next, keys) };
}

/**
 * The former values to restore. A value is restored only if the student still has the value that the change wrote.
 */
export function valuesToRestore(student: Values, { before, after }: Change): Partial<Values> {
  const keys = units.filter((unit) =>
    unit.every((key) => key in after && isSame(key, student[key], after[key])),
  );
  return pick(before, keys.flat());
}

type Count = { students: number };
export type ClassRow = { id: number; name: string; position: number | null; spellings: readonly string[] };
export type SectionRow = { id: number; classID: number; name: string } & Count;

/** The classes with their sections and numbers of students, in the order of a school. */
export function classesWithSections(classes: readonly ClassRow[], sections: readonly SectionRow[]) {
  const ofClass = Map.groupBy(inNameOrder(sections), ({ classID }) => classID);
  return inSchoolOrder(classes).map(({ id, name, spellings }) => {
    const own = ofClass.get(id) ?? [];
    return {
      id,
      name,
      spellings: [...spellings],
      students: own.reduce((sum, { students }) => sum + students, 0),
      sections: own.map(({ id, name, students }) => ({ id, name, students })),
    };
  });
}
