import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What the server says is asked again only where asking again can help. */
const mayHelp = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && mayHelp(error),
      retryDelay: (count) => 600 * 2 ** count,
      staleTime: 15_000,
    },
  },
});
