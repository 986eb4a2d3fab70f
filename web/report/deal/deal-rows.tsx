import { useId, useState } from 'react';
import type { DealRowId } from '../../../contract/deal/deal-settings.ts';
import type { DealView, RowView } from '../../../contract/report-view/deal/deal-view.ts';
import { inSentence } from '../../../contract/report-view/words/in-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { typedNumber } from '../../ui/form/typed-number.ts';

/** Sets a figure of one's own; null: the rows are to read only. */
type OnRow = ((id: DealRowId, usd: number | undefined) => void) | null;

/** Most that the service takes for a row, $. */
const MOST = 10_000_000;

const placeOf = (id: DealRowId): string => `deal-row-${id}`;

/** Opens a row, and takes the keyboard to its field. */
export function goToDealRow(id: DealRowId): void {
  const row = document.getElementById(placeOf(id));
  if (!(row instanceof HTMLDetailsElement)) return;
  const focus = (): void => row.querySelector('input')?.focus();
  if (row.open) focus();
  else row.addEventListener('toggle', () => requestAnimationFrame(focus), { once: true });
  row.open = true;
  row.scrollIntoView({ block: 'center' });
}

/** All amounts at one bid; each opens to where it comes from, and takes one's own figure. */
export function DealRows({ view, onRow }: { view: DealView; onRow: OnRow }) {
  return (
    <div className="grid gap-4 text-sm">
      <div>
        <h3 className="font-medium">{view.at}</h3>
        <p className="text-muted">
          Open a row for its table, date and source{onRow === null ? '' : ', or for your own figure'}.
        </p>
      </div>
      {view.groups.map(({ group, name, note, total, rows }) => (
        <div key={group}>
          <h4 className="flex justify-between gap-4 font-medium">
            <span>{name}</span>
            {total === null ? null : <span className="figures text-muted">{total}</span>}
          </h4>
          {note === '' ? null : <p className="text-warn">{note}</p>}
          <div className="mt-1 divide-y divide-rule border-y border-rule">
            {rows.map((row) => (
              <Row key={row.id} row={row} onRow={onRow} />
            ))}
          </div>
        </div>
      ))}
      <dl className="figures border-t-2 border-ink">
        {view.sums.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4 py-1 last:font-semibold">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Row({ row, onRow }: { row: RowView; onRow: OnRow }) {
  const [open, setOpen] = useState(false);
  return (
    <details id={placeOf(row.id)} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1">
        <span className="min-w-0">
          {row.name}
          <span className="block text-muted">{[row.basis, ...row.marks].join(' · ')}</span>
        </span>
        <span className={row.known ? 'figures whitespace-nowrap' : 'whitespace-nowrap text-warn'}>
          {row.known || onRow === null ? row.amount : 'Enter it'}
        </span>
      </summary>
      {open ? <OpenRow row={row} onRow={onRow} /> : null}
    </details>
  );
}

function OpenRow({ row, onRow }: { row: RowView; onRow: OnRow }) {
  return (
    <div className="grid gap-2 pb-3">
      {row.sources.length === 0 ? null : (
        <ul className="list-disc wrap-anywhere pl-5 text-muted">
          {row.sources.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {onRow === null ? null : <OwnFigure row={row} onRow={onRow} />}
    </div>
  );
}

function OwnFigure({ row, onRow }: { row: RowView; onRow: NonNullable<OnRow> }) {
  const title = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  return (
    <form
      noValidate
      aria-labelledby={title}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const usd = Math.round(typedNumber(typed) * 100) / 100;
        const read = usd >= 0 && usd <= MOST;
        setFault(read ? null : 'Enter an amount in dollars, like 350.');
        if (read) onRow(row.id, usd);
      }}
    >
      <span id={title} className="sr-only">
        {row.name}
      </span>
      <Field
        label={`Your figure for ${inSentence(row.name)}, $`}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-xs min-w-0 grow"
        value={typed}
        fault={fault ?? undefined}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit" look="quiet">
        Use it
      </Button>
      {row.own === null ? null : (
        <Button look="text" onClick={() => onRow(row.id, undefined)}>
          Reset{row.own.instead_of === null ? '' : ` to ${row.own.instead_of}`}
        </Button>
      )}
    </form>
  );
}
