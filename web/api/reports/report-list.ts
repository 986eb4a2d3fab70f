import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { reportList } from '../../../contract/api/reports-calls.ts';
import {
  MOST_LIST_MAKE,
  MOST_LIST_TEXT,
  REPORT_SORTS,
  type ReportListQuery,
  type ReportSort,
} from '../../../contract/calls.ts';
import { REPORT_OUTCOMES } from '../../../contract/report-status.ts';
import { oneOf } from '../../ui/form/one-of.ts';
import { callRaw } from '../call.ts';
import { checkAnswer, startChecks } from '../check/check-answer.ts';
import { queryClient } from '../query-client.ts';
import { readQuota } from '../users.ts';
import { type ReportPage, withNewest } from './newest-reports.ts';
import { noteQuota, noteRows } from './report-states.ts';

/** `date` is how the list comes unasked. */
type Sort = Exclude<ReportSort, 'date'>;
export type ReportFilter = {
  [Key in 'status' | 'make' | 'text' | 'archived' | 'order']?: ReportListQuery[Key] | undefined;
} & { sort?: Sort | undefined };

const SORTS = REPORT_SORTS.filter((sort): sort is Sort => sort !== 'date');
const upTo = (length: number, said: unknown): string | undefined =>
  typeof said === 'string' && said.length <= length ? said : undefined;

/** What an address's search asks for; what is no value of its kind counts as not said. */
export const readFilter = (search: { [Key in keyof ReportFilter]?: unknown }): ReportFilter => ({
  status: oneOf(REPORT_OUTCOMES, search.status),
  make: upTo(MOST_LIST_MAKE, search.make),
  text: upTo(MOST_LIST_TEXT, search.text),
  archived: oneOf(['only'], search.archived),
  sort: oneOf(SORTS, search.sort),
  order: oneOf(['asc', 'desc'], search.order),
});

const PAGE_SIZE = 60;
type Loaded = InfiniteData<ReportPage, string | null>;

/** One page of reports, newest first; `next` is the cursor of the page after it. */
export async function listReports(
  filter: ReportFilter,
  cursor: string | null,
  limit = PAGE_SIZE,
): Promise<ReportPage> {
  const { make, text, ...rest } = filter;
  const query = { limit, ...rest, make: make || null, text: text || null, cursor };
  startChecks();
  const response = await callRaw(reportList, { query });
  const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const items = await checkAnswer(reportList, response);
  noteRows(items);
  return {
    items,
    next: next === undefined ? null : decodeURIComponent(next),
  };
}

export const reportsQuery = (filter: ReportFilter, pageSize = PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: ['reports', filter, pageSize],
    queryFn: ({ pageParam }) => listReports(filter, pageParam, pageSize),
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
