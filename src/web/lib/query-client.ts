import { QueryClient } from '@tanstack/react-query';
import { Failure } from '#shared/failures.ts';

const worthRetrying = (error: Error): boolean =>
  error instanceof Failure && (error.code === 'unavailable' || error.code === 'broken');

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Requests are also made while the browser is offline, because Qasid may run on this computer.
      networkMode: 'always',
      // Live events report changes, so data does not become stale by time alone.
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && worthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
