import { bandOf } from '../../../contract/car-diagram/car-diagram.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollars } from '../../ui/money.ts';
import { AddLineButton, LeftOutLines } from '../editing/line-edit-buttons.tsx';
import { Figure } from '../provenance/figure.tsx';
import { LineRow, type LineSetting } from './line-row.tsx';

const BLOCKS = [
  ['seen', 'Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  [
    'declared',
    'Damaged parts, as declared',
    'Nobody has looked at these: they follow from the declared damage, each with its probability.',
  ],
  ['likely_hidden', 'Likely hidden', 'What usually lies behind the damage. Counted by its probability.'],
  ['standard', 'Standard operations', 'Work that comes with the lines above, each as likely as they are.'],
  ['user', 'Added by you', 'Lines that were not estimated.'],
] as const;

type NumberedLine = { line: EstimateLine; number: number };
type LinesProps = LineSetting & { lines: readonly NumberedLine[] };

/** Such a line marks no panel either: it counts by its probability, but need not be read first. */
const isUnlikely = (line: EstimateLine): boolean => bandOf(line.probability) === 0;

const Lines = ({ lines, ...setting }: LinesProps) => (
  <ul className="divide-y divide-rule">
    {lines.map(({ line, number }) => (
      <LineRow key={line.id} line={line} number={number} {...setting} />
    ))}
  </ul>
);

function Unlikely({ block, lines, ...setting }: LinesProps & { block: string }) {
  if (lines.length === 0) return null;
  const share = lines.reduce((sum, { line }) => sum + line.expected_cost, 0);
  return (
    <div className="relative border-t border-rule">
      <details>
        <summary className="mr-28 flex min-h-12 list-none items-center text-sm text-signal">
          {lines.length} less likely {lines.length === 1 ? 'line' : 'lines'}
        </summary>
        <Lines lines={lines} {...setting} />
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-3 right-0 text-sm text-muted">
        adds <Figure of={`unlikely:${block}`}>{dollars(share)}</Figure>
      </p>
    </div>
  );
}

type Props = LineSetting & { estimate: Estimate };

/** Every line of the estimate in its blocks, numbered as on the diagram and in the PDF. */
export function LineBlocks({ estimate, ...setting }: Props) {
  const ordered = orderLines(estimate.lines).map((line, index) => ({ line, number: index + 1 }));
  return (
    <div className="grid gap-12">
      {BLOCKS.map(([block, title, text]) => {
        const lines = ordered.filter(({ line }) => line.block === block);
        if (lines.length === 0) return null;
        return (
          <section key={block} aria-labelledby={`block-${block}`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-2">
              <h2 id={`block-${block}`} className="text-xl font-semibold">
                {title}
              </h2>
              <p className="figures font-semibold">
                <Figure of={`block:${block}`}>{dollars(estimate.blocks[block] ?? 0)}</Figure>
              </p>
              <p className="w-full text-sm text-muted">{text}</p>
            </div>
            <Columns />
            <Lines lines={lines.filter(({ line }) => !isUnlikely(line))} {...setting} />
            <Unlikely block={block} lines={lines.filter(({ line }) => isUnlikely(line))} {...setting} />
          </section>
        );
      })}
      <LeftOutLines lines={estimate.excluded ?? []} />
      <AddLineButton />
    </div>
  );
}

/** What the columns hold, where there are columns. */
const Columns = () => (
  <div
    aria-hidden="true"
    className="hidden grid-cols-[1fr_11rem_4rem_8.5rem] gap-x-6 border-b border-rule py-1.5 text-xs text-muted md:grid"
  >
    <span className="pl-7">Part and operation</span>
    <span>OEM number</span>
    <span className="text-right">Hours</span>
    <span className="text-right">Likely, low–high</span>
  </div>
);
