import type { DealRowId, PartOutFigure } from '../../deal/deal-settings.ts';
import type { DealRow, DealSheet, PageCost, RedFlag } from '../../deal/deal-sheet.ts';
import { dayInUtc, wholeDollars } from '../figures.ts';
import { printedRange } from '../market/printed-money.ts';
import { dealAsShown } from '../units/as-shown.ts';
import { inUnits, shownUnits } from '../units/shown-units.ts';
import { changeWords } from '../watch/change-words.ts';
import { percentOf } from '../words/sentence.ts';
import { answerWords, oddsWords } from './answer-words.ts';
import { atLeast, atMost, costsWords, missingRows, roomWords } from './bid-words.ts';
import { DESTINATION_NAMES } from './buyer-names.ts';
import {
  CAUTION_NAMES,
  DEAL_GROUP_NAMES,
  DEAL_ROW_NAMES,
  DOUBT_WORDS,
  dealBasisWords,
  dealReasonWords,
  dealSourceWords,
  effectWords,
  flagName,
  NEEDS_WORDS,
  PART_OUT_NAMES,
  thresholdWords,
} from './deal-words.ts';
import { priceRangeWords, priceWords } from './price-words.ts';
import { DEAL_VERDICTS, shortAnswer } from './short-answer.ts';

/** The deal as it is shown: page, PDF and exports lay it out and word nothing. */
export type DealView = {
  verdict: string;
  /** What to bid, and what stands behind it. */
  headline: string;
  /** The same in its reader's money; null: that is US dollars. */
  in_own_money: string | null;
  detail: string;
  /** What the lot sells for at its auction, in one line; null: nothing is known of it. */
  price: string | null;
  reasons: string[];
  /** How the verdict is decided, by our judgment. */
  thresholds: string[];
  figures: { label: string; value: string; note: string }[];
  /** What to know before relying on the highest bid. */
  cautions: string[];
  /** Rows nobody knows, by name: each counts nothing until it is entered. */
  missing: { id: DealRowId; name: string; needs: string }[];
  /** The bid that the rows are of. */
  at: string;
  groups: { group: DealRow['group']; name: string; note: string; total: string | null; rows: RowView[] }[];
  sums: { label: string; amount: string }[];
  curve: CurveView | null;
  ways: {
    name: string;
    note: string;
    rows: { label: string; amount: string }[];
    /** What to pull, what brings most first; of the way in parts alone. */
    pull: PullView | null;
    sources: string[];
  }[];
  flags: { code: RedFlag['code']; name: string; effects: string[] }[];
  /** The calculator of the lot's own page beside ours. */
  page: { name: string; theirs: string; ours: string }[];
  /** What changed of the lot since the report, the newest first, each with its day. */
  changes: string[];
};
export type PullView = {
  note: string;
  parts: { name: string; undamaged: string; used: string; brings: string }[];
  /** What all others come to, and what that makes. */
  rest: { label: string; amount: string }[];
};
export type RowView = {
  id: DealRowId;
  name: string;
  amount: string;
  basis: string;
  /** What stands against it: our judgment, age, doubts; in short. */
  marks: string[];
  sources: string[];
  /** Its user's own figure, and what it stands for. */
  own: { instead_of: string | null } | null;
  known: boolean;
};
export type CurveView = {
  title: string;
  words: string;
  points: { bid: number; probability: number; label: string; chance: string; mark: string }[];
  ceiling: number | null;
};

const marksOf = (row: DealRow): string[] => [
  ...(row.sources.some(({ judgement }) => judgement) ? ['our judgment'] : []),
  ...(row.sources.some(({ typical }) => typical) ? ['typical'] : []),
  ...(row.sources.some(({ old }) => old) ? ['more than a year old'] : []),
  ...new Set(row.sources.flatMap(({ doubt }) => (doubt ? [DOUBT_WORDS[doubt]] : []))),
];

/** The amount beside it says that it is not known. */
const needsOrBasis = (basis: DealRow['basis']): string =>
  basis.code === 'unknown' ? NEEDS_WORDS[basis.needs] : dealBasisWords(basis);

