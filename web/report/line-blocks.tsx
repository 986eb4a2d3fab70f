import type { Estimate } from '../../contract/estimate.ts';
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
            <ul className="divide-y divide-rule">
              {lines.map(({ line, number }) => (
                <LineRow
                  key={line.id}
                  line={line}
                  number={number}
                  active={active === line.id}
                  onActive={onActive}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
