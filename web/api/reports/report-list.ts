import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { reportList } from '../../../contract/api.ts';
import { callRaw } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readQuota } from '../users.ts';
import { type ReportPage, withNewest } from './newest-reports.ts';

export type ReportFilter = {
  status?: 'ready' | 'failed' | 'in_progress' | undefined;
  make?: string | undefined;
  text?: string | undefined;
};

const PAGE_SIZE = 60;
type Loaded = InfiniteData<ReportPage, string | null>;

/** One page of reports, newest first; `next` is the cursor of the page after it. */
export async function listReports(filter: ReportFilter, cursor: string | null): Promise<ReportPage> {
  const { status, make, text } = filter;
  const query = { limit: PAGE_SIZE, status, make: make || null, text: text || null, cursor };
  const response = await callRaw(reportList, { query });
  const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    items: reportList.answer.parse(await response.json()),
    next: next === undefined ? null : decodeURIComponent(next),
  };
}

export const reportsQuery = (filter: ReportFilter) =>
  infiniteQueryOptions({
    queryKey: ['reports', filter],
    queryFn: ({ pageParam }) => listReports(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
export const quotaQuery = queryOptions({ queryKey: ['quota'], queryFn: readQuota });

/** Asks for what the reports page shows while the page itself is still on its way. */
export function readAhead(filter: ReportFilter): void {
  void queryClient.prefetchInfiniteQuery(reportsQuery(filter));
  void queryClient.prefetchQuery(quotaQuery);
}

/**
 * Reads the newest reports and the quota again. However far a list was scrolled, only its first page is asked for: the
 * rest stays as it was read.
 */
export async function refreshReports(): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['reports'] });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['quota'] }),
    ...lists.map(async ({ queryKey, state }) => {
      const loaded = state.data as Loaded | undefined;
      if (loaded === undefined || loaded.pages.length < 2)
        return await queryClient.invalidateQueries({ queryKey, exact: true });
      const newest = await listReports(queryKey[1] as ReportFilter, null).catch(() => null);
      if (newest !== null)
        queryClient.setQueryData<Loaded>(queryKey, (now) => (now ? withNewest(now, newest) : now));
    }),
  ]);
}
