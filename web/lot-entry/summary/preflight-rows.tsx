import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Preflight } from '../../../contract/api/auction-answers.ts';
import { isSettled, preflightRows } from '../../../contract/report-view/head/preflight.ts';
import { readPreflight, type ScrapedLot } from '../../api/auction.ts';
import { readSession } from '../../api/session/session-store.ts';
import { GetMore } from '../../quota/get-more.tsx';
import { useQuota } from '../../report-list/use-reports.ts';

/** Photos come in and the range is calculated while the summary is read. */
const AGAIN_MS = 1500;
/** Of one opening of the summary. */
const MOST_TIMES = 12;

/** The lot is read without saying who reads it: by whose rates a report would cost what is told by the preflight's own call. */
const knownFrom = (preflight: Preflight) =>
  readSession() === null ? { initialData: preflight } : { placeholderData: { ...preflight, estimate: null } };

/** What a report of the lot would rest on, as of now; null where it can't be told. */
export function usePreflight({ lot_key, preflight, make_supported }: ScrapedLot): Preflight | null {
  const before = useRef<number>(null);
  const { data } = useQuery({
    queryKey: ['preflight', lot_key],
    queryFn: () => readPreflight(lot_key),
    enabled: make_supported,
    retry: false,
    ...(preflight === null ? {} : knownFrom(preflight)),
    refetchInterval: ({ state: { data: now, dataUpdateCount, errorUpdateCount } }) => {
      const times = dataUpdateCount + errorUpdateCount;
      before.current ??= times;
      return (now !== undefined && isSettled(now)) || times - before.current > MOST_TIMES ? false : AGAIN_MS;
    },
  });
  return make_supported ? (data ?? null) : null;
}

/** What the report will be able to show, and what it takes of the quota. */
export function PreflightRows({ preflight }: { preflight: Preflight }) {
  return (
    <section aria-label="What the report will show" className="rounded-md bg-sunken px-3 py-2 text-sm">
      <dl className="grid gap-1">
        {preflightRows(preflight).map(({ key, label, value }) => (
          <div key={key} className="grid grid-cols-[6.5rem_1fr] gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is left of the signed-in user's quota, and the way on: `children`, or to more reports where none is left. */
export function WithQuota({ children }: { children: ReactNode }) {
  const left = useQuota()?.available_reports ?? null;
  const words =
    left === 0
      ? 'No reports left.'
      : left === 1
        ? 'Uses your last report.'
        : `Uses 1 of your ${left} reports left.`;
  return (
    <>
      {left === null ? null : <p className="text-sm text-muted">{words}</p>}
      {left === 0 ? <GetMore look="primary" size="lg" className="w-full" /> : children}
    </>
  );
}
