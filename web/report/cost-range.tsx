import { costCurve } from '../../contract/report-view/head/cost-curve.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { dollars } from '../ui/money.ts';
import { Figure } from './provenance/figure.tsx';

const HEIGHT = 24;
/** Where the value comes from, by whose it is. */
const VALUE_KEYS = { listed: 'seller:retail_value', model: 'our-value', user: 'total-loss' };

/** How the final costs are spread, low to high filled, with the seller's figure and the value as ticks. */
export function CostRange({ report }: { report: ReportModel }) {
  const { estimate, seller } = report;
  const { low, likely, high } = estimate.total;
  const value = estimate.cost_to_value?.value ?? seller.retail_value;
  const valueKey = VALUE_KEYS[estimate.cost_to_value?.source ?? 'listed'];
  const marks = [value, seller.repair_cost].filter((mark) => mark !== null);
  const curve = costCurve(estimate, marks) ?? {
    from: 0,
    to: Math.max(high, 1) * 1.1,
    outline: [[low, 0.35] as const, [high, 0.35] as const],
  };
  const x = (amount: number): number =>
    Math.min(100, Math.max(0, ((amount - curve.from) / (curve.to - curve.from)) * 100));
  const y = (height: number): number => HEIGHT - 1 - height * (HEIGHT - 3);
  const first = curve.outline[0]?.[0] ?? 0;
  const last = curve.outline.at(-1)?.[0] ?? 0;
  const area = [
    `M${x(first)} ${HEIGHT - 1}`,
    ...curve.outline.map(([amount, height]) => `L${x(amount)} ${y(height)}`),
    `L${x(last)} ${HEIGHT - 1}Z`,
  ].join('');
  const clip = `range-${report.report_id}`;
  return (
    <div className="mt-1">
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" className="h-9 w-full" aria-hidden="true">
        <clipPath id={clip}>
          <rect x={x(low)} y="0" width={Math.max(0, x(high) - x(low))} height={HEIGHT} />
        </clipPath>
        <path d={area} fill="var(--rule)" />
        <path d={area} fill="var(--rule-strong)" clipPath={`url(#${clip})`} />
        <rect x="0" y={HEIGHT - 1} width="100" height="1" fill="var(--rule-strong)" />
        <Tick at={x(likely)} color="var(--signal)" />
        {value === null ? null : <Tick at={x(value)} color="var(--ready)" />}
        {seller.repair_cost === null ? null : <Tick at={x(seller.repair_cost)} color="var(--warn)" />}
      </svg>
      <p className="figures mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>
          Low{' '}
          <Figure of="total" unreached>
            {dollars(low)}
          </Figure>
        </span>
        <span>
          High{' '}
          <Figure of="total" unreached>
            {dollars(high)}
          </Figure>
        </span>
      </p>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted">
        <Key color="bg-signal">likely</Key>
        {value === null ? null : (
          <Key color="bg-ready">
            value{' '}
            <Figure of={valueKey} unreached>
              {dollars(value)}
            </Figure>
          </Key>
        )}
        {seller.repair_cost === null ? null : (
          <Key color="bg-warn">
            seller’s figure{' '}
            <Figure of="seller:repair_cost" unreached>
              {dollars(seller.repair_cost)}
            </Figure>
          </Key>
        )}
      </p>
    </div>
  );
}

const Tick = ({ at, color }: { at: number; color: string }) => (
  <rect x={at - 0.4} y="0" width="0.8" height={HEIGHT} fill={color} />
);

const Key = ({ color, children }: { color: string; children: React.ReactNode }) => (
  <span className="figures flex items-center gap-1.5">
    <span aria-hidden="true" className={`inline-block h-3 w-0.5 ${color}`} />
    {children}
  </span>
);
