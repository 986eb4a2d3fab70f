import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DEAL_VERDICTS, shortAnswer } from '../../contract/report-view/deal/short-answer.ts';
import { costBasis } from '../../contract/report-view/head/card-words.ts';
import { daysFrom } from '../../contract/report-view/head/lot-facts.ts';
import { listedSale } from '../../contract/report-view/market/listed-sale.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import { downloadReport } from '../api/reports/reports.ts';
import { GetMore } from '../quota/get-more.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { VerdictChip } from '../ui/figures/verdict-chip.tsx';
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
  return {
    default: (props: Pick<ReportCardData, 'diagram' | 'bodyType'>) =>
      drawn && <drawn.CardThumbnail {...props} />,
  };
});

/** Holds the place of what the figures of a report say that has just become ready: nothing moves under the finger. */
const SALE_TO_COME = 'Sale in 47 days';
const TO_COME = { photos_total: 1, photos_examined: 0, parts_confirmed: 0 };

/** One report in the list. Its parts keep their places in every state: picture, lot, figures or progress, actions. */
export function ReportCard({ card }: { card: ReportCardData }) {
  const ready = card.outcome === 'ready';
  return (
    <article className="@container rounded-lg border border-rule bg-sheet">
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 p-2.5 @xl:min-h-24 @xl:grid-cols-[7rem_minmax(0,1fr)_13.5rem_7.5rem] @xl:gap-x-4 @xl:py-2 @xl:pr-4 @xl:pl-2 @4xl:grid-cols-[7rem_minmax(0,1fr)_13.5rem_9.5rem_7.5rem]">
        <Picture card={card} />
        <Lot card={card} />
        <div
          className={clsx(
            'col-span-2 border-t border-rule pt-2 text-xs @xl:border-0 @xl:pt-0',
            ready
              ? 'grid grid-cols-2 items-start gap-3 @xl:col-span-1 @xl:grid-cols-1 @xl:gap-1 @4xl:contents'
              : '@xl:col-span-1 @4xl:col-span-2',
          )}
        >
          {ready ? (
            <>
              <Cost card={card} />
              <Deal card={card} />
            </>
          ) : card.outcome === 'in_progress' ? (
            <Progress card={card} />
          ) : (
            <Failure card={card} />
          )}
        </div>
        <Actions card={card} />
      </div>
      {card.tag === null && card.note === null ? null : <OwnWords card={card} className="px-2.5 pb-2.5" />}
    </article>
  );
}

/** The lot's first photo; where none is kept, what the report found, small. */
function Picture({ card: { outcome, figures, diagram, bodyType } }: { card: ReportCardData }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="h-18 w-20 overflow-hidden rounded-md border border-transparent bg-sunken @xl:h-20 @xl:w-28">
      {figures?.photo && !broken ? (
        <img
          src={figures.photo}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : outcome === 'ready' && diagram === null ? null : (
        <Suspense>
          <CardThumbnail diagram={diagram} bodyType={bodyType} />
        </Suspense>
      )}
    </div>
  );
}

/** What it is, how its report stands, and when it is sold. */
function Lot({ card }: { card: ReportCardData }) {
  return (
    <div className="min-w-0 text-xs">
      <div className="flex items-baseline justify-between gap-2.5 @xl:justify-start">
        <h2 className="min-w-0 text-base leading-5.5 font-semibold @4xl:truncate">
          {card.reportId ? (
            <Link to="/reports/$reportId" params={{ reportId: card.reportId }} className="hover:underline">
              {card.name}
            </Link>
          ) : (
            card.name
          )}
        </h2>
        <Badge outcome={card.outcome} />
      </div>
      <dl className="flex flex-wrap gap-x-3">
        <Fact label="VIN">{card.vin ?? 'Unknown'}</Fact>
        <Fact label="Lot">{card.lot || 'None'}</Fact>
      </dl>
      <dl className="flex flex-wrap gap-x-3">
        <Fact label="Make" plain>
          {card.make ?? 'Unknown'}
        </Fact>
        <Fact label="Body type" plain>
          {card.bodyType ?? 'Unknown'}
        </Fact>
        {card.mileage === null ? null : (
          <Fact label="Mileage" plain>
            {miles(card.mileage)}
          </Fact>
        )}
      </dl>
      <p className="figures flex flex-wrap items-center gap-x-3 text-muted">
        <time dateTime={card.date}>{shortDay(card.date)}</time>
        {card.url === '' ? (
          'Entered by hand'
        ) : (
          <a
            className="inline-flex items-center text-signal hover:underline pointer-coarse:-my-3.5 pointer-coarse:min-h-11"
            href={card.url}
            target="_blank"
            rel="noreferrer"
          >
            View Lot
          </a>
        )}
        <Sale card={card} />
      </p>
    </div>
  );
}

