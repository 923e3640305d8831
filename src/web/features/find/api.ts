import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** What was found for the text before stays until there is something for this one. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: [...keys.found, text],
    queryFn: ({ signal }) => send('GET /Find', { query: { text } }, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
