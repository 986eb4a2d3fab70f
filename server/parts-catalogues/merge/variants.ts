import type { NumberToldBy, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Fit, MappedPart, Position, Side } from '../../../contract/schemas/part.ts';
import type { MakeKey } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { assemblyOf, componentOf } from './component.ts';
import { isHardware } from './hardware.ts';
import { FIT_ORDER } from './merge-parts.ts';
import { normaliseNumber, numberFormatOk } from './number-format.ts';
import { wordsOf } from './words-of.ts';

/** What sources give for one part of the vocabulary on one side and end of the car. */
export type PartVariants = {
  category: string;
  side: Side;
  position: Position;
  /** The part itself: every version of it, none collapsed, current ones first, of these the surest; none where only pieces are listed. */
  numbers: OemNumber[];
  /** Smaller pieces that fall under the same category (the striker beside the lock): no versions of it. */
  other_pieces: OemNumber[];
  /** What estimates of similar cars have for the part: not known to fit, so no versions of it either. */
  similar?: OemNumber[];
};

/** Groups mapped parts into what is one part on the car, with what decides between the numbers and how sure each is. */
export function groupVariants(parts: readonly MappedPart[], make: MakeKey | null): PartVariants[] {
  const groups = Map.groupBy(parts, (part) => `${part.category} ${part.mapped_side} ${part.mapped_position}`);
  const ofThisCar = parts.filter((part) => !isOfSimilarCar(part));
  return [...groups.values()].flatMap((group): PartVariants[] => {
    const [first] = group;
    if (!first || first.category === null) return [];
    const all = withoutRepeats(group, make);
    const similar = all.filter((part) => isOfSimilarCar(part) && !isHardware(part, make));
    const siblings = all.filter((part) => !isOfSimilarCar(part));
    const hardware = siblings.filter((part) => isHardware(part, make));
    const whole = siblings.filter((part) => !hardware.includes(part));
    const components = Map.groupBy(whole, (part) => componentOf(part, make));
    const principal = principalOf(onThisSide(first, [...components], ofThisCar, make));
    const described = (versions: readonly MappedPart[]) =>
      versions
        .map((part) => oemNumber(part, versions, make))
        .sort((a, b) => replaced(a) - replaced(b) || FIT_ORDER[a.fit] - FIT_ORDER[b.fit]);
    return [
      {
        category: first.category,
        side: first.mapped_side,
        position: first.mapped_position,
        numbers: described(principal),
        other_pieces: [
          ...components.values(),
          ...Map.groupBy(hardware, (part) => componentOf(part, make)).values(),
        ]
          .filter((piece) => piece !== principal)
          .flatMap(described),
        ...(similar.length > 0 && { similar: similar.map((part) => oemNumber(part, [part], make)) }),
      },
    ];
  });
}

const isOfSimilarCar = ({ from_estimate }: MappedPart): boolean => from_estimate === 'similar_car';

/** The piece that is the part itself: what an estimate of this very car has for it, else what catalogues make of it. */
function principalOf(components: readonly (readonly MappedPart[])[]): readonly MappedPart[] {
  const estimated = components.filter((component) =>
    component.some(({ from_estimate }) => from_estimate === 'this_car'),
  );
  return assemblyOf(estimated.length > 0 ? estimated : components);
}

/**
 * The pieces that may be the part itself. Of a part each side has, beside names with a side, one without is that part only
 * where it is the same piece: a retainer both sides take is no version of the left stay.
 */
function onThisSide(
  { category, mapped_side, mapped_position }: MappedPart,
  components: readonly (readonly [string, MappedPart[]])[],
  parts: readonly MappedPart[],
  make: MakeKey | null,
): MappedPart[][] {
  const sided = parts.filter(
    (part) =>
      part.category === category &&
      part.mapped_position === mapped_position &&
      part.mapped_side !== 'none' &&
      !isHardware(part, make),
  );
  const known = new Set(sided.map((part) => componentOf(part, make)));
  const bothSides = categoryById(category ?? '')?.side === 'LR';
  const open = mapped_side !== 'none' || known.size === 0 || !bothSides;
  return components.flatMap(([piece, versions]) => (open || known.has(piece) ? [versions] : []));
}

