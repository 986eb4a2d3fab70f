import { clsx } from 'clsx';
import { type ReactNode, useContext } from 'react';
import type { ExpectedPrice } from '../../contract/deal/expected-price.ts';
import { offWords, priceRangeWords, priceWords } from '../../contract/report-view/deal/price-words.ts';
import { DEAL_VERDICTS, shortAnswer } from '../../contract/report-view/deal/short-answer.ts';
import { saleWords } from '../../contract/report-view/head/lot-facts.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import { changeWords } from '../../contract/report-view/watch/change-words.ts';
import { Badge } from '../report-list/card-marks.tsx';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { ReportName } from '../report-list/table/report-name.tsx';
import { VerdictChip } from '../ui/figures/verdict-chip.tsx';
import { dollars, percent } from '../ui/money.ts';
import { type BoardSort, bidOf, roomOf, saleDateOf, saleEnd } from './board-rows.ts';
import { EnterPriceContext } from './enter-price-context.ts';

const UNKNOWN = '–';
/** On a card only what is known has a place. */
const Unknown = () => <span className="max-sm:hidden">{UNKNOWN}</span>;

/** What a lot with a report has in each column; on a phone some of them are lines of a card. */
export const CELLS: Record<BoardSort, (card: ReportCardData) => ReactNode> = {
  vehicle: (card) => <Vehicle card={card} />,
  sale_date: (card) => <SaleDate card={card} />,
  bid: (card) => <Bid card={card} />,
  repair: ({ totalCost, figures }) => (
    <>
      <span className="font-semibold">{totalCost === null ? UNKNOWN : dollars(totalCost)}</span>
      {figures === null ? null : (
        <span
          className="block truncate text-muted"
          title={`${dollars(figures.low)}–${dollars(figures.high)}`}
        >
          {dollars(figures.low)}–{dollars(figures.high)}
        </span>
      )}
    </>
  ),
  value_share: ({ figures }) => (figures?.value_share == null ? UNKNOWN : percent(figures.value_share)),
  verdict: ({ deal, figures }) => (
    <>
      {deal?.verdict ? (
        <VerdictChip kind={deal.verdict} words={DEAL_VERDICTS[deal.verdict]} size={20} />
      ) : (
        <Unknown />
      )}
      {figures === null ? null : (
        <span className="mt-0.5 line-clamp-2 text-xs text-muted max-sm:hidden">
          {verdictWords({ total_loss: figures })}
        </span>
      )}
    </>
  ),
  price: ({ deal }) =>
    deal?.price == null ? (
      <Unknown />
    ) : (
      <span title={priceWords(deal.price)}>
        <span className="text-muted sm:hidden">{deal.price.of === 'sold' ? 'Sold for ' : 'Sells for '}</span>
        {dollars(deal.price.usd)}{' '}
        <span className="text-muted sm:block sm:truncate">{underPrice(deal.price)}</span>
      </span>
    ),
  ceiling: (card) => <MaxBid card={card} />,
  room: (card) => {
    const room = roomOf(card);
    return room === null ? UNKNOWN : `${room < 0 ? '−' : '+'}${dollars(Math.abs(room))}`;
  },
  status: ({ outcome, progress, statusMessage, changes }) => (
    <>
      <span className={clsx(outcome === 'ready' && 'max-sm:hidden')}>
        <Badge outcome={outcome} />
      </span>
      {outcome === 'in_progress' ? <span className="ml-2 text-muted">{percent(progress)}</span> : null}
      {outcome === 'failed' ? (
        <span className="block truncate text-muted" title={statusMessage}>
          {statusMessage}
        </span>
      ) : null}
      <Changes changes={changes} />
    </>
  ),
};

/** The range of a forecast; of a lot that was sold how far off its forecast was. */
function underPrice(price: ExpectedPrice): string {
  if (price.of !== 'sold') return priceRangeWords(price) ?? '';
  const { expected, usd } = price;
  return expected === undefined ? 'sold' : `forecast ${offWords(usd, expected)}`;
}

/** The day of the sale, and what became of the lot once it is over. */
function SaleDate({ card }: { card: ReportCardData }) {
  const end = saleEnd(card, Date.now());
  const enter = useContext(EnterPriceContext);
  if (end === null) return saleWords(saleDateOf(card), Date.now()) ?? <Unknown />;
  const asks = card.reportId !== null && card.deal !== null && card.deal.price?.of !== 'sold';
  return (
    <span className="block max-sm:flex max-sm:items-center max-sm:gap-3">
      <span className={clsx('leading-5 text-muted', asks ? 'block truncate' : 'line-clamp-2')} title={end}>
        {end}
      </span>
      {asks ? (
        <button
          type="button"
          className="min-h-6 shrink-0 text-signal underline-offset-4 hover:underline pointer-coarse:min-h-8"
          aria-haspopup="dialog"
          onClick={() => enter(card)}
        >
          Enter its price<span className="sr-only"> of {card.name}</span>
        </button>
      ) : null}
    </span>
  );
}

/** The max bid; where no bid pays, what the lot answers instead. */
function MaxBid({ card: { deal } }: { card: ReportCardData }) {
  if (deal?.ceiling != null)
    return (
      <>
        <span className="text-muted sm:hidden">Max bid </span>
        <span className="max-sm:font-semibold">{dollars(deal.ceiling)}</span>
      </>
    );
  if (deal?.answer == null) return <Unknown />;
  const { label, amount } = shortAnswer({ answer: deal.answer });
  return (
    <span className="text-muted sm:line-clamp-2 sm:text-xs" title={`${label} ${amount}`}>
      {label} {amount}
    </span>
  );
}

/** The first price that is known of a lot, under its own name. */
function Bid({ card }: { card: ReportCardData }) {
  const fact = bidOf(card, Date.now());
  if (fact === null) return UNKNOWN;
  return (
    <>
      <span className="block truncate font-semibold" title={fact.value}>
        {fact.value}
      </span>
      <span className="block truncate text-muted">{fact.label}</span>
    </>
  );
}

/** What changed of a lot since its report: the newest in sight, all that are told in its title and to readers. */
function Changes({ changes }: { changes: ReportCardData['changes'] }) {
  const [newest, ...earlier] = changes.map(changeWords);
  if (newest === undefined) return null;
  return (
    <span className="block truncate text-warn" title={[newest, ...earlier].join('\n')}>
      {newest}
      {earlier.length === 0 ? null : (
        <>
          <span aria-hidden="true">{` +${earlier.length}`}</span>
          <span className="sr-only">{`. ${earlier.join('. ')}`}</span>
        </>
      )}
    </span>
  );
}

function Vehicle({ card }: { card: ReportCardData }) {
  const own = [card.tag, card.note].filter((words) => words !== null).join(' · ');
  return (
    <>
      <ReportName card={card} className="line-clamp-1 sm:line-clamp-2" linked="font-medium" preload={false} />
      <span className="block truncate text-muted max-sm:hidden">
        {own === '' ? `Lot ${card.lot ?? ''}` : own}
      </span>
    </>
  );
}
