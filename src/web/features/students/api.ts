import { queryOptions } from '@tanstack/react-query';
import type { ClassSummary } from '#shared/calls/students.ts';
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
