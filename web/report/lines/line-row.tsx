import { clsx } from 'clsx';
import { useState } from 'react';
import { lineSide, whyNoNumber } from '../../../contract/report-view/number-side.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { Icon } from '../../ui/icon.tsx';
import { dollars, hours, percent } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { LineDetails } from './line-details.tsx';
import { BASES, fitText, OPERATIONS } from './line-words.ts';

const SEVERITY = ['', 'cosmetic', 'minor', 'major', 'destroyed'] as const;

/** What every line of a report shares. */
export type LineSetting = {
  vehicle: Vehicle;
  active: string | null;
  onActive: (line: string | null) => void;
  /** Brings a photo up. */
  onPhoto: (number: number) => void;
};
type Props = LineSetting & { line: EstimateLine /** Its number on the diagram. */; number: number };

/** One line: what to do, with which number, how long, for how much; why, on request. */
export function LineRow({ line, number, vehicle, active, onActive, onPhoto }: Props) {
  const [open, setOpen] = useState(false);
  const photos = [...new Set(line.evidence.map(({ photo }) => photo))].toSorted((a, b) => a - b);
  const why = line.supplier_links.length > 0 ? 'Why and where to buy' : 'Why';
  const labour = (line.labour?.hours.likely ?? 0) + (line.refinish?.hours ?? 0);
  return (
    <li
      id={`line-${line.id}`}
      className={clsx('-mx-3 rounded-md px-3 py-3', active === line.id && 'bg-sunken')}
      onMouseEnter={() => onActive(line.id)}
      onMouseLeave={() => onActive(null)}
    >
      <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 md:grid-cols-[1fr_11rem_4rem_8.5rem]">
        {/* On a phone what is under the name has the whole width. */}
        <div className="contents md:block md:min-w-0">
          <h3 className="col-start-1 row-start-1 flex min-w-0 items-baseline gap-x-2 font-medium">
            <span className="figures min-w-5 shrink-0 text-sm text-muted">{number}</span>
            {line.severity === null ? null : <SeverityMark severity={line.severity} />}
            <span className="min-w-0 wrap-anywhere">
              {[line.name, lineSide(line)].filter(Boolean).join(', ')}
            </span>
          </h3>
          <p className="col-span-2 mt-0.5 pl-7 text-sm text-muted">
            {OPERATIONS[line.operation]}
            {line.quantity > 1 ? (
              <>
                {' '}
                <Figure of={`quantity:${line.id}`}>{`× ${line.quantity}`}</Figure>
              </>
            ) : null}{' '}
            · {BASES[line.basis]}
            {photos.map((photo) => (
              <button
                key={photo}
                type="button"
                className="ml-1 min-h-6 text-signal hover:underline"
                onClick={() => onPhoto(photo)}
              >
                photo {photo}
              </button>
            ))}
            {line.probability < 1 ? (
              <>
                {' '}
                <span className="whitespace-nowrap">
                  · <Figure of={`chance:${line.id}`}>{`${percent(line.probability)} likely`}</Figure>
                </span>
              </>
            ) : null}
            {line.estimated ? ' · changed by you' : ''}
            {labour > 0 ? (
              <span className="figures whitespace-nowrap md:hidden">
                {' '}
                · <Figure of={`hours:${line.id}`}>{hours(labour)}</Figure>
              </span>
            ) : null}
          </p>
          <div className="col-span-2 pl-7 max-md:order-last">
            <button
              type="button"
              aria-expanded={open}
              aria-label={`${why}: ${line.name}`}
              className="inline-flex min-h-6 items-center gap-1 text-sm text-signal hover:underline"
              onClick={() => setOpen(!open)}
            >
              <Icon name="right" size={12} className={open ? 'rotate-90' : ''} />
              {why}
            </button>
          </div>
        </div>
        <div className="figures col-span-2 min-w-0 pl-7 text-sm md:col-span-1 md:pl-0">
          <Numbers line={line} />
        </div>
        <p className="figures hidden text-right text-sm text-muted md:block">
          {labour > 0 ? (
            <Figure of={`hours:${line.id}`}>{hours(labour)}</Figure>
          ) : (
            <span className="sr-only">No labor</span>
          )}
        </p>
        <div className="figures col-start-2 row-start-1 text-right md:col-start-auto md:row-start-auto">
          <p className="font-semibold">
            <Figure of={`cost:${line.id}`}>{dollars(line.cost.likely)}</Figure>
          </p>
          <p className="text-sm text-muted">
            <Figure of={`cost:${line.id}`}>{`${dollars(line.cost.low)}–${dollars(line.cost.high)}`}</Figure>
          </p>
        </div>
      </div>
      {open ? (
        <div className="md:pl-7">
          <LineDetails line={line} vehicle={vehicle} />
        </div>
      ) : null}
    </li>
  );
}

/** Severity as colour and number, never as colour alone. */
function SeverityMark({ severity }: { severity: number }) {
  return (
    <svg
      width="20"
      height="20"
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

function NoNumber({ line }: { line: EstimateLine }) {
  const why = whyNoNumber(line);
  return why === null ? null : <p className="text-muted">{why}</p>;
}

function Numbers({ line }: { line: EstimateLine }) {
  const [first, ...others] = line.oem_numbers;
  if (first === undefined) return <NoNumber line={line} />;
  return (
    <>
      <p className="font-medium whitespace-nowrap">
        <Figure of={`oem:${first.number}|${line.id}`}>{first.number}</Figure>
      </p>
      <p className="text-muted">{numberNote(first, others)}</p>
    </>
  );
}

const numberNote = (first: OemNumber, others: readonly OemNumber[]): string =>
  others.length === 0 ? fitText(first) : `and ${others.length} more; ${fitText(first)}`;
