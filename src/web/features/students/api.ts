import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { ClassPart, ClassSummary, RosterFilter, VersionedStudent } from '#shared/calls/students.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const classesQuery = queryOptions({
  queryKey: keys.students,
  queryFn: ({ signal }) => send('GET /Classes', {}, signal),
});

export type StudentsWanted = {
  search: string;
  classID?: number | undefined;
  sectionID?: number | undefined;
  status: RosterFilter;
};
export type StudentsPage = AnswerOf<'GET /Students'>;

const showClasses = (classes: ClassSummary[]): void => {
  queryClient.setQueryData(classesQuery.queryKey, classes);
};

export const changeClass = async (id: number, body: InputOf<'PUT /Classes/:id'>['body']): Promise<void> =>
  showClasses(await send('PUT /Classes/:id', { params: { id }, body }));

/** Returns what `splitClass` needs to undo the merge. */
export async function mergeClass(id: number, intoID: number): Promise<ClassPart> {
  const { classes, part } = await send('POST /Classes/:id/Merge', { params: { id }, body: { intoID } });
  showClasses(classes);
  return part;
}

/** Returns the children that were moved, with which `promoteClass` back undoes it. */
export async function promoteClass(
  id: number,
  body: InputOf<'POST /Classes/:id/Promote'>['body'],
): Promise<number[]> {
  const { classes, studentIDs } = await send('POST /Classes/:id/Promote', { params: { id }, body });
  showClasses(classes);
  return studentIDs;
}

export const splitClass = async (id: number, part: ClassPart): Promise<void> =>
  showClasses(await send('POST /Classes/:id/Split', { params: { id }, body: part }));

const pageSize = 100;

export const studentPages = (wanted: StudentsWanted) => ({
  queryKey: [...keys.students, 'list', wanted],
  fetchPage: (from: number, signal: AbortSignal): Promise<StudentsPage> =>
    send('GET /Students', { query: { ...wanted, from, take: pageSize } }, signal),
  pageSize,
});

export const studentQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.students, 'one', id],
    queryFn: ({ signal }) => send('GET /Students/:id', { params: { id } }, signal),
  });

export const cacheStudent = (student: VersionedStudent) =>
  queryClient.setQueryData(studentQuery(student.id).queryKey, student);

export const addStudent = (body: InputOf<'POST /Students'>['body']): Promise<VersionedStudent> =>
  send('POST /Students', { body });

export const updateStudent = (
  id: number,
  body: InputOf<'PUT /Students/:id'>['body'],
): Promise<VersionedStudent> => send('PUT /Students/:id', { params: { id }, body });

export const endStudent = (id: number, day: string): Promise<VersionedStudent> =>
  send('POST /Students/:id/End', { params: { id }, body: { day } });

export const reinstateStudent = (id: number): Promise<VersionedStudent> =>
  send('POST /Students/:id/BringBack', { params: { id }, body: {} });
