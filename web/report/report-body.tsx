import { memo, Suspense } from 'react';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { useSupplierLinksAhead } from './baskets/use-supplier-links.ts';
import { ClaimSection } from './claim/claim-section.tsx';
import { DealSection, SharedDealSection } from './deal/deal-section.tsx';
import { useOwnReport } from './editing/line-editing.tsx';
import { OperationChecks } from './editing/operation-checks.tsx';
import { EvidenceAndRange } from './grounds/evidence-and-range.tsx';
import { ReportLines } from './lines/report-lines.tsx';
import { PanelDiagram } from './photos/panel-diagram.tsx';
import { ReportNotes } from './report-notes.tsx';
import { SellersFigures, Totals } from './totals.tsx';

const Baskets = lazyPart(async () => (await import('./baskets/baskets.tsx')).Baskets);
const PartnerOffers = lazyPart(async () => (await import('./baskets/partner-offers.tsx')).PartnerOffers);
const AddNumbers = lazyPart(async () => (await import('./numbers/add-numbers.tsx')).AddNumbers);
const Adjust = lazyPart(async () => (await import('./settings/adjust.tsx')).Adjust);

// Drawn again only with what they show: not for another turn, nor for a line that lights up.
const Lines = memo(ReportLines);

type Props = {
  report: ReportModel;
  /** The line that is lit up wherever it stands. */
  active: string | null;
  onActive: (line: string | null) => void;
  onPhoto: (number: number) => void;
  /** There is room for a rail beside the lines. */
  wide: boolean;
  /** The lines alone: the rest follows in a turn of its own. */
  linesOnly: boolean;
  /** The link of a shared report whose owner shows its deal. */
  sharedDeal: string | undefined;
};

/** What is read after the head: lines, parts to buy, totals, evidence, notes, and the settings beside them. */
export function ReportBody({ report, active, onActive, onPhoto, wide, linesOnly, sharedDeal }: Props) {
  useSupplierLinksAhead();
  const own = useOwnReport();
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
        <Lines
          estimate={report.estimate}
          vehicle={report.vehicle}
          active={active}
          onActive={onActive}
          onPhoto={onPhoto}
        />
        {linesOnly ? null : (
          <>
            {/* Folds of a line each, one under the other. */}
            <div>
              {own === undefined ? null : (
                // Side by side while both are closed.
                <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-2 lg:has-[details[open]]:grid-cols-1">
                  <DealSection reportId={own} version={report.edit?.version ?? 0} />
                  <ClaimSection reportId={own} report={report} />
                </div>
              )}
              {sharedDeal === undefined ? null : <SharedDealSection token={sharedDeal} />}
              <OperationChecks estimate={report.estimate} />
            </div>
            {own === undefined ? null : (
              <Suspense>
                <AddNumbers reportId={own} report={report} />
              </Suspense>
            )}
            <Suspense>
              <Baskets report={report} />
            </Suspense>
            {own === undefined ? null : (
              <Suspense>
                <PartnerOffers report={report} />
              </Suspense>
            )}
            <div className="later grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Totals estimate={report.estimate} />
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
                <SellersFigures estimate={report.estimate} seller={report.seller} />
                <EvidenceAndRange report={report} />
                <ReportNotes report={report} />
              </div>
            </div>
          </>
        )}
      </div>
      {wide && !linesOnly ? (
        <aside aria-label="Adjust" className="print:hidden">
          <div className="sticky top-32 grid max-h-[calc(100dvh-9rem)] gap-6 overflow-y-auto pr-1 pb-4">
            {/* The diagram again beside its lines, for the pointer only: the one above is for everybody. */}
            <div aria-hidden="true" className="mx-auto w-44">
              <PanelDiagram report={report} active={active} onActive={onActive} small />
            </div>
            <Suspense>
              <Adjust estimate={report.estimate} />
            </Suspense>
          </div>
        </aside>
      ) : null}
    </div>
  );
}
