/** Rules of the form of a student. All its fields are texts. */
import type { Student } from '#shared/calls/students.ts';

import { mergedForm } from '../../lib/merged-form.ts';

const formFields = ['name', 'fatherName', 'regNum', 'class', 'section', 'number'] as const;
type Field = (typeof formFields)[number];
export type StudentForm = Record<Field, string>;

export const formOf = (student: Student | undefined): StudentForm => {
  const values = formFields.map((field) => [field, student?.[field] ?? ''] as const);
  return Object.fromEntries(values) as StudentForm;
};

/**
 * Merges a form with a student whom somebody else has changed: what nobody has changed here takes the new values. Class
 * and section stay together, because a section belongs to its class.
 */
export function withOther(form: StudentForm, opened: Student, other: Student): StudentForm {
  const before = formOf(opened);
  const isPlaceTyped = form.class !== before.class || form.section !== before.section;
  const place = isPlaceTyped ? { class: form.class, section: form.section } : {};
  return { ...mergedForm(form, before, formOf(other)), ...place };
}

const needed: readonly Field[] = ['name', 'regNum', 'class'];

/** The required fields that are empty. */
export const missingIn = (form: StudentForm): Field[] => needed.filter((field) => form[field].trim() === '');

/**
 * Returns only the changed fields, so that a save does not overwrite a colleague's change of another field. If the
 * class was changed, the section is included.
 */
export function changesOf(student: Student, form: StudentForm): Partial<StudentForm> {
  const before = formOf(student);
  const isMoved = form.class.trim() !== before.class;
  const changed = formFields.filter(
    (field) => form[field].trim() !== before[field] || (field === 'section' && isMoved),
  );
  return Object.fromEntries(changed.map((field) => [field, form[field].trim()]));
}
