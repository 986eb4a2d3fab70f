import { clsx } from 'clsx';
import { useState } from 'react';
import { lineSide } from '../../../contract/report-view/number-side.ts';
import { possibleGroups, type SettledBy } from '../../../contract/report-view/outcome-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Icon } from '../../ui/icon.tsx';
import { dollars, dollarsAndCents, percent } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { LineDetails } from './line-details.tsx';
import type { LinesProps, NumberedLine } from './line-list.tsx';
import type { LineSetting } from './line-row.tsx';
import { OPERATIONS } from './line-words.ts';

type Props = LinesProps & { outcome: NonNullable<Estimate['outcome']> };

/** What may be needed and is not written, by what would settle it: chance, full cost, and what it adds to the average outcome. */
export function PossibleItems({ lines, outcome, ...setting }: Props) {
  if (lines.length === 0) return null;
  const before = lines.reduce((sum, { line }) => sum + line.expected_cost, 0);
  const tax = outcome.possible - outcome.slight - before;
  return (
    <section aria-labelledby="possible-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-2">
        <h2 id="possible-title" className="text-xl font-semibold">
          Possible items
        </h2>
        <p className="figures font-semibold">
          <Figure of="outcome:possible">{`+ ${dollars(outcome.possible)}`}</Figure>
        </p>
        <p className="w-full text-sm text-muted">
          Not written. Each adds its chance of its full cost to the average outcome.
        </p>
      </div>
      {possibleGroups(lines.map(({ line }) => line)).map(({ by, title, expected, lines: some }) => (
        <Group
          key={by}
          by={by}
          title={title}
          expected={expected}
          lines={lines.filter(({ line }) => some.includes(line))}
          {...setting}
        />
      ))}
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-6 border-t border-rule pt-3 text-sm text-muted">
        {outcome.slight_count > 0 ? (
          <>
            <dt>{outcome.slight_count} more under 5&nbsp;%, not listed, with tax</dt>
            <dd className="text-right">
              <Figure of="outcome:slight">{dollarsAndCents(outcome.slight)}</Figure>
            </dd>
          </>
        ) : null}
        <dt>Tax on those listed</dt>
        <dd className="text-right">
          <Figure of="outcome:possible">{dollarsAndCents(Math.max(0, tax))}</Figure>
        </dd>
        <dt className="font-semibold text-ink">Possible items</dt>
        <dd className="text-right font-semibold text-ink">
          <Figure of="outcome:possible">{dollarsAndCents(outcome.possible)}</Figure>
        </dd>
      </dl>
    </section>
  );
}

type GroupProps = LinesProps & { by: SettledBy; title: string; expected: number };

function Group({ by, title, expected, lines, ...setting }: GroupProps) {
  return (
    <div className="relative border-b border-rule">
      <details className="group">
        <summary className="mr-32 flex min-h-12 list-none items-center gap-2 font-medium">
          <Icon name="right" size={12} className="shrink-0 text-signal group-open:rotate-90" />
          <span>
            {title} <span className="font-normal text-muted">({lines.length})</span>
          </span>
        </summary>
        <Columns />
        <ul className="divide-y divide-rule border-t border-rule">
          {lines.map((one) => (
            <PossibleRow key={one.line.id} {...one} {...setting} />
          ))}
        </ul>
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-3 right-0 text-right">
        <Figure of={`settled:${by}`}>{`+ ${dollarsAndCents(expected)}`}</Figure>
      </p>
    </div>
  );
}

const COLUMNS = 'md:grid-cols-[1fr_4.5rem_6rem_6.5rem]';

const Columns = () => (
  <div
    aria-hidden="true"
    className={clsx(
      'hidden gap-x-4 border-t border-rule py-1.5 text-right text-xs text-muted md:grid',
      COLUMNS,
    )}
  >
    <span className="pl-7 text-left">Part and operation</span>
    <span>Chance</span>
    <span>If needed</span>
    <span>Adds</span>
  </div>
);

/** One line in one row; why, numbers and where to buy on request. */
function PossibleRow({ line, number, vehicle, active, onActive }: NumberedLine & LineSetting) {
  const [open, setOpen] = useState(false);
  return (
    <li
      id={`line-${line.id}`}
      className={clsx('-mx-3 rounded-md px-3 py-1.5', active === line.id && 'bg-sunken')}
      onMouseEnter={() => onActive(line.id)}
      onMouseLeave={() => onActive(null)}
    >
      <div className={clsx('grid items-baseline gap-x-4', COLUMNS)}>
        <h3 className="min-w-0">
          <button
            type="button"
            aria-expanded={open}
            className="flex min-h-8 w-full items-baseline gap-x-2 text-left hover:text-signal"
            onClick={() => setOpen(!open)}
          >
            <span className="figures min-w-5 shrink-0 text-sm text-muted">{number}</span>
            <span className="min-w-0 wrap-anywhere">
              {[line.name, lineSide(line)].filter(Boolean).join(', ')}
              <span className="text-sm text-muted">
                {' '}
                · {OPERATIONS[line.operation]}
                {line.quantity > 1 ? ` × ${line.quantity}` : ''}
                {line.estimated ? ' · changed by you' : ''}
              </span>
            </span>
          </button>
        </h3>
        <p className="figures flex gap-x-3 pl-7 text-sm text-muted md:contents">
          <span className="md:text-right">
            <Figure of={`chance:${line.id}`}>{percent(line.probability)}</Figure>
          </span>
          <span className="md:text-right">
            <span className="md:hidden">of </span>
            <Figure of={`cost:${line.id}`}>{dollars(line.cost.likely)}</Figure>
          </span>
          <span className="font-semibold text-ink max-md:ml-auto md:text-right">
            <span className="font-normal text-muted md:hidden">adds </span>
            <Figure of={`adds:${line.id}`}>{dollars(line.expected_cost)}</Figure>
          </span>
        </p>
      </div>
      {open ? (
        <div className="md:pl-7">
          <LineDetails line={line} vehicle={vehicle} />
        </div>
      ) : null}
    </li>
  );
}
