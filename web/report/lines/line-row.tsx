import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { lineName, whyNoNumber } from '../../../contract/report-view/number-side.ts';
import { shownUnits } from '../../../contract/report-view/units/shown-units.ts';
import { OPERATIONS } from '../../../contract/report-view/words/line-words.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { dollars, hours, percent } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { LineDetails } from './line-details.tsx';

const SEVERITY = ['', 'cosmetic', 'minor', 'major', 'destroyed'] as const;

/** From this chance on, which prints as 100%, a line is certain. */
const CERTAIN = 0.995;

/** What every line of a report shares. */
export type LineSetting = {
  vehicle: Vehicle;
  active: string | null;
  onActive: (line: string | null) => void;
  /** Brings a photo up. */
  onPhoto: (number: number) => void;
};
export type NumberedLine = { line: EstimateLine /** Its number on the diagram. */; number: number };
export type LinesProps = LineSetting & { lines: readonly NumberedLine[] };

/** Money that is written by its code, or by the thousand, needs more room than dollars. */
const scopeColumns = (): string =>
  shownUnits().money === null
    ? 'md:grid-cols-[minmax(0,1fr)_10rem_3rem_3.5rem_5rem]'
    : 'md:grid-cols-[minmax(0,1fr)_10rem_3rem_3.5rem_7rem]';

/** What the columns of the scope hold, where there are columns. */
export const ScopeColumns = () => (
  <div
    aria-hidden="true"
    className={clsx('hidden gap-x-4 py-1 text-right text-xs text-muted md:grid', scopeColumns())}
  >
    <span className="pl-7 text-left">Part and operation</span>
    <span className="text-left">OEM number</span>
    <span>Chance</span>
    <span>Hours</span>
    <span>Cost</span>
  </div>
);

type ListProps = LinesProps & {
  level: 3 | 4;
  /** What each line shows as its cost, by its id; without one, or without them: its own. */
  costs?: ReadonlyMap<string, number>;
};

/** Written lines, one row each; `level`: of their headings, under the one they stand under. */
export const LineList = ({ lines, level, costs, ...setting }: ListProps) => (
  <ul className="divide-y divide-rule">
    {lines.map((one) => (
      <OpenableRow key={one.line.id} {...one} {...setting} level={level} columns={scopeColumns()}>
        <ScopeFigures line={one.line} cost={costs?.get(one.line.id) ?? one.line.cost.likely} />
      </OpenableRow>
    ))}
  </ul>
);

type RowProps = NumberedLine & LineSetting & { level: 3 | 4; columns: string; children: ReactNode };

/** One line as a row that opens as a whole; its figures answer to the pointer, opened to the keyboard too. */
export function OpenableRow({ line, number, level, columns, children, ...setting }: RowProps) {
  const Title = level === 3 ? 'h3' : 'h4';
  const { vehicle, active, onActive, onPhoto } = setting;
  const [open, setOpen] = useState(false);
  return (
    <li
      id={`line-${line.id}`}
      className={clsx('-mx-2 px-2', active === line.id && 'bg-sunken')}
      onMouseEnter={() => onActive(line.id)}
      onMouseLeave={() => onActive(null)}
    >
      <div
        className={clsx(
          'relative grid min-h-10 pointer-coarse:min-h-11 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 py-0.5 text-sm hover:bg-sunken',
          columns,
        )}
      >
        <Title className="min-w-0">
          <button
            type="button"
            aria-expanded={open}
            className="flex w-full items-baseline gap-x-2 text-left after:absolute after:inset-0"
            onClick={() => setOpen(!open)}
          >
            <span className="figures min-w-5 shrink-0 text-muted">{number}</span>
            {line.severity === null ? null : <SeverityMark severity={line.severity} />}
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{lineName(line)}</span>
              <span className="text-muted max-md:hidden">{` · ${workOf(line)}`}</span>
            </span>
          </button>
        </Title>
        {children}
      </div>
      {open ? <LineDetails line={line} vehicle={vehicle} onPhoto={onPhoto} /> : null}
    </li>
  );
}

/** `Replace × 2 · hidden`: what is done, and what sets the line apart. */
const workOf = (line: EstimateLine): string =>
  `${OPERATIONS[line.operation]}${line.quantity > 1 ? ` × ${line.quantity}` : ''}${noteOf(line)}`;

/** The same in the second row of a phone. */
export const PhoneWork = ({ line }: { line: EstimateLine }) => (
  <span className="md:hidden">{workOf(line)}</span>
);

/** What sets a line apart from its neighbours: on which photos it was seen, that it is hidden, or the user's. */
function noteOf({ evidence, basis, block, estimated }: EstimateLine): string {
  const photos = [...new Set(evidence.map(({ photo }) => photo))].toSorted((a, b) => a - b);
  const seen = photos.length === 0 ? null : `photo${photos.length > 1 ? 's' : ''} ${photos.join(', ')}`;
  const hidden = basis === 'hidden' ? 'hidden' : null;
  const own = block === 'user' ? 'added by hand' : estimated ? 'changed by hand' : null;
  return [seen, hidden, own].flatMap((note) => (note === null ? [] : [` · ${note}`])).join('');
}

/** In a row figures are for the pointer; a finger and the keyboard open the line, which has them all. */
export const RowFigure = ({ of, children }: { of: string; children: string }) => (
  <Figure of={of} unreached className="relative z-10 pointer-coarse:pointer-events-none">
    {children}
  </Figure>
);

function ScopeFigures({ line, cost }: { line: EstimateLine; cost: number }) {
  const labor = (line.labour?.hours.likely ?? 0) + (line.refinish?.hours ?? 0);
  const [first] = line.oem_numbers;
  const more = line.oem_numbers.length - 1;
  const missing = whyNoNumber(line);
  return (
    <>
      <div className="figures order-last col-span-2 flex flex-wrap gap-x-2.5 pl-7 text-muted max-md:text-xs md:contents">
        <PhoneWork line={line} />
        <span className="whitespace-nowrap">
          {first ? (
            <>
              <RowFigure of={`oem:${first.number}|${line.id}`}>{first.number}</RowFigure>
              {more > 0 ? <span title={`${more} alternatives`}> +{more}</span> : null}
            </>
          ) : missing === null ? null : (
            <>
              <span aria-hidden="true" className="max-md:hidden">
                –
              </span>
              <span className="sr-only">OEM number not available</span>
            </>
          )}
        </span>
        <span className="md:text-right">
          {line.probability < CERTAIN ? (
            <RowFigure of={`chance:${line.id}`}>{percent(line.probability)}</RowFigure>
          ) : null}
        </span>
        <span className="md:text-right">
          {labor > 0 ? <RowFigure of={`hours:${line.id}`}>{hours(labor)}</RowFigure> : null}
        </span>
      </div>
      <span className="figures text-right font-semibold">
        <RowFigure of={`cost:${line.id}`}>{dollars(cost)}</RowFigure>
      </span>
    </>
  );
}

/** Severity as colour and number, never as colour alone. */
function SeverityMark({ severity }: { severity: number }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 20 20"
      role="img"
      aria-label={`Severity ${severity}: ${SEVERITY[severity]}`}
      className="shrink-0 self-center"
    >
      <rect width="20" height="20" rx="4" fill={`var(--severity-${severity})`} />
      <text
        x="10"
        y="14.5"
        textAnchor="middle"
        fontSize="12"
        fontWeight="700"
        fill={severity >= 4 ? '#fff' : '#14181d'}
      >
        {severity}
      </text>
    </svg>
  );
}
