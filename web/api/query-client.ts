import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { ApiError } from './api-error.ts';
import { onOwnerChange } from './session/session-store.ts';

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

onOwnerChange(() => queryClient.clear());

/** A page that asks the service for what it shows; pages that don't are spared the library. */
export const withQueries =
  <Props extends object>(Page: ComponentType<Props>) =>
  (props: Props) =>
    createElement(QueryClientProvider, { client: queryClient }, createElement(Page, props));
