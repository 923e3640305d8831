import { QueryClient } from '@tanstack/react-query';
import { Failure } from '#shared/failures.ts';

const worthRetrying = (error: Error): boolean =>
  error instanceof Failure && (error.code === 'unavailable' || error.code === 'broken');

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without any network Qasid may still be there, on this very computer.
      networkMode: 'always',
      // Live events say when something has changed; time alone makes nothing stale.
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && worthRetrying(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
