import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

export const classesQuery = queryOptions({
  queryKey: keys.students,
  queryFn: ({ signal }) => send('GET /Classes', {}, signal),
});

export const reloadClasses = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.students });