const rowView = (row: DealRow): RowView => ({
  id: row.id,
  name: DEAL_ROW_NAMES[row.id],
  amount: row.usd === null ? 'Not known' : atLeast(wholeDollars(row.usd), row.at_least === true),
  basis: needsOrBasis(row.basis),
  marks: marksOf(row),
  sources: [
    ...(row.group === 'import' ? ['Check before the car ships.'] : []),
    ...(row.low !== undefined && row.high !== undefined && row.low < row.high
      ? [`Between ${wholeDollars(row.low)} and ${wholeDollars(row.high)}.`]
      : []),
    ...new Set(row.sources.map(dealSourceWords)),
    ...(row.from === 'report' && row.id === 'repair' ? ['The estimate of this report.'] : []),
    ...(row.basis.code === 'tariff' ? [rateWords(row.basis)] : []),
  ],
  own:
    row.from === 'user'
      ? { instead_of: row.instead_of === undefined ? null : wholeDollars(row.instead_of) }
      : null,
  known: row.usd !== null,
});

const rateWords = ({
  currency,
  rate,
  rate_source,
  rate_date,
  rate_old,
}: Extract<DealRow['basis'], { code: 'tariff' }>): string =>
  rate_source === 'user'
    ? `1 ${currency} = $${rate}, entered by hand.`
    : `1 ${currency} = $${rate}, ${rate_source || 'this service’s own rate'} of ${rate_date}${rate_old ? ', more than a year old' : ''}.`;

/** What rows come to: at least that where one is not known, and nothing to tell where none is. */
function groupTotal(rows: readonly DealRow[]): string {
  const known = rows.filter(({ usd }) => usd !== null);
  if (known.length === 0) return 'Not known';
  const isOpen = known.length < rows.length || rows.some(({ at_least }) => at_least);
  return atLeast(wholeDollars(known.reduce((sum, { usd }) => sum + (usd ?? 0), 0)), isOpen);
}

/** Its groups in the order of the sheet, each with what its rows come to. */
function groupsOf(rows: readonly DealRow[]): DealView['groups'] {
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, inGroup]) => ({
    group,
    name: DEAL_GROUP_NAMES[group],
    note: group === 'import' ? 'Check every row before the car ships.' : '',
    total: inGroup.length > 1 ? groupTotal(inGroup) : null,
    rows: inGroup.map(rowView),
  }));
}

function curveOf({ curve, ceiling, highest_bid, risk }: DealSheet): CurveView | null {
  const [first] = curve;
  const last = curve.at(-1);
  if (!first || !last || curve.length < 3) return null;
  const wanted = percentOf(1 - risk);
  const mark = (bid: number): string =>
    [...(bid === ceiling ? [`${wanted} sure`] : []), ...(bid === highest_bid ? ['max bid'] : [])].join(', ');
  return {
    title: 'Chance of your target profit, by bid',
    words: [
      `${percentOf(first.probability)} at ${wholeDollars(first.bid)}, falling to ${percentOf(last.probability)} at ${wholeDollars(last.bid)}.`,
      ceiling === null
        ? `No bid has the ${wanted} you want.`
        : `Up to ${wholeDollars(ceiling)} it is at least ${wanted}.`,
    ].join(' '),
    points: curve.map(({ bid, probability }) => ({
      bid,
      probability,
      label: wholeDollars(bid),
      chance: percentOf(probability),
      mark: mark(bid),
    })),
    ceiling,
  };
}

type PartOut = NonNullable<DealSheet['part_out']>;

const leftWords = (usd: number | null, open: boolean): string =>
  usd === null ? 'Not known' : atMost(wholeDollars(usd), open);

const LESS: ReadonlySet<PartOutFigure> = new Set(['labor', 'selling']);

