import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { ClassSummary, RosterFilter, VersionedStudent } from '#shared/calls/students.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { inSchoolOrder } from './rules.ts';

export const classesQuery = queryOptions({
  queryKey: keys.students,
  queryFn: ({ signal }) => send('GET /Classes', {}, signal),
  select: inSchoolOrder<ClassSummary>,
});

export const reloadClasses = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.students });

export type StudentsWanted = {
  search: string;
  classID?: number | undefined;
  sectionID?: number | undefined;
  status: RosterFilter;
};
export type StudentsPage = AnswerOf<'GET /Students'>;

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
