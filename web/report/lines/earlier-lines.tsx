import { bandOf } from '../../../contract/car-diagram/levels.ts';
import { EARLIER_BLOCKS } from '../../../contract/report-view/words/line-words.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollars } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { BlockHead } from './block-head.tsx';
import { LineList, type LinesProps, ScopeColumns } from './line-row.tsx';

const BLOCKS = ['seen', 'declared', 'likely_hidden', 'standard', 'user'] as const;

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
        <LineList lines={lines} {...setting} level={3} />
      </details>
      {/* Beside the summary, not in it: a button in a button could not be reached. */}
      <p className="figures absolute top-3 right-0 text-sm text-muted">
        adds <Figure of={`unlikely:${block}`}>{dollars(share)}</Figure>
      </p>
    </div>
  );
}

/** The lines of a report of schema_version 1, each of which counts by its probability. */
export const EarlierLines = ({ lines: all, blocks, ...setting }: LinesProps & Pick<Estimate, 'blocks'>) =>
  BLOCKS.map((block) => {
    const [title, text] = EARLIER_BLOCKS[block];
    const lines = all.filter(({ line }) => line.block === block);
    if (lines.length === 0) return null;
    return (
      <section key={block} aria-labelledby={`block-${block}`}>
        <BlockHead block={block} title={title} text={text} sum={blocks[block] ?? 0} />
        <ScopeColumns />
        <LineList lines={lines.filter(({ line }) => !isUnlikely(line))} {...setting} level={3} />
        <Unlikely block={block} lines={lines.filter(({ line }) => isUnlikely(line))} {...setting} />
      </section>
    );
  });
