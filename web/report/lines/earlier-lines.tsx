import { bandOf } from '../../../contract/car-diagram/car-diagram.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollars } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { BlockHead } from './block-head.tsx';
import { LineColumns, LineList, type LinesProps } from './line-list.tsx';

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

/** Such a line marks no panel either: it counts by its probability, but need not be read first. */
const isUnlikely = (line: EstimateLine): boolean => bandOf(line.probability) === 0;

function Unlikely({ block, lines, ...setting }: LinesProps & { block: string }) {
  if (lines.length === 0) return null;
  const share = lines.reduce((sum, { line }) => sum + line.expected_cost, 0);
  return (
    <div className="relative border-t border-rule">
      <details>
        <summary className="mr-28 flex min-h-12 list-none items-center text-sm text-signal">
          {lines.length} less likely {lines.length === 1 ? 'line' : 'lines'}
        </summary>
        <LineList lines={lines} {...setting} />
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-3 right-0 text-sm text-muted">
        adds <Figure of={`unlikely:${block}`}>{dollars(share)}</Figure>
      </p>
    </div>
  );
}

/** The lines of a report of schema_version 1, each of which counts by its chance. */
export const EarlierLines = ({ lines: all, blocks, ...setting }: LinesProps & Pick<Estimate, 'blocks'>) =>
  BLOCKS.map(([block, title, text]) => {
    const lines = all.filter(({ line }) => line.block === block);
    if (lines.length === 0) return null;
    return (
      <section key={block} aria-labelledby={`block-${block}`}>
        <BlockHead block={block} title={title} text={text} sum={blocks[block] ?? 0} />
        <LineColumns cost="Likely, low–high" />
        <LineList lines={lines.filter(({ line }) => !isUnlikely(line))} {...setting} />
        <Unlikely block={block} lines={lines.filter(({ line }) => isUnlikely(line))} {...setting} />
      </section>
    );
  });