function waysOf({ rows, bid, all_in, all_in_at_least, profit, part_out }: DealSheet): DealView['ways'] {
  const resale = rows.find(({ id }) => id === 'resale')?.usd ?? null;
  const days = rows.find(({ id }) => id === 'holding')?.basis;
  const row = (label: string, usd: number | null) => ({
    label,
    amount: usd === null ? 'Not known' : wholeDollars(usd),
  });
  const inParts = (figure: PartOutFigure, usd: number) =>
    row(
      `${LESS.has(figure) ? `Less ${PART_OUT_NAMES[figure].toLowerCase()}` : PART_OUT_NAMES[figure]}${part_out?.own.includes(figure) ? ', your figure' : ''}`,
      usd,
    );
  const rebuild = {
    name: 'Rebuild and sell',
    note: days?.code === 'days' ? `About ${days.days} days` : '',
    rows: [
      row('Resale', resale),
      { label: 'All in', amount: atLeast(wholeDollars(all_in), all_in_at_least) },
      { label: 'Left', amount: leftWords(profit, all_in_at_least) },
    ],
    pull: null,
    sources: [],
  };
  if (part_out === null) return [];
  return [
    { ...rebuild, name: `${rebuild.name}, bought at ${wholeDollars(bid)}` },
    {
      name: `Part out, bought at ${wholeDollars(bid)}`,
      note: `${part_out.parts_count} parts, most sold within ${part_out.days} days`,
      rows: [
        inParts('parts', part_out.parts),
        inParts('metal', part_out.metal),
        inParts('catalyst', part_out.catalyst),
        inParts('labor', part_out.labor),
        inParts('selling', part_out.selling),
        { label: 'All in', amount: atLeast(wholeDollars(part_out.cost), part_out.cost_at_least) },
        { label: 'Left', amount: leftWords(part_out.value - part_out.cost, part_out.cost_at_least) },
      ],
      pull: pullView(part_out),
      sources: [...new Set(part_out.sources.map(dealSourceWords))],
    },
  ];
}

const SIDES = { left: ', left', right: ', right', center: '', none: '', unknown: '' } as const;

/** What to pull of a car that is taken apart; null where nothing of it is worth it. */
function pullView({ pull, parts, engine, others, capped, own }: PartOut): PullView | null {
  if (pull.length === 0) return null;
  const isOwn = own.includes('parts');
  const row = (label: string, usd: number) => ({ label, amount: wholeDollars(usd) });
  return {
    note: 'Brings: used price × chance undamaged × share that sells within a year. Prices and shares are our judgment.',
    parts: pull.map(({ part, side, list, used, undamaged, brings }) => ({
      name: `${part}${SIDES[side]}`,
      undamaged: percentOf(undamaged),
      used: `${wholeDollars(used)} used, ${wholeDollars(list)} new`,
      brings: wholeDollars(brings),
    })),
    rest: [
      ...(engine > 0 ? [row('Engine that runs', engine)] : []),
      ...(others > 0 ? [row('All other parts', others)] : []),
      ...(capped && !isOwn ? [row('All counted, at most a share of the car’s value', parts)] : []),
    ],
  };
}

function cautionsOf(deal: DealSheet): string[] {
  const missing = missingRows(deal).length;
  const { counted } = deal;
  const resold = deal.rows.some(({ id, usd }) => id === 'resale' && usd !== null);
  return [
    ...(counted.sold_in_canada
      ? ['This lot is sold in Canada, in Canadian dollars. Every amount here is in US dollars.']
      : []),
    ...(counted.broker_from === 'assumed'
      ? ['Counted as a body shop with an auction license. Change it under “How do you buy?”.']
      : []),
    ...(resold ? [] : ['What the car sells for after the repair is not known: enter it to get a max bid.']),
    ...(missing > 0
      ? [
          `${costsWords(missing)} not known, so sums are at least what they show. Enter ${missing === 1 ? 'it' : 'them'}${deal.highest_bid === null ? '' : `: your max bid falls by ${missing === 1 ? 'it' : 'them'}`}.`,
        ]
      : []),
  ];
}

/** The highest bid is as exact as the increments it is on. */
const onOtherIncrements = ({ bid_sources }: DealSheet): boolean =>
  bid_sources.some(({ doubt }) => doubt === 'other_auction');

const PAGE_COSTS: Partial<Record<PageCost['name'], string>> = {
  auction_fees: 'Auction fees',
  us_transport: 'Truck from the yard',
  ocean: 'Ocean freight',
  broker: 'Broker',
  import_duty: 'Customs duty',
  import_vat: 'VAT',
  customs_agency: 'Customs agency',
};

/** The page's own calculator beside ours; freight to several ports as a range. */
function pageView({ page_costs }: DealSheet): DealView['page'] {
  return [...Map.groupBy(page_costs, ({ name }) => name)].map(([name, costs]) => {
    const [first] = costs;
    const amounts = costs.map(({ amount }) => amount);
    const bid = first?.at_bid ?? null;
    const to = costs.length > 1 ? ` (${costs.length} ports)` : first?.port ? ` to ${first.port}` : '';
    return {
      name: `${PAGE_COSTS[name] ?? name}${to}${bid === null ? '' : `, at a bid of ${wholeDollars(bid)}`}`,
      theirs: printedRange(Math.min(...amounts), Math.max(...amounts), first?.currency ?? null),
      ours: first?.ours == null ? 'Not counted' : wholeDollars(first.ours),
    };
  });
}

