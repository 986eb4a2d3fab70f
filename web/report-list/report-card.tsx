import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CardDiagram } from '../../contract/car-diagram/card-diagram.ts';
import { shortAnswer } from '../../contract/report-view/deal/answer-words.ts';
import { priceRangeWords } from '../../contract/report-view/deal/price-words.ts';
import { costBasis } from '../../contract/report-view/head/card-words.ts';
import { listedSale } from '../../contract/report-view/market/listed-sale.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import { downloadReport } from '../api/reports/reports.ts';
import { GetMore } from '../quota/get-more.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { dollars, miles, percent, shortDay } from '../ui/money.ts';
import { Badge, OwnWords } from './card-marks.tsx';
import { DownloadButton } from './download-button.tsx';
import { Elapsed } from './elapsed.tsx';
import { CancelButton, RetryButton } from './report-actions.tsx';
import type { ReportCardData } from './report-card-data.ts';
import { dropTemporaryCard, retryTemporaryCard } from './start-report.ts';

/** The drawing comes once the page is at rest: the cards are read first. */
const CardThumbnail = lazy(async () => {
  await new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
  const drawn = await import('./card-thumbnail.tsx').catch(() => null);
  // The card is read without it too.
  return { default: (props: { diagram: CardDiagram }) => drawn && <drawn.CardThumbnail {...props} /> };
});

/** Holds the place of what the figures of a report say that has just become ready: nothing moves under the finger. */
const TO_COME = { photos_total: 1, photos_examined: 0, parts_confirmed: 0 };

/** One report in the list. */
export function ReportCard({ card }: { card: ReportCardData }) {
  const title = card.reportId ? (
    <Link to="/reports/$reportId" params={{ reportId: card.reportId }} className="hover:underline">
      {card.name}
    </Link>
  ) : (
    card.name
  );
  return (
    <article className="rounded-lg border border-rule bg-sheet p-4 sm:p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-4 text-sm text-muted">
            <time dateTime={card.date}>{shortDay(card.date)}</time>
            {card.url === '' ? (
              'Entered by hand'
            ) : (
              <a
                className="inline-flex items-center text-signal hover:underline pointer-coarse:min-h-11"
                href={card.url}
                target="_blank"
                rel="noreferrer"
              >
                View Lot
              </a>
            )}
            <SaleEnd card={card} />
          </p>
        </div>
        <Badge outcome={card.outcome} />
      </div>
      <div className="relative mt-4 flex items-start gap-5">
        {card.outcome === 'ready' ? <Picture card={card} /> : null}
        <div className="flex grow flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <dl className="grid grow grid-cols-2 gap-x-6 gap-y-3 text-sm sm:flex sm:flex-wrap">
            {/* On a phone the photo has the right of this row. */}
            <Fact label="AI-estimated cost" wide={card.outcome === 'ready'} className="max-sm:pr-23">
              <span className="font-semibold">{dollars(card.totalCost)}</span>
              {card.figures === null && card.outcome !== 'ready' ? null : (
                <span className={clsx('block max-w-56 text-muted', card.figures === null && 'invisible')}>
                  {costBasis(card.figures ?? TO_COME)}
                </span>
              )}
            </Fact>
            {card.outcome === 'ready' ? <Deal card={card} /> : null}
            <Fact label="VIN" wide>
              {card.vin ?? 'Unknown'}
            </Fact>
            <Fact label="Lot">{card.lot || 'None'}</Fact>
            <Fact label="Make">{card.make ?? 'Unknown'}</Fact>
            <Fact label="Body type">{card.bodyType ?? 'Unknown'}</Fact>
            {card.mileage === null ? null : <Fact label="Mileage">{miles(card.mileage)}</Fact>}
          </dl>
          {card.outcome === 'ready' && card.reportId ? <Actions reportId={card.reportId} /> : null}
        </div>
      </div>
      {card.tag === null && card.note === null ? null : <OwnWords card={card} />}
      {card.outcome === 'in_progress' ? <Progress card={card} /> : null}
      {card.outcome === 'failed' || card.outcome === 'cancelled' ? <Failure card={card} /> : null}
    </article>
  );
}

