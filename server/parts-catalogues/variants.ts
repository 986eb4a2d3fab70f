import type { OemNumber } from '../../contract/estimate.ts';
import type { Fit, MappedPart, Position, Side } from '../../contract/part.ts';
import type { MakeKey } from '../../contract/vehicle.ts';
import { normaliseNumber, numberFormatOk } from './number-format.ts';

/** All numbers that sources give for one part of the vocabulary on one side and end of the car, none collapsed. */
export type PartVariants = {
  category: string;
  side: Side;
  position: Position;
  numbers: OemNumber[];
};

/** Words that name another piece beside this one, not another version of it: both hinges are needed. */
const PIECES = new Set(
  'upper lower inner outer inside outside front rear center middle buckle tongue arm blade 1 2 3 4 lh rh left right'.split(
    ' ',
  ),
);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  upr: 'upper',
  lwr: 'lower',
  fr: 'front',
  rr: 'rear',
  inr: 'inner',
  otr: 'outer',
  ctr: 'center',
};

/** Groups mapped parts into what is one part on the car, with what decides between the numbers and how sure each is. */
export function groupVariants(parts: readonly MappedPart[], make: MakeKey | null): PartVariants[] {
  const placed = parts.filter((part) => part.category !== null);
  const groups = Map.groupBy(
    placed,
    (part) => `${part.category} ${part.mapped_side} ${part.mapped_position}`,
  );
  return [...groups.values()].flatMap((siblings): PartVariants[] => {
    const [first] = siblings;
    if (!first || first.category === null) return [];
    return [
      {
        category: first.category,
        side: first.mapped_side,
        position: first.mapped_position,
        numbers: withoutRepeats(siblings, make)
          .map((part, _, all) => oemNumber(part, all, make))
          .sort((a, b) => FIT_ORDER[a.fit] - FIT_ORDER[b.fit]),
      },
    ];
  });
}

const FIT_ORDER: Readonly<Record<Fit, number>> = { exact_vin: 0, model_year: 1, needs_option: 2, unknown: 3 };

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

function oemNumber(part: MappedPart, siblings: readonly MappedPart[], make: MakeKey | null): OemNumber {
  const rivals = siblings.filter((other) => other !== part && pieceOf(other) === pieceOf(part));
  return {
    number: part.number,
    name: part.name,
    source: part.source,
    dated: part.dated,
    fit: fitAmong(part, rivals),
    decides: decidesFor(part, siblings),
    price: part.price,
    currency: part.currency,
    superseded_by: part.superseded_by,
    url: part.url,
    format_ok: make !== null && numberFormatOk(make, part.number),
  };
}

/** A number with a rival for the same piece needs an answer, unless the VIN already gave it. */
function fitAmong(part: MappedPart, rivals: readonly MappedPart[]): Fit {
  if (part.fit !== 'model_year') return part.fit;
  const live = rivals.filter((other) => other.superseded_by === null);
  return live.length > 0 ? 'needs_option' : 'model_year';
}

const wordsOf = (name: string): string[] =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ABBREVIATIONS[word] ?? word);

/** Which piece of several it is: the place words of its name. */
function pieceOf(part: MappedPart): string {
  return wordsOf(part.name)
    .filter((word) => PIECES.has(word))
    .sort()
    .join(' ');
}

/** What tells this number from its siblings: years, note, the words of its own name, drawing, successor. Empty when alone or alike. */
function decidesFor(part: MappedPart, siblings: readonly MappedPart[]): string {
  if (siblings.length < 2) return part.superseded_by === null ? '' : `replaced by ${part.superseded_by}`;
  const differs = (of: (sibling: MappedPart) => string) => siblings.some((other) => of(other) !== of(part));
  const years = ({ year_from, year_to }: MappedPart) => `${year_from ?? ''}–${year_to ?? ''}`;
  const vocabularies = siblings.map((sibling) => new Set(wordsOf(sibling.name)));
  const own = wordsOf(part.name).filter((word) => !vocabularies.every((words) => words.has(word)));
  return [
    differs(years) && years(part) !== '–' ? years(part) : '',
    part.notes ?? '',
    [...new Set(own)].join(' '),
    differs((sibling) => sibling.group) ? `drawing “${part.group}”` : '',
    part.superseded_by === null ? '' : `replaced by ${part.superseded_by}`,
  ]
    .filter((reason) => reason !== '')
    .join(' · ');
}
