/** Students as they come in beside those that are there: what is read, what differs, and what is put back. */
import type { NewStudent } from '#shared/calls/students.ts';
import type { Issue } from '#shared/failures.ts';
import { type CountryCode, readNumbers } from '#shared/phone.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import { failureWords } from '#shared/words/failures.ts';
import { rosterWords } from '#shared/words/rosters.ts';

/** What a roster can say of a student besides the registration number; `numbers` E.164, by space. */
export type Values = {
  name: string;
  fatherName: string | null;
  class: string;
  section: string;
  number: string;
  numbers: string;
};
export type StudentRow = Values & { regNum: string };
/** Some of the values as they were and as they became. */
export type Change = { before: Partial<Values>; after: Partial<Values> };

/**
 * New students as rows, all or none: with `issues` (path `students.12.number`) nothing should be saved. A student may
 * lack a number, but not have one that cannot be read. `seen`: the registration numbers read before in the same save,
 * to which these are added.
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

/** Values that only change together: a number without its E.164, or a section without its class, would be wrong. */
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

/** What the student would be with this row; what the row leaves empty stays. */
function withRow(student: Values, row: StudentRow): Values {
  // Without a section somebody in another class is in none of its sections, least of all in one of the old class.
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

/** What the row changes of the student that is there; undefined when nothing. */
export function compareStudent(student: Values, row: StudentRow): Change | undefined {
  const next = withRow(student, row);
  // A number is told by its E.164, however it is typed.
  const isOther = (key: keyof Values) => key !== 'number' && !isSame(key, next[key], student[key]);
  const keys = units.filter((unit) => unit.some(isOther)).flat();
  return keys.length === 0 ? undefined : { before: pick(student, keys), after: pick(next, keys) };
}

/** The values to put back: those of before, where the student still has what the change made of them. */
export function valuesToRestore(student: Values, { before, after }: Change): Partial<Values> {
  const keys = units.filter((unit) =>
    unit.every((key) => key in after && isSame(key, student[key], after[key])),
  );
  return pick(before, keys.flat());
}

type Count = { students: number };
export type ClassRow = { id: number; name: string };
export type SectionRow = { id: number; classID: number; name: string } & Count;

// Class 2 before class 10, the same on every machine.
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const inOrder = <T extends { id: number; name: string }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => byName.compare(one.name, other.name) || one.id - other.id);

/** The classes with their sections and how many students they have, by name as a person counts. */
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
