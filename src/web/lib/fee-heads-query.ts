import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** What heads of fees are, by their names or as a person said. */
export const feeHeadsQuery = queryOptions({
  queryKey: [...keys.imports, 'feeHeads'],
  queryFn: async ({ signal }) => (await send('GET /FeeHeads', {}, signal)).heads,
});
