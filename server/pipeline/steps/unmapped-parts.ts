import type { MappedPart } from '../../../contract/schemas/part.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';

/** More than the collision drawings of one car hold. */
const MOST_LISTED = 400;

/** Parts whose names have no place in the vocabulary, each number once, and how many are beyond the list. */
export function unmappedParts(parts: readonly MappedPart[]): Pick<ReportModel, 'unmapped_parts'> & {
  unmapped_more: number;
} {
  const unmapped = new Map<string, ReportModel['unmapped_parts'][number]>();
  for (const { category, number, name, group } of parts)
    if (category === null && !unmapped.has(number)) unmapped.set(number, { number, name, group });
  return {
    unmapped_parts: [...unmapped.values()].slice(0, MOST_LISTED),
    unmapped_more: Math.max(0, unmapped.size - MOST_LISTED),
  };
}