/** What the lot sells for and what to bid; its place is held until that is calculated. */
function Deal({ card: { deal } }: { card: ReportCardData }) {
  const price = deal?.price ?? null;
  const bid = deal?.answer == null ? null : shortAnswer({ answer: deal.answer });
  return (
    <>
      <Fact label={price?.of === 'sold' ? 'Sold for' : 'Sells for about'}>
        {price === null ? '–' : dollars(price.usd)}
        <span className="block text-muted">{(price && priceRangeWords(price)) ?? '\u00a0'}</span>
      </Fact>
      <Fact label={bid?.label ?? 'Max bid'}>{bid === null ? '–' : bid.amount || '–'}</Fact>
    </>
  );
}

/** What became of a lot whose sale is over. */
function SaleEnd({ card: { figures, changes } }: { card: ReportCardData }) {
  const end = figures === null ? null : saleEndWords(listedSale(figures, changes), Date.now());
  return end === null ? null : <span className="figures font-medium text-ink">{end}</span>;
}

/** The lot's first photo; where none is kept, what the report found, small. */
function Picture({ card: { figures, diagram } }: { card: ReportCardData }) {
  const [broken, setBroken] = useState(false);
  if (figures?.photo && !broken)
    return (
      <img
        src={figures.photo}
        alt=""
        width={128}
        height={96}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="absolute top-0 right-0 h-15 w-20 shrink-0 rounded-md bg-sunken object-cover sm:static sm:h-24 sm:w-32"
      />
    );
  if (!diagram) return null;
  return (
    <div className="absolute top-0 right-0 h-15 w-20 shrink-0 sm:static sm:h-24 sm:w-32">
      <Suspense>
        <CardThumbnail diagram={diagram} />
      </Suspense>
    </div>
  );
}

type FactProps = { label: string; wide?: boolean; className?: string; children: ReactNode };
function Fact({ label, wide = false, className, children }: FactProps) {
  return (
    <div className={clsx('min-w-0', wide && 'max-sm:col-span-2', className)}>
      <dt className="text-muted">{label}</dt>
      <dd className="figures break-words">{children}</dd>
    </div>
  );
}

function Progress({ card }: { card: ReportCardData }) {
  return (
    <div className="mt-4">
      <div className="mb-1.5 flex justify-between gap-4 text-sm">
        <span>{card.statusMessage}</span>
        <span className="figures text-muted">
          <Elapsed since={card.date} /> · {percent(card.progress)}
        </span>
      </div>
      <progress className="run" value={card.progress} max={1} aria-label={`Progress of ${card.name}`} />
      {card.sentence === '' ? null : <p className="mt-1.5 text-sm text-muted">{card.sentence}</p>}
      {card.reportId === null ? null : (
        <div className="mt-2 flex gap-4">
          <Link to="/reports/$reportId" params={{ reportId: card.reportId }} className={buttonLook('text')}>
            View progress
          </Link>
          <CancelButton reportId={card.reportId} />
        </div>
      )}
    </div>
  );
}

function Failure({ card }: { card: ReportCardData }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
      <div className="grid max-w-prose gap-1 text-sm">
        <p>{card.statusMessage}</p>
        {card.outcome === 'failed' && card.reportId !== null ? (
          <p className="text-muted">Nothing was charged for this report.</p>
        ) : null}
      </div>
      {card.reportId === null ? (
        <span className="flex flex-wrap gap-2">
          {card.noneLeft ? <GetMore /> : null}
          <Button look="quiet" onClick={() => retryTemporaryCard(card.id)}>
            Try again
          </Button>
          <Button look="text" onClick={() => dropTemporaryCard(card.id)}>
            Dismiss
          </Button>
        </span>
      ) : (
        <RetryButton reportId={card.reportId} />
      )}
    </div>
  );
}

function Actions({ reportId }: { reportId: string }) {
  return (
    <div className="grid w-full grid-cols-[1fr_1fr] gap-2 sm:flex sm:w-auto sm:flex-wrap">
      <Link to="/reports/$reportId" params={{ reportId }} className={buttonLook()}>
        Open report
      </Link>
      <DownloadButton label="Download" look="quiet" fetchFile={() => downloadReport(reportId)} />
    </div>
  );
}
