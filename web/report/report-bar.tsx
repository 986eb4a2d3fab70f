import { useContext } from 'react';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { dollars } from '../ui/money.ts';
import { NewestReportContext, useLineEditingContext, useOwnReport } from './editing/line-editing.tsx';
import { goToPlace } from './places.ts';
import { AdjustButton } from './settings/adjust-button.tsx';

type Props = {
  report: ReportModel /** With the button to the settings: they do not stand beside the lines. */;
  adjust: boolean;
};

/** The total while one reads on, and the ways to the parts of the page. */
export function ReportBar({ report, adjust }: Props) {
  const { estimate, photos } = report;
  const editing = useLineEditingContext();
  const own = useOwnReport();
  const settable = editing !== null || (estimate.scenario?.effects ?? []).length > 0;
  const places = [
    photos.length > 0 ? (['photos-title', 'Photos'] as const) : null,
    ...(estimate.outcome
      ? ([
          ['scope-title', 'Estimate'],
          ['possible-title', 'Possible'],
        ] as const)
      : []),
    ...(own === undefined ? [] : [['deal-title', 'Bid'] as const]),
    ['parts-title', 'Parts'] as const,
    ['totals-title', 'Totals'] as const,
    ['evidence-title', 'Evidence'] as const,
  ].filter((place) => place !== null);
  return (
    <div className="sticky top-0 z-20 -mx-4 border-b border-rule bg-paper px-4 py-1 sm:-mx-6 sm:px-6 print:hidden [@media(min-width:40rem)_and_(min-height:30rem)]:top-[3.8rem] [@media(max-height:30rem)]:static">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-0.5">
        <NewestTotal report={report} />
        <nav aria-label="On this page" className="-mx-2 overflow-x-auto max-sm:order-last max-sm:basis-full">
          <ul className="flex gap-x-1">
            {places.map(([id, name]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-9 items-center pointer-coarse:min-h-11 rounded-md px-2 text-sm text-signal hover:bg-sunken"
                  onClick={(event) => {
                    event.preventDefault();
                    goToPlace(id);
                  }}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {adjust && settable ? <AdjustButton estimate={estimate} /> : null}
      </div>
    </div>
  );
}

/** What a change comes to, shown at once: the rest of the page is drawn anew after it. */
function NewestTotal({ report }: { report: ReportModel }) {
  const { total } = (useContext(NewestReportContext) ?? report).estimate;
  return (
    <p role="status" className="figures mr-auto text-sm">
      <span className="text-base font-semibold">{dollars(total.likely)}</span>{' '}
      <span className="text-muted">
        {dollars(total.low)}–{dollars(total.high)}
      </span>
    </p>
  );
}
