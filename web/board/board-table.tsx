import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { SelectBox } from '../report-list/table/select-box.tsx';
import { useMedia } from '../ui/use-media.ts';
import { CELLS } from './board-cells.tsx';
import {
  type BoardLot,
  type BoardRow,
  type BoardSort,
  type BoardView,
  NUMBERS,
  nameOf,
  SORTS,
} from './board-rows.ts';
import { WaitingStatus } from './waiting-status.tsx';

/** Heights of a line, of a card on a phone and of the head of a group, px: none has to be measured. */
const ROW_PX = 64;
const CARD_PX = 120;
const GROUP_PX = 44;
/** Lines drawn beyond each edge. */
const BEYOND = 8;
const COLUMNS = Object.keys(SORTS) as BoardSort[];

/** Widths on a desktop: the board is seen whole at 1440 px. */
const WIDTHS: Record<BoardSort, string> = {
  vehicle: 'sm:w-46',
  verdict: 'w-30',
  price: 'w-35',
  ceiling: 'w-28',
  room: 'w-27',
  bid: 'w-23',
  repair: 'w-35',
  value_share: 'w-19',
  sale_date: 'w-28',
  status: '',
};

/** Places on the card of a phone, one line each; what has none is in the report alone. */
const ON_CARD: Partial<Record<BoardSort, string>> = {
  vehicle: 'max-sm:col-start-2 max-sm:row-start-1',
  verdict: 'max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end',
  ceiling: 'max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2',
  price: 'max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3',
  sale_date: 'max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-4',
  status: 'max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-5',
};

type Props = {
  rows: readonly BoardRow[];
  view: BoardView;
  onSort: (sort: BoardSort) => void;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, on: boolean) => void;
  onChooseAll: (on: boolean) => void;
};

/** The lots as rows, on a phone as cards; those around what is seen are in the document. */
export function BoardTable({ rows, view, onSort, chosen, onChoose, onChooseAll }: Props) {
  const frame = useRef<HTMLElement>(null);
  const rowPx = useMedia('(width < 40rem)') ? CARD_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_PX : rowPx),
    overscan: BEYOND,
  });
  useEffect(() => {
    // Heights stay as measured until they are said to have changed.
    if (rows.length > 0 && rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx, rows]);
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
        className="w-full table-fixed border-collapse text-sm max-sm:block sm:min-w-[76.5rem]"
        aria-rowcount={rows.length + 1}
      >
        <caption className="sr-only">Your lots</caption>
        <thead className="sticky top-0 z-10 bg-sheet max-sm:block">
          <tr className="border-b border-rule text-left max-sm:flex" aria-rowindex={1}>
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
                  sort !== 'vehicle' && 'max-sm:hidden',
                  WIDTHS[sort],
                )}
              >
                <button
                  type="button"
                  onClick={() => onSort(sort)}
                  className={clsx(
                    'inline-flex min-h-11 items-center gap-0.5 px-2 whitespace-nowrap text-muted hover:text-ink',
                    NUMBERS.has(sort) && 'flex-row-reverse',
                  )}
                >
                  {SORTS[sort]}
                  <span aria-hidden="true" className="text-ink">
                    {view.sort !== sort ? '' : view.order === 'desc' ? '↓' : '↑'}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          <Gap px={above} />
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return row.kind === 'group' ? (
              <tr
                key={key}
                aria-rowindex={index + 2}
                className="h-11 border-b border-rule bg-sunken max-sm:flex"
              >
                <th
                  scope="rowgroup"
                  colSpan={COLUMNS.length + 1}
                  className="px-2 text-left max-sm:self-center font-semibold"
                >
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
    <tr className="max-sm:block">
      <td colSpan={COLUMNS.length + 1} style={{ height: px }} className="p-0 max-sm:block" />
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
    <tr
      aria-rowindex={index + 2}
      className={clsx(
        'border-b border-rule max-sm:grid max-sm:h-30 max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:content-center max-sm:gap-x-2 max-sm:pr-3 sm:h-16',
        chosen && 'bg-sunken',
      )}
    >
      <td className="max-sm:row-span-5 max-sm:size-11">
        {row.kind === 'waiting' || row.card.reportId === null ? null : (
          <SelectBox
            label={`Select ${nameOf(row)}`}
            checked={chosen}
            onChange={(on) => onChoose(row.id, on)}
          />
        )}
      </td>
      {row.kind === 'waiting' ? (
        <Waiting lot={row.lot} />
      ) : (
        COLUMNS.map((column) => (
          <td
            key={column}
            className={clsx(
              'figures overflow-hidden max-sm:min-w-0 sm:px-2',
              NUMBERS.has(column) && 'sm:text-right',
              ON_CARD[column] ?? 'max-sm:hidden',
            )}
          >
            {CELLS[column](row.card)}
          </td>
        ))
      )}
    </tr>
  );
});

/** A lot without a report: what was given, then why and what can be done about it. */
const Waiting = ({ lot }: Pick<Extract<BoardLot, { kind: 'waiting' }>, 'lot'>): ReactNode => (
  <>
    <td className="overflow-hidden max-sm:col-span-2 max-sm:min-w-0 sm:px-2" title={lot.listed}>
      {lot.name === null ? null : <span className="block truncate font-medium">{lot.name}</span>}
      <span className="block truncate text-muted">{lot.listed}</span>
    </td>
    <td
      colSpan={COLUMNS.length - 1}
      className="overflow-hidden max-sm:col-span-2 max-sm:col-start-2 max-sm:min-w-0 sm:px-2"
    >
      <WaitingStatus lot={lot} />
    </td>
  </>
);
