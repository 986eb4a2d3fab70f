import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, type ReactNode, useContext, useRef } from 'react';
import type { ExpectedPrice } from '../../contract/deal/expected-price.ts';
import { shortAnswer } from '../../contract/report-view/deal/answer-words.ts';
import { DEAL_VERDICTS } from '../../contract/report-view/deal/deal-words.ts';
import { offWords, priceRangeWords, priceWords } from '../../contract/report-view/deal/price-words.ts';
import { saleWords } from '../../contract/report-view/head/lot-facts.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import { changeWords } from '../../contract/report-view/watch/change-words.ts';
import { Badge } from '../report-list/card-marks.tsx';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { ReportName } from '../report-list/table/report-name.tsx';
import { SelectBox } from '../report-list/table/select-box.tsx';
import { dollars, percent } from '../ui/money.ts';
import {
  type BoardLot,
  type BoardRow,
  type BoardSort,
  type BoardView,
  bidOf,
  nameOf,
  roomOf,
  SORTS,
  saleDateOf,
  saleEnd,
} from './board-rows.ts';
import { EnterPriceContext } from './enter-price-context.ts';
import { WaitingStatus } from './waiting-status.tsx';

/** Every line is as high, so that none has to be measured. */
const ROW_PX = 64;
/** Lines drawn beyond each edge. */
const BEYOND = 8;
const UNKNOWN = '–';
const COLUMNS = Object.keys(SORTS) as BoardSort[];
const NUMBERS: ReadonlySet<BoardSort> = new Set(['bid', 'repair', 'value_share', 'price', 'ceiling', 'room']);

type Props = {
  rows: readonly BoardRow[];
  view: BoardView;
  onSort: (sort: BoardSort) => void;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, on: boolean) => void;
  onChooseAll: (on: boolean) => void;
};

/** The lots as rows; those around what is seen are in the document. */
export function BoardTable({ rows, view, onSort, chosen, onChoose, onChooseAll }: Props) {
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
  });
  const drawn = virtualizer.getVirtualItems();
  const above = drawn[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const reports = rows.filter((row) => row.kind === 'report').length;
  return (
    <section
      ref={frame}
      aria-label="Table of lots"
      className="relative max-h-[70dvh] overflow-auto rounded-lg border border-rule bg-sheet"
    >
      <table
        className="w-full min-w-[104rem] table-fixed border-collapse text-sm"
        aria-rowcount={rows.length + 1}
      >
        <caption className="sr-only">Your lots</caption>
        <thead className="sticky top-0 z-10 bg-sheet">
          <tr className="border-b border-rule text-left" aria-rowindex={1}>
            <th scope="col" className="w-11">
              <SelectBox
                label="Select all lots shown that have a report"
                checked={reports > 0 && chosen.size >= reports}
                onChange={onChooseAll}
              />
            </th>
            {COLUMNS.map((sort) => (
              <th
                key={sort}
                scope="col"
                aria-sort={
                  view.sort !== sort ? undefined : view.order === 'desc' ? 'descending' : 'ascending'
                }
                className={clsx(
                  'font-medium',
                  NUMBERS.has(sort) && 'text-right',
                  sort === 'vehicle' && 'w-52',
                  sort === 'sale_date' && 'w-44',
                  sort === 'bid' && 'w-36',
                  sort === 'repair' && 'w-48',
                  sort === 'value_share' && 'w-36',
                  sort === 'status' && 'w-64',
                )}
              >
                <button
                  type="button"
                  onClick={() => onSort(sort)}
                  className="min-h-11 px-3 whitespace-nowrap text-muted hover:text-ink"
                >
                  {SORTS[sort]}
                  <span aria-hidden="true" className="inline-block w-4 text-ink">
                    {view.sort !== sort ? '' : view.order === 'desc' ? '↓' : '↑'}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap px={above} />
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return row.kind === 'group' ? (
              <tr key={key} aria-rowindex={index + 2} className="h-16 border-b border-rule bg-sunken">
                <th scope="rowgroup" colSpan={COLUMNS.length + 1} className="px-3 text-left font-semibold">
                  {row.name} <span className="figures font-normal text-muted">({row.count})</span>
                </th>
              </tr>
            ) : (
              <Row key={key} row={row} index={index} chosen={chosen.has(row.id)} onChoose={onChoose} />
            );
          })}
          <Gap px={below} />
        </tbody>
      </table>
    </section>
  );
}

/** The place of the rows that are not drawn. */
const Gap = ({ px }: { px: number }) =>
  px <= 0 ? null : (
    <tr>
      <td colSpan={COLUMNS.length + 1} style={{ height: px }} className="p-0" />
    </tr>
  );

