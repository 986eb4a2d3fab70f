import { readAuctionLink } from '../../contract/auction-link.ts';
import type { WaitingLot } from '../../contract/board/board-lots.ts';
import { roomOver } from '../../contract/deal/deal-brief.ts';
import type { DealVerdict } from '../../contract/deal/deal-verdict.ts';
import { DEAL_VERDICTS } from '../../contract/report-view/deal/short-answer.ts';
import { OUTCOME_WORDS } from '../../contract/report-view/head/card-words.ts';
import { listedSale } from '../../contract/report-view/market/listed-sale.ts';
import { type MarketFact, priceFacts } from '../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import type { ReportCardData } from '../report-list/report-card-data.ts';

/** A lot on the board: with its report, or waiting for one. */
export type BoardLot =
  | { kind: 'report'; id: string; card: ReportCardData }
  | { kind: 'waiting'; id: string; lot: WaitingLot };

const linkOf = (text: string): string => {
  const reading = readAuctionLink(text);
  return reading.ok ? reading.link.canonicalUrl : text;
};

/**
 * All lots, those without a report first. The two lists are read apart: a lot whose report started in between is in both, and
 * stands there once, with its report.
 */
export function boardLots(waiting: readonly WaitingLot[], cards: readonly ReportCardData[]): BoardLot[] {
  const reported = new Set(
    cards
      .filter(({ outcome }) => outcome === 'ready' || outcome === 'in_progress')
      .map(({ url }) => linkOf(url)),
  );
  return [
    ...waiting
      .filter(({ state, listed }) => state !== 'queued' || !reported.has(linkOf(listed)))
      .map((lot) => ({ kind: 'waiting' as const, id: lot.id, lot })),
    ...cards.map((card) => ({ kind: 'report' as const, id: card.id, card })),
  ];
}

/** A line of the table: a lot, or the head of a group. */
export type BoardRow = BoardLot | { kind: 'group'; id: string; name: string; count: number };

export const SORTS = {
  vehicle: 'Vehicle',
  verdict: 'Verdict',
  price: 'Sells for',
  ceiling: 'Max bid',
  room: 'Under or over',
  bid: 'Bid now',
  repair: 'Repair likely',
  value_share: 'Of value',
  sale_date: 'Sale date',
  status: 'Status',
} as const;
export type BoardSort = keyof typeof SORTS;
/** Columns of figures: sorted from the highest down at first, where they are chosen from a menu. */
export const NUMBERS: ReadonlySet<BoardSort> = new Set([
  'bid',
  'repair',
  'value_share',
  'price',
  'ceiling',
  'room',
]);

export const GROUPS = { none: 'No groups', sale_date: 'Sale date', verdict: 'Verdict', tag: 'Tag' } as const;
export type BoardGroup = keyof typeof GROUPS;

export type BoardView = {
  sort: BoardSort | null;
  order: 'asc' | 'desc';
  group: BoardGroup;
  text: string;
  verdict: DealVerdict | '';
  status: string;
};
export const WHOLE_BOARD: BoardView = {
  sort: null,
  order: 'asc',
  group: 'none',
  text: '',
  verdict: '',
  status: '',
};

/** How a lot stands, as the filter and the sort have it. */
export const BOARD_STATUSES = { ...OUTCOME_WORDS, waiting: 'No report yet' } as const;
export const statusOf = (row: BoardLot): keyof typeof BOARD_STATUSES =>
  row.kind === 'waiting' ? 'waiting' : row.card.outcome;

export const nameOf = (row: BoardLot): string =>
  row.kind === 'waiting' ? (row.lot.name ?? row.lot.listed) : row.card.name;

/** When its lot is sold, as it was last read. */
export const saleDateOf = ({ changes, figures }: ReportCardData): string | null =>
  changes.find(({ fact }) => fact === 'sale_date')?.after ?? figures?.sale_date ?? null;

/** Final bid, current bid or Buy Now of its lot, in its own currency; `null` if unknown. */
export function bidOf(card: ReportCardData, now: number): MarketFact | null {
  if (card.figures === null) return null;
  return priceFacts(listedSale(card.figures, card.changes), now)[0] ?? null;
}

/** What became of a lot whose sale is over, as it was last read; null before that. */
export const saleEnd = ({ figures, changes }: ReportCardData, now: number): string | null =>
  figures === null ? null : saleEndWords(listedSale(figures, changes), now);

