import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** The previous results stay until the new ones are loaded. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: [...keys.found, text],
    queryFn: ({ signal }) => send('GET /Find', { query: { text } }, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
