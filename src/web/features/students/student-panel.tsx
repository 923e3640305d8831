import { Autocomplete, Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import type { VersionedStudent } from '#shared/calls/students.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { studentsWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { useRights } from '../../lib/session.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { Empty } from '../../ui/empty.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastDone } from '../../ui/toast.ts';
import { addStudent, cacheStudent, classesQuery, studentQuery, updateStudent } from './api.ts';
import { EndStudent } from './end-student.tsx';
import { classNamed } from './rules.ts';
import { changesOf, formOf, missingIn, type StudentForm, withOther } from './student-form.ts';

type PanelCallbacks = { onTouched: (isTouched: boolean) => void; onSaved: () => void; onClose: () => void };

const formID = 'student-form';

const placeIn = (form: StudentForm): string =>
  nameOfClass({ class: form.class.trim(), section: form.section.trim() });

/** Adds the student or saves the changes, and reports the result. */
function useSavedStudent(
  before: VersionedStudent | undefined,
  { onSaved, onStale }: { onSaved: () => void; onStale: () => Promise<void> },
) {
  const { issues, isBusy, run } = useAction({ onStale, showError: atFields });
  const store = (form: StudentForm): void =>
    void run(async () => {
      if (before)
        cacheStudent(await updateStudent(before.id, { ...changesOf(before, form), version: before.version }));
      else cacheStudent(await addStudent(form));
      toastDone(before ? studentsWords.changed : studentsWords.added(form.name.trim(), placeIn(form)));
      onSaved();
    });
  return { issues, isBusy, store };
}

type FormProps = { student?: VersionedStudent | undefined; place?: Partial<StudentForm> } & PanelCallbacks;

function Form({ student, place, onTouched, onSaved, onClose }: FormProps) {
  const rights = useRights();
  // The student as it was when the form opened, so that a colleague's change does not affect the input.
  const [opened, setOpened] = useState(student);
  const first = { ...formOf(opened), ...place };
  const [form, setForm] = useState(first);
  const [isTried, setTried] = useState(false);
  const onStale = async (): Promise<void> => {
    if (!opened) return;
    const other = await queryClient.fetchQuery({ ...studentQuery(opened.id), staleTime: 0 });
    if (!other) return;
    setForm((typed) => withOther(typed, opened, other));
    setOpened(other);
  };
  const { issues, isBusy, store } = useSavedStudent(opened, { onSaved, onStale });
  const { data: all = [] } = useQuery(classesQuery);
  const isTouched = JSON.stringify(form) !== JSON.stringify(first);
  // This is a layout effect, because the user may press Escape immediately after the change.
  useLayoutEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [onTouched, isTouched]);
  const missing = missingIn(form);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing.length === 0) store(form);
  };
  const field = (name: keyof StudentForm) => ({
    label: studentsWords[name],
    value: form[name],
    attributes: ownDirection(form[name]),
    error: isTried && missing.includes(name) ? studentsWords.needed : issues[name],
    disabled: !(opened ? rights.edit : rights.add),
  });
  const change = (name: keyof StudentForm) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }));
  const text = (name: 'regNum' | 'name' | 'fatherName') => (
    <TextInput
      {...field(name)}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => change(name)(event.currentTarget.value)}
    />
  );
  const typed = form.class.trim();
  const meant = classNamed(all, form);
  const isNewClass = typed !== '' && all.length > 0 && !meant;
  const sections = meant?.sections.map(({ name }) => name) ?? [];
  const footer = (
    <Button type="submit" form={formID} loading={isBusy} disabled={!(opened ? rights.edit : rights.add)}>
      {commonWords.save}
    </Button>
  );
  return (
    <Panel
      title={opened ? studentsWords.editTitle : studentsWords.addTitle}
      closeLabel={commonWords.close}
      onClose={onClose}
      footer={footer}
    >
      <form id={formID} onSubmit={submit} style={{ display: 'contents' }}>
        {text('name')}
        {text('fatherName')}
        {text('regNum')}
        <Autocomplete
          {...field('class')}
          description={isNewClass && studentsWords.newClass(typed)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={200}
          data={all.map(({ name }) => name)}
          onChange={change('class')}
        />
        <Autocomplete
          {...field('section')}
          maxLength={200}
          data={sections.filter(Boolean)}
          onChange={change('section')}
        />
        <Textarea
          {...field('number')}
          description={studentsWords.numberHint}
          rows={2}
          maxLength={300}
          inputMode="tel"
          onChange={(event) => change('number')(event.currentTarget.value)}
        />
      </form>
      {student && rights.delete && <EndStudent student={student} onDone={onSaved} />}
    </Panel>
  );
}

/** The form of a new student. Class and section are those that are open in the list. */
export const NewStudentPanel = (props: { place: Partial<StudentForm> } & PanelCallbacks) => (
  <Form {...props} />
);

/** The form that changes one student, moves the student to another class, or records that the student has left. */
export function StudentPanel({ studentID, ...callbacks }: { studentID: number } & PanelCallbacks) {
  const query = useQuery(studentQuery(studentID));
  if (query.data) return <Form key={query.data.id} student={query.data} {...callbacks} />;
  return (
    <Panel title={studentsWords.editTitle} closeLabel={commonWords.close} onClose={callbacks.onClose}>
      <Loaded query={query}>{() => <Empty title={studentsWords.gone} />}</Loaded>
    </Panel>
  );
}
