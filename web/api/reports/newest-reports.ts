import type { ReportListItem } from '../../../contract/calls.ts';

/** A page of reports, newest first; `next` is the cursor of the page after it. */
export type ReportPage = { items: ReportListItem[]; next: string | null };
type Loaded = { pages: ReportPage[]; pageParams: (string | null)[] };

/** The list with its newest reports replaced: those read before follow, none of them twice. */
export function withNewest(loaded: Loaded, newest: ReportPage): Loaded {
  const fresh = new Set(newest.items.map((item) => item.report_id));
  const [first, ...rest] = loaded.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !fresh.has(item.report_id)),
  }));
  if (first === undefined) return loaded;
  return { ...loaded, pages: [{ ...first, items: [...newest.items, ...first.items] }, ...rest] };
}
