/** A child as its form has it: texts, until they are saved. */
import type { Student } from '#shared/calls/students.ts';

export const formFields = ['name', 'fatherName', 'regNum', 'class', 'section', 'number'] as const;
type Field = (typeof formFields)[number];
export type StudentForm = Record<Field, string>;

export const formOf = (student: Student | undefined): StudentForm => {
  const values = formFields.map((field) => [field, student?.[field] ?? ''] as const);
  return Object.fromEntries(values) as StudentForm;
};

const needed: readonly Field[] = ['name', 'regNum', 'class'];

/** What is left empty and may not be. */
export const missingIn = (form: StudentForm): Field[] => needed.filter((field) => form[field].trim() === '');

/** Only what was changed: what a colleague changed meanwhile in another field stays. A section goes with its class. */
export function changesOf(student: Student, form: StudentForm): Partial<StudentForm> {
  const before = formOf(student);
  const isMoved = form.class.trim() !== before.class;
  const changed = formFields.filter(
    (field) => form[field].trim() !== before[field] || (field === 'section' && isMoved),
  );
  return Object.fromEntries(changed.map((field) => [field, form[field].trim()]));
}
