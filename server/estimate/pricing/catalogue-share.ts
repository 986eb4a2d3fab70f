import type { DraftLine, DraftPart } from './estimate-line.ts';

/** How a car's catalogue prices run to our bands: catalogue ÷ band, 1 as dear as the bands, and over how many lines. */
export type CatalogueShare = { readonly share: number; readonly lines: number };

/** On fewer lines the share says more of these parts than of the catalogue. Judgement. */
const LEAST_LINES = 8;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/**
 * The median of catalogue price ÷ our own band for the same part new and original, over the lines that have both; null
 * where fewer than eight have. A price taken from a part's other side counts once, with that side; one of a similar car is none
 * of this car's.
 */
export function catalogueShare(
  lines: readonly Pick<DraftLine, 'part' | 'sectioning' | 'band'>[],
): CatalogueShare | null {
  const shares = lines.flatMap(({ part, sectioning, band }) => {
    const price = part ?? sectioning?.part;
    const from = price?.origin.from;
    const own = from?.code === 'catalogue' && !from.counterpart && !from.similar_car;
    return price && own && band && band.likely > 0 ? [price.likely / band.likely] : [];
  });
  return shares.length < LEAST_LINES ? null : { share: median(shares), lines: shares.length };
}

/**
 * A part priced from our bands in proportion to what the car's catalogue asks against them (integer cents, rounded each for
 * itself), which its origin tells; a share of 1 and a price that is no band's change nothing.
 */
export function inProportion(part: DraftPart, share: number): DraftPart {
  if (share === 1 || part.basis !== 'judgement') return part;
  return {
    ...part,
    low: Math.round(part.low * share),
    likely: Math.round(part.likely * share),
    high: Math.round(part.high * share),
    origin: { ...part.origin, proportion: share },
  };
}
