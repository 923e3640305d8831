import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** The kinds of the fee heads, read from their names or set by a person. */
export const feeHeadsQuery = queryOptions({
  queryKey: [...keys.imports, 'feeHeads'],
  queryFn: async ({ signal }) => (await send('GET /FeeHeads', {}, signal)).heads,
});