type RowProps = {
  row: BoardLot;
  index: number;
  chosen: boolean;
  onChoose: (id: string, on: boolean) => void;
};

const Row = memo(function Row({ row, index, chosen, onChoose }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} className={clsx('h-16 border-b border-rule', chosen && 'bg-sunken')}>
      <td>
        {row.kind === 'waiting' || row.card.reportId === null ? null : (
          <SelectBox
            label={`Select ${nameOf(row)}`}
            checked={chosen}
            onChange={(on) => onChoose(row.id, on)}
          />
        )}
      </td>
      {COLUMNS.map((column) => (
        <td
          key={column}
          className={clsx('figures overflow-hidden px-3', NUMBERS.has(column) && 'pr-7 text-right')}
        >
          {row.kind === 'report' ? CELLS[column](row.card) : waitingCell(row, column)}
        </td>
      ))}
    </tr>
  );
});

function waitingCell(row: Extract<BoardLot, { kind: 'waiting' }>, column: BoardSort): ReactNode {
  if (column === 'vehicle')
    return (
      <span title={row.lot.listed}>
        {row.lot.name === null ? null : <span className="block truncate font-medium">{row.lot.name}</span>}
        <span className="block truncate text-muted">{row.lot.listed}</span>
      </span>
    );
  return column === 'status' ? <WaitingStatus lot={row.lot} /> : UNKNOWN;
}

const CELLS: Record<BoardSort, (card: ReportCardData) => ReactNode> = {
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
      <span className="font-semibold">{deal?.verdict ? DEAL_VERDICTS[deal.verdict] : UNKNOWN}</span>
      {figures === null ? null : (
        <span className="line-clamp-2 leading-4 text-muted">{verdictWords({ total_loss: figures })}</span>
      )}
    </>
  ),
  price: ({ deal }) =>
    deal?.price == null ? (
      UNKNOWN
    ) : (
      <span title={priceWords(deal.price)}>
        {dollars(deal.price.usd)}
        <span className="block truncate text-muted">{underPrice(deal.price)}</span>
      </span>
    ),
  ceiling: (card) => <MaxBid card={card} />,
  room: (card) => {
    const room = roomOf(card);
    return room === null ? UNKNOWN : `${room < 0 ? '−' : '+'}${dollars(Math.abs(room))}`;
  },
  status: ({ outcome, progress, statusMessage, changes }) => (
    <>
      <Badge outcome={outcome} />
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
  if (end === null) return saleWords(saleDateOf(card), Date.now()) ?? UNKNOWN;
  const asks = card.reportId !== null && card.deal !== null && card.deal.price?.of !== 'sold';
  return (
    <>
      <span className={clsx('leading-5 text-muted', asks ? 'block truncate' : 'line-clamp-2')} title={end}>
        {end}
      </span>
      {asks ? (
        <button
          type="button"
          className="min-h-6 text-signal underline-offset-4 hover:underline pointer-coarse:min-h-8"
          aria-haspopup="dialog"
          onClick={() => enter(card)}
        >
          Enter its price<span className="sr-only"> of {card.name}</span>
        </button>
      ) : null}
    </>
  );
}

/** The max bid; where no bid pays, what the lot answers instead. */
function MaxBid({ card: { deal } }: { card: ReportCardData }) {
  if (deal?.ceiling != null) return dollars(deal.ceiling);
  if (deal?.answer == null) return UNKNOWN;
  const { label, amount } = shortAnswer({ answer: deal.answer });
  return (
    <span className="line-clamp-2 leading-5 text-muted" title={`${label} ${amount}`}>
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
  const { deal } = card;
  const end = saleEnd(card, Date.now());
  const decided = deal?.verdict
    ? [
        DEAL_VERDICTS[deal.verdict],
        deal.ceiling === null ? null : `max bid ${dollars(deal.ceiling)}`,
        deal.price == null ? null : `sells for ${dollars(deal.price.usd)}`,
      ]
        .filter((words) => words !== null)
        .join(', ')
    : '';
  const said = end ?? decided;
  const own = [card.tag, card.note].filter((words) => words !== null).join(' · ');
  return (
    <>
      <ReportName card={card} className="block truncate" linked="font-medium" preload={false} />
      {/* On a phone the columns that decide lie beyond the edge. */}
      {said === '' ? null : <span className="block truncate text-muted sm:hidden">{said}</span>}
      <span className={clsx('block truncate text-muted', said !== '' && 'max-sm:hidden')}>
        {own === '' ? `Lot ${card.lot ?? ''}` : own}
      </span>
    </>
  );
}
