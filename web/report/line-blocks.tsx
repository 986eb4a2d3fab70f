import { bandOf } from '../../contract/car-diagram.ts';
import type { Estimate, EstimateLine } from '../../contract/estimate.ts';
import { orderLines } from '../../contract/line-order.ts';
import { dollars } from '../ui/money.ts';
import { LineRow } from './line-row.tsx';

const BLOCKS = [
  ['seen', 'Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  [
    'declared',
    'Damaged parts, as declared',
    'Nobody has looked at these: they follow from the damage the listing declares, each with its probability.',
  ],
  ['likely_hidden', 'Likely hidden', 'What usually lies behind the damage. Counted by its probability.'],
  ['standard', 'Standard operations', 'What such a repair always takes.'],
] as const;

type NumberedLine = { line: EstimateLine; number: number };
type LinesProps = {
  lines: readonly NumberedLine[];
  active: string | null;
  onActive: (line: string | null) => void;
};

/** Such a line marks no panel either: it counts by its probability, but need not be read first. */
const isUnlikely = (line: EstimateLine): boolean => bandOf(line.probability) === 0;

const Lines = ({ lines, active, onActive }: LinesProps) => (
  <ul className="divide-y divide-rule">
    {lines.map(({ line, number }) => (
      <LineRow key={line.id} line={line} number={number} active={active === line.id} onActive={onActive} />
    ))}
  </ul>
);

function Unlikely({ lines, active, onActive }: LinesProps) {
  if (lines.length === 0) return null;
  const share = lines.reduce((sum, { line }) => sum + line.expected_cost, 0);
  return (
    <details className="border-t border-rule">
      <summary className="flex min-h-12 items-center justify-between gap-4 text-sm">
        <span>
          {lines.length} less likely {lines.length === 1 ? 'line' : 'lines'}, each under 25 %
        </span>
        <span className="figures text-muted">adds {dollars(share)}</span>
      </summary>
      <Lines lines={lines} active={active} onActive={onActive} />
    </details>
  );
}

type Props = { estimate: Estimate; active: string | null; onActive: (line: string | null) => void };

/** Every line of the estimate in its blocks, numbered as on the diagram and in the PDF. */
export function LineBlocks({ estimate, active, onActive }: Props) {
  const ordered = orderLines(estimate.lines).map((line, index) => ({ line, number: index + 1 }));
  return (
    <>
      {BLOCKS.map(([block, title, text]) => {
        const lines = ordered.filter(({ line }) => line.block === block);
        if (lines.length === 0) return null;
        return (
          <section key={block} aria-labelledby={`block-${block}`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-2">
              <h2 id={`block-${block}`} className="text-xl font-semibold">
                {title}
              </h2>
              <p className="figures font-semibold">{dollars(estimate.blocks[block])}</p>
              <p className="w-full text-sm text-muted">{text}</p>
            </div>
            <Lines
              lines={lines.filter(({ line }) => !isUnlikely(line))}
              active={active}
              onActive={onActive}
            />
            <Unlikely
              lines={lines.filter(({ line }) => isUnlikely(line))}
              active={active}
              onActive={onActive}
            />
          </section>
        );
      })}
    </>
  );
}