/** Bids are placed in US dollars: what is bid or sold for stands in them, with its reader's money beneath. */
const inDollars = <Written>(write: () => Written): Written =>
  inUnits({ ...shownUnits(), money: null }, write);

type Figure = DealView['figures'][number];
const auctionFigure = (write: () => Figure): Figure => {
  const own = write();
  if (shownUnits().money === null) return own;
  const dollars = inDollars(write);
  return own.value === dollars.value
    ? own
    : {
        ...own,
        value: dollars.value,
        note: [own.value, own.note].filter((words) => words !== '').join(', '),
      };
};

const bidNowFigure = (deal: DealSheet): DealView['figures'] =>
  deal.bid_now === null
    ? []
    : [{ label: 'Bid now', value: wholeDollars(deal.bid_now), note: roomWords(deal) ?? '' }];

/** A deal in the words and figures of every surface. */
export function dealView(sheet: DealSheet): DealView {
  const deal = dealAsShown(sheet, 'whole');
  const { verdict, reasons, highest_bid, profit, all_in, bid, price, counted, answer } = deal;
  const short = shortAnswer(deal);
  const place = DESTINATION_NAMES[counted.destination];
  const isOpen =
    answer.form === 'parts_only' ? (deal.part_out?.cost_at_least ?? false) : deal.all_in_at_least;
  const terms = { open: isOpen, figure: CAUTION_NAMES[counted.repair_quantile] ?? 'Counted' };
  const said = answerWords(answer, place, terms);
  const margin = deal.rows.find(({ id }) => id === 'margin')?.usd ?? null;
  return {
    verdict: verdict ? DEAL_VERDICTS[verdict] : 'Not decided',
    ...said,
    headline: inDollars(() => answerWords(answer, place, terms).headline),
    in_own_money: shownUnits().money === null ? null : said.headline,
    price: price && priceWords(price),
    reasons: reasons.map(dealReasonWords),
    thresholds: [
      ...deal.thresholds.map(thresholdWords),
      ...deal.bid_sources.map((source) => `Bid increments: ${dealSourceWords(source)}`),
    ],
    figures: [
      auctionFigure(() => ({
        label: price?.of === 'sold' ? 'Sold for' : 'Lots like this sell for',
        value: price === null ? 'Not known' : wholeDollars(price.usd),
        note: price === null ? 'No price read, and no value' : (priceRangeWords(price) ?? 'Its price'),
      })),
      auctionFigure(() => ({
        label: short.label,
        value: shortAnswer(deal).amount,
        note:
          highest_bid === null
            ? ''
            : `Leaves ${margin === null ? 'your profit' : wholeDollars(margin)}, ${oddsWords(counted.repair_quantile)} sure${onOtherIncrements(deal) ? '; on Copart’s bid increments, for IAA’s are not known' : ''}`,
      })),
      ...bidNowFigure(deal).map((figure, at) => auctionFigure(() => bidNowFigure(deal)[at] ?? figure)),
    ],
    cautions: cautionsOf(deal),
    missing: missingRows(deal).map(({ id, basis }) => ({
      id,
      name: DEAL_ROW_NAMES[id],
      needs: needsOrBasis(basis),
    })),
    at: `At a bid of ${wholeDollars(bid)}`,
    groups: groupsOf(deal.rows),
    sums: [
      { label: 'Bid', amount: wholeDollars(bid) },
      {
        label: 'All in: bid and every cost',
        amount: atLeast(wholeDollars(all_in), deal.all_in_at_least),
      },
      { label: 'Left of the resale', amount: leftWords(profit, deal.all_in_at_least) },
    ],
    curve: curveOf(deal),
    ways: waysOf(deal),
    page: pageView(deal),
    changes: [
      ...new Set(
        deal.changes.map((change) => `${dayInUtc(Date.parse(change.read_at))}: ${changeWords(change)}`),
      ),
    ],
    flags: deal.flags.map((flag) => ({
      code: flag.code,
      name: flagName(flag),
      effects: flag.effects.map(effectWords),
    })),
  };
}
