import { clsx } from 'clsx';
import { ChevronRight } from 'lucide';
import { useState } from 'react';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { possibleGroups, type SettledBy } from '../../../contract/report-view/outcome-rows.ts';
import { shownUnits } from '../../../contract/report-view/units/shown-units.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Icon } from '../../ui/icon.tsx';
import { dollars, percent } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { SectionHead } from './block-head.tsx';
import { type LinesProps, OpenableRow, PhoneWork, RowFigure } from './line-row.tsx';

type Props = LinesProps & { outcome: NonNullable<Estimate['outcome']> };

/** What may be needed and is not written, by what would settle it: chance, full cost, and what it adds by its chance. */
export function PossibleItems({ lines, outcome, ...setting }: Props) {
  if (lines.length === 0) return null;
  const before = lines.reduce((sum, { line }) => sum + line.expected_cost, 0);
  const tax = outcome.possible - outcome.slight - before;
  return (
    <section aria-labelledby="possible-title" className="later min-w-0">
      <SectionHead
        id="possible-title"
        title="Possible items"
        of="outcome:possible"
        sum={outcome.possible}
        sign="+ "
      />
      <p className="mt-1 text-sm text-muted">Not written; each adds its chance × its cost.</p>
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
      <dl className="figures grid grid-cols-[1fr_auto] items-baseline gap-x-6 pt-1 text-sm text-muted">
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
      </dl>
    </section>
  );
}

type GroupProps = LinesProps & { by: SettledBy; title: string; expected: number };

/** A folded group; its rows are drawn when it opens. */
function Group({ by, title, expected, lines, ...setting }: GroupProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="relative border-b border-rule">
      <details
        className="group"
        data-lines={lines.map(({ line }) => line.id).join(' ')}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="mr-32 flex min-h-11 list-none items-center gap-2 text-sm font-medium">
          <Icon shape={ChevronRight} size={12} className="shrink-0 text-signal group-open:rotate-90" />
          <span>
            {title} <span className="font-normal text-muted">({lines.length})</span>
          </span>
        </summary>
        {open ? (
          <>
            <Columns />
            <ul className="divide-y divide-rule border-t border-rule">
              {lines.map((one) => (
                <OpenableRow key={one.line.id} {...one} {...setting} level={3} columns={columnsNow()}>
                  <PossibleFigures line={one.line} />
                </OpenableRow>
              ))}
            </ul>
          </>
        ) : null}
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-2.5 right-0 text-right text-sm">
        <Figure of={`settled:${by}`}>{`+ ${dollarsAndCents(expected)}`}</Figure>
      </p>
    </div>
  );
}

const columnsNow = (): string =>
  shownUnits().money === null
    ? 'md:grid-cols-[minmax(0,1fr)_4rem_5rem_5rem]'
    : 'md:grid-cols-[minmax(0,1fr)_4rem_7rem_7rem]';

const Columns = () => (
  <div
    aria-hidden="true"
    className={clsx(
      'hidden gap-x-4 border-t border-rule py-1 text-right text-xs text-muted md:grid',
      columnsNow(),
    )}
  >
    <span className="pl-7 text-left">Part and operation</span>
    <span>Chance</span>
    <span>If needed</span>
    <span>Adds</span>
  </div>
);

const PossibleFigures = ({ line }: Pick<LinesProps['lines'][number], 'line'>) => (
  <>
    <div className="figures order-last col-span-2 flex flex-wrap gap-x-3 pl-7 text-muted max-md:text-xs md:contents">
      <PhoneWork line={line} />
      <span className="md:text-right">
        <RowFigure of={`chance:${line.id}`}>{percent(line.probability)}</RowFigure>
      </span>
      <span className="md:text-right">
        <span className="md:hidden">of </span>
        <RowFigure of={`cost:${line.id}`}>{dollars(line.cost.likely)}</RowFigure>
      </span>
    </div>
    <span className="figures text-right font-semibold">
      <span className="sr-only">adds </span>
      <RowFigure of={`adds:${line.id}`}>{dollars(line.expected_cost)}</RowFigure>
    </span>
  </>
);
