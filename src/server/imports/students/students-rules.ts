/** Compares imported students with existing ones: what is read, what differs, and what an undo restores. */
import type { NewStudent } from '#shared/calls/students.ts';
import type { Issue } from '#shared/failures.ts';
import { type CountryCode, readNumbers } from '#shared/phone.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import { failureWords } from '#shared/words/failures.ts';
import { rosterWords } from '#shared/words/import-problems.ts';

/** The values of a student in a roster beside the registration number. `numbers`: E.164, separated by space. */
export type Values = {
  name: string;
  fatherName: string | null;
  class: string;
  section: string;
  number: string;
  numbers: string;
};
export type StudentRow = Values & { regNum: string };
/** Some of the values before and after a change. */
export type Change = { before: Partial<Values>; after: Partial<Values> };

/**
 * New students as rows. With `issues` (path `students.12.number`) nothing should be saved. A student may lack a number,
 * but an unreadable one is an issue. `seen`: the registration numbers of earlier parts of the save; these are added to
 * it.
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

/** Values that only change together: a number with its E.164, a section with its class. */
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

/** The student after this row; empty cells of the row change nothing. */
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

/** What the row changes of the existing student; undefined when nothing. */
export function compareStudent(student: Values, row: StudentRow): Change | undefined {
  const next = withRow(student, row);
  // Numbers are compared by their E.164 form, however they are typed.
  const isOther = (key: keyof Values) => key !== 'number' && !isSame(key, next[key], student[key]);
  const keys = units.filter((unit) => unit.some(isOther)).flat();
  return keys.length === 0 ? undefined : { before: pick(student, keys), after: pick(next, keys) };
}

/** The old values to restore, where the student still has the values of the change. */
export function valuesToRestore(student: Values, { before, after }: Change): Partial<Values> {
  const keys = units.filter((unit) =>
    unit.every((key) => key in after && isSame(key, student[key], after[key])),
  );
  return pick(before, keys.flat());
}

type Count = { students: number };
export type ClassRow = { id: number; name: string };
export type SectionRow = { id: number; classID: number; name: string } & Count;

// Class 2 comes before class 10, on every machine.
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const inOrder = <T extends { id: number; name: string }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => byName.compare(one.name, other.name) || one.id - other.id);

/** The classes with their sections and numbers of students, in natural order of their names. */
export function classesWithSections(classes: readonly ClassRow[], sections: readonly SectionRow[]) {
  const ofClass = Map.groupBy(inOrder(sections), ({ classID }) => classID);
  return inOrder(classes).map(({ id, name }) => {
    const own = ofClass.get(id) ?? [];
    return {
      id,
      name,
      students: own.reduce((sum, { students }) => sum + students, 0),
      sections: own.map(({ id, name, students }) => ({ id, name, students })),
    };
  });
}
