import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** Loads the search results. The previous results are shown until the new results are loaded. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: [...keys.found, text],
    queryFn: ({ signal }) => send('GET /Find', { query: { text } }, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
