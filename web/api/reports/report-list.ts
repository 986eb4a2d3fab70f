import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { reportList } from '../../../contract/api/reports-calls.ts';
import { REPORT_SORTS, reportListQuerySchema } from '../../../contract/calls.ts';
import { callRaw } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readQuota } from '../users.ts';
import { type ReportPage, withNewest } from './newest-reports.ts';
import { noteQuota, noteRows } from './report-states.ts';

const { status, make, text, archived, order } = reportListQuerySchema.shape;
/** `date` is how the list comes unasked. */
const sort = z.enum(REPORT_SORTS).exclude(['date']).optional();
const filterSchema = z.object({
  status: status.catch(undefined),
  make: make.catch(undefined),
  text: text.catch(undefined),
  archived: archived.catch(undefined),
  sort: sort.catch(undefined),
  order: order.catch(undefined),
});
export type ReportFilter = Partial<z.infer<typeof filterSchema>>;

/** What an address's search asks for; what is no value of its kind counts as not said. */
export const readFilter = (search: unknown): ReportFilter => filterSchema.parse(search);

const PAGE_SIZE = 60;
type Loaded = InfiniteData<ReportPage, string | null>;

/** One page of reports, newest first; `next` is the cursor of the page after it. */
export async function listReports(filter: ReportFilter, cursor: string | null): Promise<ReportPage> {
  const { make, text, ...rest } = filter;
  const query = { limit: PAGE_SIZE, ...rest, make: make || null, text: text || null, cursor };
  const response = await callRaw(reportList, { query });
  const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const items = reportList.answer.parse(await response.json());
  noteRows(items);
  return {
    items,
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
export const quotaQuery = queryOptions({
  queryKey: ['quota'],
  queryFn: async () => {
    const quota = await readQuota();
    noteQuota(quota);
    return quota;
  },
});

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
      // Sorted by anything else, the newest reports may belong anywhere.
      const byDate = (queryKey[1] as ReportFilter).sort === undefined;
      if (loaded === undefined || loaded.pages.length < 2 || !byDate)
        return await queryClient.invalidateQueries({ queryKey, exact: true });
      const newest = await listReports(queryKey[1] as ReportFilter, null).catch(() => null);
      if (newest !== null)
        queryClient.setQueryData<Loaded>(queryKey, (now) => (now ? withNewest(now, newest) : now));
    }),
  ]);
}

/** Reads every list again, as far as it was scrolled: reports may have left it. */
export const rereadReports = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['reports'] });