type FactProps = { label: string /** Its value names it. */; plain?: boolean; children: ReactNode };
const Fact = ({ label, plain = false, children }: FactProps) => (
  <div>
    <dt className={plain ? 'sr-only' : 'inline text-muted'}>{label}</dt>{' '}
    <dd className="figures inline wrap-anywhere">{children}</dd>
  </div>
);

/** When the lot is sold, or what became of it. */
function Sale({ card: { outcome, figures, changes } }: { card: ReportCardData }) {
  if (figures === null) return outcome === 'ready' ? <span className="invisible">{SALE_TO_COME}</span> : null;
  const end = saleEndWords(listedSale(figures, changes), Date.now());
  if (end !== null) return <span className="font-medium text-ink">{end}</span>;
  const date = changes.find(({ fact }) => fact === 'sale_date')?.after ?? figures.sale_date;
  if (date === null) return null;
  const time = Date.parse(date);
  return <span className="text-ink">Sale {Number.isNaN(time) ? date : daysFrom(time, Date.now())}</span>;
}

function Cost({ card: { totalCost, figures } }: { card: ReportCardData }) {
  return (
    <dl className="figures min-w-0">
      <dt className="text-muted">AI-estimated cost</dt>
      <dd>
        <span className="text-lg leading-6 font-semibold">{dollars(totalCost)}</span>
        <span className="block text-muted">
          {figures === null ? '\u00a0' : `${dollars(figures.low)}–${dollars(figures.high)}`}
        </span>
        <span className={clsx('block text-muted', figures === null && 'invisible')}>
          {costBasis(figures ?? TO_COME)}
        </span>
      </dd>
    </dl>
  );
}

/** Whether to buy, up to how much, and what the lot sells for; its place is held until that is calculated. */
function Deal({ card: { deal } }: { card: ReportCardData }) {
  const price = deal?.price ?? null;
  const bid = deal?.answer == null ? null : shortAnswer({ answer: deal.answer });
  return (
    <div className="grid content-start justify-items-start gap-0.5">
      {deal?.verdict ? (
        <VerdictChip kind={deal.verdict} words={DEAL_VERDICTS[deal.verdict]} size={24} />
      ) : (
        <span className="h-6" />
      )}
      <dl className="figures">
        <Fact label={bid?.label ?? 'Max bid'}>
          <span className="font-semibold">{bid === null ? '–' : bid.amount || '–'}</span>
        </Fact>
        <Fact label={price?.of === 'sold' ? 'Sold for' : 'Sells for about'}>
          {price === null ? '–' : dollars(price.usd)}
        </Fact>
      </dl>
    </div>
  );
}

function Progress({ card }: { card: ReportCardData }) {
  return (
    <>
      <p className="mb-1.5 flex justify-between gap-4">
        <span>{card.statusMessage}</span>
        <span className="figures text-muted">
          <Elapsed since={card.date} /> · {percent(card.progress)}
        </span>
      </p>
      <progress className="run" value={card.progress} max={1} aria-label={`Progress of ${card.name}`} />
      <p className="mt-1.5 text-muted">
        <span className="block">{card.sentence}</span>
        AI-estimated cost {dollars(card.totalCost)}
      </p>
    </>
  );
}

const Failure = ({ card }: { card: ReportCardData }) => (
  <>
    <p className="text-sm">{card.statusMessage}</p>
    {card.outcome === 'failed' && card.reportId !== null ? (
      <p className="text-muted">Nothing was charged for this report.</p>
    ) : null}
  </>
);

/** What to do with the report as it stands, in one place for every state. */
function Actions({ card }: { card: ReportCardData }) {
  const { outcome, reportId } = card;
  return (
    <div className="col-span-2 flex flex-wrap gap-2 *:first:grow @xl:col-span-1 @xl:grid @xl:gap-1.5 *:pointer-fine:@xl:min-h-9">
      {outcome === 'ready' && reportId !== null ? (
        <>
          <Link to="/reports/$reportId" params={{ reportId }} className={buttonLook()}>
            Open report
          </Link>
          <DownloadButton label="Download" look="quiet" fetchFile={() => downloadReport(reportId)} />
        </>
      ) : outcome === 'in_progress' ? (
        reportId === null ? null : (
          <>
            <Link to="/reports/$reportId" params={{ reportId }} className={buttonLook('quiet')}>
              View progress
            </Link>
            <CancelButton reportId={reportId} />
          </>
        )
      ) : reportId === null ? (
        <>
          {card.noneLeft ? <GetMore /> : null}
          <Button look="quiet" onClick={() => retryTemporaryCard(card.id)}>
            Try again
          </Button>
          <Button look="text" onClick={() => dropTemporaryCard(card.id)}>
            Dismiss
          </Button>
        </>
      ) : (
        <RetryButton reportId={reportId} />
      )}
    </div>
  );
}
