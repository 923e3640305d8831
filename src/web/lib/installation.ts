/** Where this installation listens, for whoever changes it or gives its address to somebody. */
import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

export const installationQuery = queryOptions({
  queryKey: [...keys.installation, 'shown'],
  queryFn: ({ signal }) => send('GET /Installation', {}, signal),
});
