import { orderLines } from '../../../contract/report-view/line-order.ts';
import { forecastWords, isPossible } from '../../../contract/report-view/outcome-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { AddLineButton, LeftOutLines } from '../editing/line-edit-buttons.tsx';
import { BlockHead } from './block-head.tsx';
import { EarlierLines } from './earlier-lines.tsx';
import { LineColumns, LineList, type LinesProps } from './line-list.tsx';
import type { LineSetting } from './line-row.tsx';
import { WRITTEN_BLOCKS } from './line-words.ts';
import { PossibleItems } from './possible-items.tsx';

const BLOCKS = [
  ['seen', 'Damaged parts, seen', 'Seen on the photos; each line names its photo.'],
  [
    'declared',
    WRITTEN_BLOCKS.declared,
    'Not seen damaged on a photo: each follows from the declared damage and is more likely needed than not.',
  ],
  [
    'likely_hidden',
    WRITTEN_BLOCKS.likely_hidden,
    'What usually lies behind the damage; more likely needed than not, confirmed at teardown.',
  ],
  ['standard', 'Standard operations', 'Work that the lines above call for.'],
  ['user', 'Added by you', 'Lines that were not estimated.'],
] as const;

/** What is written, each line at its full hours and price. */
const Scope = ({ lines: all, blocks, ...setting }: LinesProps & Pick<Estimate, 'blocks'>) =>
  BLOCKS.map(([block, title, text]) => {
    const lines = all.filter(({ line }) => line.block === block);
    if (lines.length === 0) return null;
    return (
      <section key={block} aria-labelledby={`block-${block}`}>
        <BlockHead block={block} title={title} text={text} sum={blocks[block] ?? 0} />
        <LineColumns cost="Cost, low–high" />
        <LineList lines={lines} {...setting} />
      </section>
    );
  });

/** Every line of the estimate, numbered as on the diagram and in the PDF: what is written, then what is possible. */
export function LineBlocks({ estimate, ...setting }: LineSetting & { estimate: Estimate }) {
  const { blocks, outcome, located } = estimate;
  const all = orderLines(estimate.lines).map((line, index) => ({ line, number: index + 1 }));
  const scope = all.filter(({ line }) => !isPossible(line));
  return (
    <div className="grid gap-12">
      {outcome ? (
        <>
          {located === false ? (
            <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">{forecastWords(estimate)}</p>
          ) : null}
          <Scope lines={scope} blocks={blocks} {...setting} />
          <PossibleItems lines={all.filter(({ line }) => isPossible(line))} outcome={outcome} {...setting} />
        </>
      ) : (
        <EarlierLines lines={all} blocks={blocks} {...setting} />
      )}
      <LeftOutLines lines={estimate.excluded ?? []} />
      <AddLineButton />
    </div>
  );
}
