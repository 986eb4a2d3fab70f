import { sourceDate } from '../../../contract/report-view/source-date.ts';
import type { CataloguePart, Fit } from '../../../contract/schemas/part.ts';
import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { normaliseNumber } from './number-format.ts';

/** The surest first. */
export const FIT_ORDER: Readonly<Record<Fit, number>> = {
  exact_vin: 0,
  model_year: 1,
  needs_option: 2,
  unknown: 3,
};

/**
 * Brings the answers of several sources together, given in order of trust. A number stays with the first source that has
 * it, with all rows that source gives it; from the others it takes what is missing (price, successor), the surest fit, and
 * what they say differently, each with its source. No number is lost and none is added; a source is known by `catalogue`.
 */
export function mergeParts<Part extends CataloguePart>(
  parts: readonly Part[],
  make: NumberMake | null,
): Part[] {
  const numbers = Map.groupBy(parts, (part) => normaliseNumber(part.number, make));
  return parts.flatMap((part) => {
    const rows = numbers.get(normaliseNumber(part.number, make)) ?? [];
    const owner = rows[0]?.catalogue;
    if (part.catalogue !== owner) return [];
    const others = rows.filter((row) => row.catalogue !== owner);
    return [others.length === 0 ? part : completed(part, others, make)];
  });
}

function completed<Part extends CataloguePart>(
  part: Part,
  others: readonly CataloguePart[],
  make: NumberMake | null,
): Part {
  const priced = part.price === null ? others.find(({ price }) => price !== null) : undefined;
  const successor = [part, ...others].find((row) => row.superseded_by !== null);
  const also = new Set([...(part.also ?? []), ...others.flatMap((row) => saidBy(row, part, make))]);
  const rows = [part, ...others];
  return {
    ...part,
    fit: surestFit(rows),
    superseded_by: successor?.superseded_by ?? null,
    ...(successor?.superseded_also && { superseded_also: successor.superseded_also }),
    ...(also.size > 0 && { also: [...also] }),
    ...(rows.some((row) => row.fits_vin === false) && { fits_vin: false }),
    ...(priced && {
      price: priced.price,
      currency: priced.currency,
      price_from: priced.price_from ?? { source: priced.source, dated: priced.dated, url: priced.url },
    }),
  };
}

/** A refusal by VIN outranks what is only true of the model and year; two sources that speak of the VIN both stay said. */
function surestFit(rows: readonly CataloguePart[]): Fit {
  const [surest = 'unknown'] = rows.map(({ fit }) => fit).sort((a, b) => FIT_ORDER[a] - FIT_ORDER[b]);
  return surest !== 'exact_vin' && rows.some((row) => row.fits_vin === false) ? 'unknown' : surest;
}

/** What another source says of the number that its own does not. */
function saidBy(row: CataloguePart, part: CataloguePart, make: NumberMake | null): string[] {
  const by = `${row.source} (${sourceDate(row.dated, (day) => day)})`;
  const same = (a: string, b: string) => normaliseNumber(a, make) === normaliseNumber(b, make);
  const successor = row.superseded_by;
  return [
    ...(row.also ?? []),
    ...(row.fit === 'exact_vin' && part.fit !== 'exact_vin' ? [`${by}: fits this VIN`] : []),
    ...(row.fits_vin === false ? [`${by}: does not fit this VIN`] : []),
    ...(successor !== null && !(part.superseded_by !== null && same(successor, part.superseded_by))
      ? [`${by}: ${row.notes ?? `replaced by ${[successor, ...(row.superseded_also ?? [])].join(', ')}`}`]
      : []),
  ];
}
