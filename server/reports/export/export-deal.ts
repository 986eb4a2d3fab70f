import { partOutFigureSchema } from '../../../contract/deal/deal-settings.ts';
import type { DealRow, DealSheet } from '../../../contract/deal/deal-sheet.ts';
import { dealView } from '../../../contract/report-view/deal/deal-view.ts';
import { dealSourceWords, PART_OUT_NAMES } from '../../../contract/report-view/deal/deal-words.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { dealAsShown } from '../../../contract/report-view/units/as-shown.ts';
import { shownUnits } from '../../../contract/report-view/units/shown-units.ts';
import { percentOf } from '../../../contract/report-view/words/sentence.ts';
import type { Column } from './export-lines.ts';

type ExportedRow = {
  group: string;
  name: string;
  usd: number | null;
  basis: string;
  from: string;
  dates: string;
  sources: string;
};

const FROM: Record<DealRow['from'], string> = {
  table: 'table',
  report: 'this report',
  user: 'yours',
  unknown: 'not known',
};

/** Rows of the deal, each with where it comes from, and under them what they come to. */
export function dealRows(sheet: DealSheet): ExportedRow[] {
  const deal = dealAsShown(sheet, 'cents');
  const view = dealView(deal);
  const byId = new Map(deal.rows.map((row) => [row.id, row]));
  const rows = view.groups.flatMap(({ name: group, rows: inGroup }) =>
    inGroup.flatMap(({ id, name, basis, sources }) => {
      const row = byId.get(id);
      if (!row) return [];
      const dates = new Set(row.sources.map(({ date, read }) => date ?? `undated, read ${read}`));
      return [
        {
          group,
          name,
          usd: row.usd,
          basis: row.at_least ? `at least: ${basis}` : basis,
          from: FROM[row.from],
          dates: [...dates].join('; '),
          sources: sources.join(' · '),
        },
      ];
    }),
  );
  const sum = (name: string, usd: number | null, basis = ''): ExportedRow => ({
    group: 'Result',
    name,
    usd,
    basis,
    from: '',
    dates: deal.day,
    sources: '',
  });
  const [price, maxBid] = view.figures;
  return [
    ...rows,
    sum('Bid', deal.bid),
    sum(`All in: bid and every cost${deal.all_in_at_least ? ', at least' : ''}`, deal.all_in),
    sum(`Left of the resale${deal.all_in_at_least && deal.profit !== null ? ', at most' : ''}`, deal.profit),
    sum(price?.label ?? '', deal.price?.usd ?? null, view.price ?? ''),
    sum(maxBid?.label ?? '', deal.highest_bid, maxBid?.note),
    sum('What to bid', null, `${view.headline}. ${view.detail}`),
    sum('Verdict', null, [view.verdict, ...view.reasons].join('. ')),
    ...view.cautions.map((words) => sum('Note', null, words)),
    ...partOutRows(deal),
    ...view.flags.map(({ name, effects }) => ({
      ...sum(name, null, effects.join(' · ')),
      group: 'Red flags',
    })),
    ...view.thresholds.map((words) => ({ ...sum('How it is decided', null, words), dates: '' })),
  ];
}

/** The car in parts, each figure with whose it is, and what they come to. */
function partOutRows({ part_out: out, day }: DealSheet): ExportedRow[] {
  if (out === null) return [];
  const row = (name: string, usd: number, from: string): ExportedRow => ({
    group: 'In parts',
    name,
    usd,
    basis: '',
    from,
    dates: day,
    sources: '',
  });
  const figures = partOutFigureSchema.options.map((figure) =>
    row(PART_OUT_NAMES[figure], out[figure], out.own.includes(figure) ? FROM.user : FROM.table),
  );
  const sources = out.sources.map(dealSourceWords).join(' · ');
  return [
    ...figures,
    ...out.pull.map(({ part, side, list, used, undamaged, brings }) => ({
      ...row(`Pull: ${part}${side === 'left' || side === 'right' ? `, ${side}` : ''}`, brings, FROM.table),
      basis: `${dollarsAndCents(used)} used, ${dollarsAndCents(list)} new, ${percentOf(undamaged)} chance undamaged`,
    })),
    { ...row('Value in parts', out.value, ''), sources },
    row(`Paid for it, all in${out.cost_at_least ? ', at least' : ''}`, out.cost, ''),
  ];
}

/** Columns of the workbook's sheet; amounts stand under the money they are in. */
export const dealColumns = (): readonly Column<ExportedRow>[] => [
  { heading: 'group', of: ({ group }) => group, width: 16 },
  { heading: 'row', of: ({ name }) => name, width: 32 },
  {
    heading: shownUnits().money?.currency.toLowerCase() ?? 'usd',
    of: ({ usd }) => usd,
    width: 14,
    money: true,
  },
  { heading: 'how', of: ({ basis }) => basis, width: 44 },
  { heading: 'from', of: ({ from }) => from, width: 12 },
  { heading: 'date', of: ({ dates }) => dates, width: 24 },
  { heading: 'source', of: ({ sources }) => sources, width: 90 },
];
