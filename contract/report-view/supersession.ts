import type { OemNumber } from '../schemas/estimate.ts';

type Replaced = Pick<OemNumber, 'number' | 'superseded_by' | 'told_by'>;

/**
 * A number that was replaced and what came after it, old → new, as far as sources list it; where one names several successors, all of
 * them, and nothing after: which one it is nobody said. Null: it was not replaced.
 */
export function supersessionChain({ number, superseded_by, told_by }: Replaced): string | null {
  const { replaced_by: chain = superseded_by === null ? [] : [superseded_by], replaced_also: also = [] } =
    told_by ?? {};
  if (chain.length === 0) return null;
  return `${[number, ...chain].join(' → ')}${also.map((other) => `, ${other}`).join('')}`;
}

/** The same with what the source says of the number: from when, and for which cars. */
export function supersessionSaid(number: Replaced): string | null {
  const chain = supersessionChain(number);
  const note = number.told_by?.note;
  return chain === null || note === undefined ? chain : `${chain} (“${note}”)`;
}

/** Every replaced number of a line with what came after it, as its source says it; null: none was replaced. */
export function lineSupersessions(numbers: readonly Replaced[]): string | null {
  const said = numbers.map(supersessionSaid).filter((words) => words !== null);
  return said.length === 0 ? null : said.join('; ');
}