/** The amount a board is sorted by: US dollars alone, because other currencies can't be compared with them. */
function bidAmount({ figures, changes }: ReportCardData): number | null {
  const market = figures === null ? null : listedSale(figures, changes).market;
  if (market?.currency !== 'USD') return null;
  return market.final_bid ?? market.current_bid ?? market.buy_now;
}

export const roomOf = ({ deal }: Pick<ReportCardData, 'deal'>): number | null =>
  roomOver(deal?.ceiling, deal?.price);

const VERDICT_ORDER = Object.keys(DEAL_VERDICTS);
const STATUS_ORDER = Object.keys(BOARD_STATUSES);

/** What a sort goes by; null: not known, and last either way. */
function sortedBy(row: BoardLot, sort: BoardSort): string | number | null {
  if (sort === 'status') return STATUS_ORDER.indexOf(statusOf(row));
  if (sort === 'vehicle') return nameOf(row).toLowerCase();
  if (row.kind === 'waiting') return null;
  const { figures, totalCost, deal } = row.card;
  switch (sort) {
    case 'sale_date':
      return saleDateOf(row.card);
    case 'bid':
      return bidAmount(row.card);
    case 'repair':
      return totalCost;
    case 'value_share':
      return figures?.value_share ?? null;
    case 'price':
      return deal?.price?.usd ?? null;
    case 'ceiling':
      return deal?.ceiling ?? null;
    case 'room':
      return roomOf(row.card);
    case 'verdict':
      return deal?.verdict ? VERDICT_ORDER.indexOf(deal.verdict) : null;
  }
}

function compare(a: string | number | null, b: string | number | null, order: BoardView['order']): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (order === 'asc' ? 1 : -1);
}

const UNKNOWN = { sale_date: 'No sale date', verdict: 'No verdict', tag: 'No tag' } as const;

/** Lots whose sale is over, after all that are still to be sold. */
const ENDED = { key: '\ufffe', name: 'Ended' };

/** The group of a lot: what sorts the groups, and its name. */
function groupOf(row: BoardLot, group: Exclude<BoardGroup, 'none'>): { key: string; name: string } {
  const card = row.kind === 'report' ? row.card : null;
  const unknown = { key: '\uffff', name: UNKNOWN[group] };
  if (group === 'tag') return card?.tag ? { key: card.tag.toLowerCase(), name: card.tag } : unknown;
  if (group === 'sale_date') {
    if (card && saleEnd(card, Date.now()) !== null) return ENDED;
    const day = card && saleDateOf(card)?.slice(0, 10);
    return day ? { key: day, name: day } : unknown;
  }
  const verdict = card?.deal?.verdict;
  return verdict ? { key: String(VERDICT_ORDER.indexOf(verdict)), name: DEAL_VERDICTS[verdict] } : unknown;
}

function isShown(row: BoardLot, { text, verdict, status }: BoardView): boolean {
  if (status !== '' && statusOf(row) !== status) return false;
  if (verdict !== '' && (row.kind === 'waiting' || row.card.deal?.verdict !== verdict)) return false;
  const said = (
    row.kind === 'waiting'
      ? [row.lot.name, row.lot.listed].join(' ')
      : [row.card.name, row.card.vin, row.card.lot, row.card.tag, row.card.note].join(' ')
  ).toLowerCase();
  return text
    .toLowerCase()
    .split(/[\s-]+/)
    .every((word) => said.includes(word));
}

/** The table's lines: narrowed, sorted, then grouped; what is equal stays in the order it came. */
export function boardRows(lots: readonly BoardLot[], view: BoardView): BoardRow[] {
  const { sort, order, group } = view;
  const shown = lots.filter((row) => isShown(row, view));
  const sorted =
    sort === null
      ? shown
      : shown
          .map((row) => ({ row, value: sortedBy(row, sort) }))
          .sort((a, b) => compare(a.value, b.value, order))
          .map(({ row }) => row);
  if (group === 'none') return sorted;
  const groups = Map.groupBy(sorted, (row) => JSON.stringify(groupOf(row, group)));
  return [...groups.entries()]
    .map(([text, rows]) => ({ ...(JSON.parse(text) as { key: string; name: string }), rows }))
    .sort((a, b) => compare(a.key, b.key, 'asc'))
    .flatMap(({ key, name, rows }): BoardRow[] => [
      { kind: 'group', id: `group:${key}`, name, count: rows.length },
      ...rows,
    ]);
}
