import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { EstimateLine, OemNumber } from '../../contract/estimate.ts';
import { dollars, dollarsAndCents, hours, percent } from '../ui/money.ts';

const OPERATIONS: Record<EstimateLine['operation'], string> = {
  replace: 'Replace',
  repair: 'Repair',
  r_and_i: 'Remove and install',
  refinish: 'Refinish',
  blend: 'Blend',
  sublet: 'Sublet',
  section: 'Section',
  align: 'Align',
  pdr: 'Paintless dent repair',
  scan: 'Scan',
  calibrate: 'Calibrate',
  inspect: 'Inspect',
  clean: 'Clean',
};

const BASIS: Record<EstimateLine['basis'], string> = {
  photos: 'seen on a photo',
  declared: 'estimated from the declared damage',
  both: 'seen on a photo and declared',
  hidden: 'likely hidden',
  standard: 'standard operation',
  user: 'added by you',
};

const SEVERITY = ['', 'cosmetic', 'minor', 'major', 'destroyed'] as const;

type Props = {
  line: EstimateLine /** Its number on the diagram. */;
  number: number;
  active: boolean;
  onActive: (line: string | null) => void;
};

/** One line: what to do, with which number, for how much, and why. */
export function LineRow({ line, number, active, onActive }: Props) {
  const side = line.side === 'left' || line.side === 'right' ? `, ${line.side}` : '';
  return (
    <li
      id={`line-${line.id}`}
      className={clsx('py-4', active && 'bg-sunken')}
      onMouseEnter={() => onActive(line.id)}
      onMouseLeave={() => onActive(null)}
    >
      <div className="grid gap-x-6 gap-y-2 md:grid-cols-[1fr_14rem_11rem]">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
            <span className="figures text-muted">{number}</span>
            {line.severity === null ? null : <SeverityMark severity={line.severity} />}
            {line.name}
            {side}
          </h3>
          <p className="mt-0.5 text-sm text-muted">
            {OPERATIONS[line.operation]}
            {line.quantity > 1 ? ` × ${line.quantity}` : ''} · {BASIS[line.basis]}
            {line.probability < 1 ? ` · ${percent(line.probability)} likely` : ''}
          </p>
        </div>
        <div className="figures min-w-0 text-sm">
          <Numbers line={line} />
        </div>
        <div className="figures md:text-right">
          <p className="font-semibold">{dollars(line.cost.likely)}</p>
          <p className="text-sm text-muted">
            {dollars(line.cost.low)} to {dollars(line.cost.high)}
          </p>
        </div>
      </div>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-6 items-center text-signal">
          Reasons, hours and suppliers
        </summary>
        <Details line={line} />
      </details>
    </li>
  );
}

/** Severity as colour and number, never as colour alone. */
export function SeverityMark({ severity }: { severity: number }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      role="img"
      aria-label={`Severity ${severity}: ${SEVERITY[severity]}`}
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

function Numbers({ line }: { line: EstimateLine }) {
  const [first, ...others] = line.oem_numbers;
  if (first === undefined)
    return line.oem_missing_reason ? <p className="text-muted">{line.oem_missing_reason}</p> : null;
  return (
    <>
      <p>
        <span className="font-medium whitespace-nowrap">{first.number}</span>
      </p>
      <p className="text-muted">{fitText(first)}</p>
      {others.length > 0 ? <p className="text-muted">and {others.length} more</p> : null}
    </>
  );
}

const fitText = (number: OemNumber): string =>
  ({
    exact_vin: 'fits this VIN',
    model_year: 'fits model and year',
    needs_option: 'depends on an option',
    unknown: 'fit not known',
  })[number.fit];

function Details({ line }: { line: EstimateLine }) {
  const { labour, refinish, part_price: price, sublet } = line;
  return (
    <div className="mt-2 grid gap-3 rounded-md bg-sunken p-4">
      <p>{line.why}</p>
      <dl className="figures grid gap-x-6 gap-y-1 sm:grid-cols-[9rem_1fr]">
        {price ? (
          <Row label="Part price">
            {dollarsAndCents(price.likely)} ({price.source}
            {price.dated ? `, ${price.dated}` : ''})
            {price.converted
              ? `; ${price.converted.amount} ${price.converted.currency} at ${price.converted.rate} of ${price.converted.rate_date}`
              : ''}
          </Row>
        ) : null}
        {labour ? (
          <Row label={`Labour, ${labour.type}`}>
            {hours(labour.hours.likely)} at {dollarsAndCents(labour.rate)} ({hours(labour.hours.low)} to{' '}
            {hours(labour.hours.high)})
          </Row>
        ) : null}
        {refinish ? (
          <Row label="Refinish">
            {hours(refinish.hours)} at {dollarsAndCents(refinish.rate)}, materials{' '}
            {dollarsAndCents(refinish.materials_rate)} per hour; clear coat {hours(refinish.clear_coat_hours)}
          </Row>
        ) : null}
        {sublet ? (
          <Row label="Sublet">
            {dollarsAndCents(sublet.likely)} ({sublet.source})
          </Row>
        ) : null}
        {line.oem_numbers.map((number) => (
          <Row key={number.number} label="OEM number">
            <span className="whitespace-nowrap">{number.number}</span> {number.name}; {fitText(number)}
            {number.decides ? `; ${number.decides}` : ''}
            {number.superseded_by ? `; replaced by ${number.superseded_by}` : ''} ({number.source},{' '}
            {number.dated})
          </Row>
        ))}
      </dl>
      {line.supplier_links.length > 0 ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {line.supplier_links.map((link) => (
            <li key={link.url}>
              <a
                className="inline-block min-h-6 text-signal underline"
                href={link.url}
                target="_blank"
                rel={link.affiliate ? 'sponsored nofollow noopener' : 'nofollow noopener noreferrer'}
              >
                {link.label}
              </a>
              {link.by === 'words' ? <span className="text-muted"> (by words)</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);
