import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { saleWords } from '../../../contract/report-view/head/lot-facts.ts';
import { verdictWords } from '../../../contract/report-view/head/verdict-words.ts';
import { listedSale } from '../../../contract/report-view/market/listed-sale.ts';
import { saleEndWords } from '../../../contract/report-view/market/sale-end.ts';
import type { ReportFilter } from '../../api/reports/report-list.ts';
import { Button } from '../../ui/button.tsx';
import { dollars, percent } from '../../ui/money.ts';
import { Badge, OwnWords } from '../card-marks.tsx';
import type { ReportCardData } from '../report-card-data.ts';
import { ReportName } from './report-name.tsx';
import { SelectBox } from './select-box.tsx';
import { SelectionBar } from './selection-bar.tsx';

type Column = {
  sort: NonNullable<ReportFilter['sort']>;
  label: string;
  number?: true;
  cell: (card: ReportCardData) => ReactNode;
};
const UNKNOWN = '–';

const COLUMNS: readonly Column[] = [
  { sort: 'vehicle', label: 'Vehicle', cell: (card) => <Vehicle card={card} /> },
  { sort: 'lot', label: 'Lot', cell: ({ lot }) => lot || 'None' },
  {
    sort: 'sale_date',
    label: 'Sale date',
    cell: ({ figures, changes }) =>
      (figures && saleEndWords(listedSale(figures, changes), Date.now())) ??
      saleWords(figures?.sale_date ?? null, Date.now()) ??
      UNKNOWN,
  },
  { sort: 'repair', label: 'Repair likely', number: true, cell: (card) => <Repair card={card} /> },
  {
    sort: 'value_share',
    label: 'Repair ÷ value',
    number: true,
    cell: ({ figures }) => (figures?.value_share == null ? UNKNOWN : percent(figures.value_share)),
  },
  {
    sort: 'verdict',
    label: 'Verdict',
    cell: ({ figures }) => (figures === null ? UNKNOWN : verdictWords({ total_loss: figures })),
  },
  { sort: 'status', label: 'Status', cell: (card) => <Status card={card} /> },
];

type Props = {
  cards: readonly ReportCardData[];
  filter: ReportFilter;
  onFilter: (filter: ReportFilter) => void;
  more: boolean;
  loadingMore: boolean;
  onMore: () => void;
};

/** The reports as rows, for those with many: sorted by the service, chosen by their boxes. */
export function ReportTable({ cards, filter, onFilter, more, loadingMore, onMore }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const listed = cards.flatMap(({ reportId }) => reportId ?? []);
  // What has left the list is no longer chosen.
  const selected = cards.filter(({ reportId }) => reportId !== null && chosen.has(reportId));
  const all = listed.length > 0 && selected.length === listed.length;
  const toggle = (id: string, wanted: boolean): void => {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const sortBy = (sort: NonNullable<ReportFilter['sort']>): void =>
    onFilter({ ...filter, sort, order: filter.sort === sort && filter.order !== 'desc' ? 'desc' : 'asc' });

  return (
    <>
      <section
        aria-label="Table of reports"
        className="overflow-x-auto rounded-lg border border-rule bg-sheet"
      >
        <table className="w-full min-w-3xl border-collapse text-sm">
          <caption className="sr-only">Your reports</caption>
          <thead>
            <tr className="border-b border-rule text-left">
              <th scope="col" className="w-11">
                <SelectBox
                  label="Select all reports shown"
                  checked={all}
                  onChange={(on) => setChosen(new Set(on ? listed : []))}
                />
              </th>
              {COLUMNS.map(({ sort, label, number }) => (
                <th
                  key={sort}
                  scope="col"
                  aria-sort={
                    filter.sort !== sort ? undefined : filter.order === 'desc' ? 'descending' : 'ascending'
                  }
                  className={clsx('font-medium', number && 'text-right')}
                >
                  <button
                    type="button"
                    onClick={() => sortBy(sort)}
                    className="min-h-11 px-3 whitespace-nowrap text-muted hover:text-ink"
                  >
                    {label}
                    <span aria-hidden="true" className="inline-block w-4 text-ink">
                      {filter.sort !== sort ? '' : filter.order === 'desc' ? '↓' : '↑'}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-rule">
            {cards.map((card) => (
              <tr
                key={card.id}
                className={clsx(card.reportId !== null && chosen.has(card.reportId) && 'bg-sunken')}
              >
                <td className="align-top">
                  {card.reportId === null ? null : (
                    <SelectBox
                      label={`Select ${card.name}`}
                      checked={chosen.has(card.reportId)}
                      onChange={(on) => toggle(card.reportId ?? '', on)}
                    />
                  )}
                </td>
                {COLUMNS.map(({ sort, number, cell }) => (
                  <td
                    key={sort}
                    className={clsx(
                      'figures px-3 py-3 align-top',
                      number && 'pr-7 text-right',
                      sort === 'vehicle' && 'min-w-44',
                    )}
                  >
                    {cell(card)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more ? (
        <Button look="quiet" className="mt-3 w-full" busy={loadingMore} onClick={onMore}>
          Show more reports
        </Button>
      ) : null}
      {selected.length === 0 ? null : (
        <SelectionBar selected={selected} onClear={() => setChosen(new Set())} />
      )}
    </>
  );
}

function Vehicle({ card }: { card: ReportCardData }) {
  return (
    <>
      <ReportName card={card} className="inline-block" linked="font-medium" />
      {/* On a phone the columns that decide lie beyond the edge. */}
      {card.figures === null ? null : (
        <span className="block text-muted sm:hidden">
          {dollars(card.totalCost)} · {verdictWords({ total_loss: card.figures })}
        </span>
      )}
      {card.tag === null && card.note === null ? null : <OwnWords card={card} className="mt-2" />}
    </>
  );
}

function Repair({ card: { totalCost, figures } }: { card: ReportCardData }) {
  return (
    <>
      <span className="font-semibold">{dollars(totalCost)}</span>
      {figures === null ? null : (
        <span className="block whitespace-nowrap text-muted">
          {dollars(figures.low)}–{dollars(figures.high)}
        </span>
      )}
    </>
  );
}

function Status({ card }: { card: ReportCardData }) {
  return (
    <span className="whitespace-nowrap">
      <Badge outcome={card.outcome} />
      {card.outcome === 'in_progress' ? (
        <span className="ml-2 text-muted">{percent(card.progress)}</span>
      ) : null}
    </span>
  );
}