/** A number that stands in two drawings, or in two catalogues, is one number; the first source, the most trusted, stays. */
function withoutRepeats(parts: readonly MappedPart[], make: MakeKey | null): MappedPart[] {
  const seen = new Map<string, MappedPart>();
  for (const part of parts) {
    const number = normaliseNumber(part.number, make);
    const earlier = seen.get(number);
    if (!earlier) seen.set(number, part);
    else if (earlier.price === null && part.price !== null && earlier.source === part.source)
      seen.set(number, { ...earlier, price: part.price, currency: part.currency });
  }
  return [...seen.values()];
}

const replaced = ({ superseded_by }: OemNumber): number => Number(superseded_by !== null);

function oemNumber(part: MappedPart, versions: readonly MappedPart[], make: MakeKey | null): OemNumber {
  const told = toldBy(part, versions, make);
  return {
    number: part.number,
    name: part.name,
    ...((part.mapped_side === 'left' || part.mapped_side === 'right') && { side: part.mapped_side }),
    source: part.source,
    dated: part.dated,
    fit: fitAmong(part, versions),
    ...(told && { told_by: told }),
    price: part.price,
    currency: part.currency,
    superseded_by: part.superseded_by,
    url: part.url,
    format_ok: make !== null && numberFormatOk(make, part.number),
    ...(part.price_from && { price_from: part.price_from }),
    ...(part.from_estimate && { from_estimate: part.from_estimate }),
    ...(part.also && { also: part.also }),
  };
}

/** A number with another live version needs an answer, unless the VIN already gave it. */
function fitAmong(part: MappedPart, versions: readonly MappedPart[]): Fit {
  if (part.fit !== 'model_year') return part.fit;
  const live = versions.filter((other) => other !== part && other.superseded_by === null);
  return live.length > 0 ? 'needs_option' : 'model_year';
}

/** What tells this number from the other versions: years, note, words of its own name, drawing, successors. Null: nothing has to. */
function toldBy(
  part: MappedPart,
  versions: readonly MappedPart[],
  make: MakeKey | null,
): NumberToldBy | null {
  const successors = successorsOf(part, versions, make);
  const told: NumberToldBy = {
    ...(part.notes === null ? {} : { note: part.notes }),
    ...(successors.length === 0 ? {} : { replaced_by: [...successors] }),
  };
  if (versions.length < 2) return Object.keys(told).length === 0 ? null : told;
  const differs = (of: (version: MappedPart) => string) => versions.some((other) => of(other) !== of(part));
  const { year_from, year_to } = part;
  const years = (version: MappedPart) => `${version.year_from ?? ''}–${version.year_to ?? ''}`;
  const vocabularies = versions.map((version) => new Set(wordsOf(version.name)));
  const own = wordsOf(part.name).filter((word) => !vocabularies.every((words) => words.has(word)));
  const all: NumberToldBy = {
    ...(differs(years) && (year_from !== null || year_to !== null) ? { years: [year_from, year_to] } : {}),
    ...told,
    ...(own.length > 0 ? { words: [...new Set(own)] } : {}),
    ...(part.group !== '' && differs((version) => version.group) ? { drawing: part.group } : {}),
  };
  return Object.keys(all).length === 0 ? { untold: true } : all;
}

/** The numbers that came after this one, as far as the source lists them; a ring ends where it began. */
function successorsOf(
  part: MappedPart,
  versions: readonly MappedPart[],
  make: MakeKey | null,
): readonly string[] {
  const chain: string[] = [];
  const seen = new Set([normaliseNumber(part.number, make)]);
  let next = part.superseded_by;
  while (next !== null && !seen.has(normaliseNumber(next, make))) {
    const bare = normaliseNumber(next, make);
    chain.push(next);
    seen.add(bare);
    next = versions.find(({ number }) => normaliseNumber(number, make) === bare)?.superseded_by ?? null;
  }
  return chain;
}
