import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { StatedBySellers } from '../../../contract/facts/stated-number.ts';
import type { Finding } from '../../../contract/schemas/damage.ts';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import { type Category, categoryById } from '../../categories/generic-categories.ts';
import { placeOf } from '../../damage-detectors/declared/declared-prior.ts';
import type { PartProbability } from '../../damage-detectors/declared/part-probabilities.ts';
import {
  type CurrencyRates,
  cataloguePrice,
  counterpartPrice,
  similarPrice,
  unratedCurrencies,
} from '../pricing/catalogue-price.ts';
import { type DraftLine, type DraftPart, perPiece } from '../pricing/estimate-line.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import { type DamageExtent, priceWork, type WorkMethod } from '../pricing/price-line.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { type LineNumbers, lineNumbers, type MappedNumbers, statedFor } from './line-numbers.ts';
import type { Narrow, NarrowedNumbers } from './narrowed-numbers.ts';
import { partName } from './part-name.ts';

export type Pricing = {
  readonly car: PricedCar;
  readonly rates: Rates;
  readonly numbers: readonly MappedNumbers[];
  /** What sellers state where no catalogue has a number: shown beside the line, and counted nowhere. */
  readonly stated?: readonly StatedBySellers[] | undefined;
  readonly currencies: CurrencyRates;
  /** What answers and choices leave of a line's numbers; without it all stay. */
  readonly narrow?: Narrow;
};

type Wanted = Pick<
  DraftLine,
  'block' | 'basis' | 'severity' | 'because' | 'evidence' | 'presence' | 'probability'
> & {
  id: string;
  category: string;
  name: string;
  side: Side;
  position: Position;
  priorId: string | null;
  /** The second piece of a part whose side is open. */
  other_side: boolean;
  exact: boolean;
  operation: Finding['operation'];
  method: WorkMethod;
  /** Left out: no photo shows it. */
  extent?: DamageExtent;
};

/** Where a category of both ends stands at the rear: a parking sensor with the rear bumper, a trim panel with the rear doors. */
const AT_REAR: Readonly<Partial<Record<DraftLine['section'], DraftLine['section']>>> = {
  front_bumper: 'rear_bumper',
  front_doors: 'rear_doors',
};

export function sectionOf(category: Category | undefined, position: Position): DraftLine['section'] {
  const section = category?.section ?? 'standard';
  return (category?.position === 'named' && position === 'rear' ? AT_REAR[section] : undefined) ?? section;
}

/**
 * A price of our table beside a catalogue's numbers: tells where it is another part's (aftermarket, used), and that the
 * catalogue's is in money it can't convert.
 */
function beside(part: DraftPart, numbers: readonly OemNumber[], currencies: readonly string[]): DraftPart {
  const { type } = part;
  const other = numbers.length > 0 && type !== 'oem' && type !== 'none';
  return {
    ...part,
    origin: {
      ...part.origin,
      ...(other ? { priced_as: type } : {}),
      ...(currencies.length > 0 ? { unrated: [...currencies] } : {}),
    },
  };
}

/** Prices one damaged part; its numbers and catalogue price with it. */
export function damageLine(wanted: Wanted, pricing: Pricing): DraftLine {
  const category = categoryById(wanted.category);
  const section =
    (wanted.exact || !wanted.priorId ? undefined : placeOf(wanted.priorId).section) ??
    sectionOf(category, wanted.position);
  const place = { ...wanted, section };
  const listed = lineNumbers(place, wanted.exact ? pricing.numbers : []);
  const { mirrored, similar, missing } = listed;
  const left = listed.numbers.length > 0 ? pricing.narrow?.(wanted.id, listed.numbers) : undefined;
  const numbers = left?.numbers ?? listed.numbers;
  const catalogue =
    cataloguePrice(numbers, pricing.currencies) ??
    counterpartPrice(mirrored, pricing.currencies) ??
    similarPrice(similar, pricing.currencies);
  const work = priceWork({
    category,
    priorId: wanted.priorId,
    exact: wanted.exact,
    work: wanted.operation,
    method: wanted.method,
    car: pricing.car,
    rates: pricing.rates,
    catalogue,
    extent: wanted.extent ?? null,
  });
  // A catalogue asks for each half; our own table knows the whole.
  const quantity = work.part && listed.halves && numbers.length > 1 ? 2 : 1;
  const { priorId, exact } = wanted;
  const needsNumber = work.part !== null || work.sectioning !== null;
  const stated = numbers.length > 0 || !exact ? [] : statedFor(place, pricing.stated ?? []);
  return {
    id: wanted.id,
    block: wanted.block,
    section,
    category: wanted.category,
    prior_id: priorId,
    name: wanted.name,
    side: wanted.side,
    position: wanted.position,
    operation: work.operation,
    basis: wanted.basis,
    severity: wanted.severity,
    because: wanted.because,
    evidence: wanted.evidence,
    presence: wanted.presence,
    probability: wanted.probability,
    quantity,
    part:
      work.part && !catalogue
        ? beside(
            perPiece(work.part, quantity),
            numbers,
            unratedCurrencies([...numbers, ...mirrored], pricing.currencies),
          )
        : work.part,
    ...(work.written_part
      ? {
          written_part: beside(
            perPiece(work.written_part, quantity),
            numbers,
            unratedCurrencies([...numbers, ...mirrored], pricing.currencies),
          ),
        }
      : {}),
    band: work.band && perPiece(work.band, quantity),
    sectioning: work.sectioning,
    labour: work.labour,
    paint_hours: work.paint_hours,
    paint: null,
    sublet: work.sublet,
    scale: work.scale,
    oem_numbers: needsNumber ? numbers : [],
    oem_missing: needsNumber ? missing : null,
    ...(wanted.other_side ? { other_side: true as const } : {}),
    ...(exact || !category ? {} : { stand_in: true as const }),
    ...(needsNumber ? besideNumbers(listed, left, stated) : {}),
  };
}

type BesideNumbers = Pick<
  DraftLine,
  | 'ruled_out'
  | 'narrowed'
  | 'other_pieces'
  | 'counterpart'
  | 'one_sided'
  | 'similar_numbers'
  | 'stated_by_sellers'
>;

/** What is said next to a line's own numbers, each where there is any. */
export function besideNumbers(
  { pieces, counterpart, one_sided, similar }: LineNumbers,
  left: NarrowedNumbers | undefined,
  stated: NonNullable<DraftLine['stated_by_sellers']>,
): BesideNumbers {
  return {
    ...(left && left.ruled_out.length > 0 ? { ruled_out: left.ruled_out } : {}),
    ...(left && left.narrowed.length > 0 ? { narrowed: left.narrowed } : {}),
    ...(pieces.length > 0 ? { other_pieces: pieces } : {}),
    ...(counterpart ? { counterpart } : {}),
    ...(one_sided ? { one_sided } : {}),
    ...(similar.length > 0 ? { similar_numbers: similar } : {}),
    ...(stated.length > 0 ? { stated_by_sellers: stated } : {}),
  };
}

/** A part's name on this car. */
export const nameOn = (category: string, position: Position, car: PricedCar): string =>
  partName(category, position, car.body_class, car.steel_front_bumper);

/** Why a detector found a part; one that tells words alone is told by its photos. */
export const reasonOfFinding = ({ because, evidence }: Finding): LineReason =>
  because ?? {
    from: {
      code: 'photos',
      photos: [...new Set(evidence.map(({ photo }) => photo))].sort((a, b) => a - b),
      by: null,
      confidence: null,
    },
  };

function fromPrior(part: PartProbability, share: number, mark: string, pricing: Pricing): DraftLine {
  return damageLine(
    {
      id: `${part.prior_id}:${part.side}${mark}`,
      block: part.hidden ? 'likely_hidden' : 'declared',
      basis: part.hidden ? 'hidden' : 'declared',
      category: part.category,
      name: part.exact ? nameOn(part.category, part.position, pricing.car) : part.name,
      side: part.side,
      position: part.position,
      severity: null,
      because: { from: part.because },
      evidence: [],
      presence: {
        kind: 'severity',
        by: part.by_severity,
        damp: share,
        at_least: part.known ? Math.min(1, part.probability * share) : 0,
      },
      probability: Math.min(1, part.probability * share),
      priorId: part.prior_id,
      other_side: mark !== '',
      exact: part.exact,
      operation: part.operation,
      method: part.method,
    },
    pricing,
  );
}

/**
 * One line for each part of a declaration, without standard operations, each by severity. A part that may be hit on both sides
 * gets a second line for its other side.
 */
export const damageLines = (parts: readonly PartProbability[], pricing: Pricing): DraftLine[] =>
  parts.flatMap((part) => [
    fromPrior(part, 1, '', pricing),
    ...(part.quantity > 1.02 ? [fromPrior(part, part.quantity - 1, ':2', pricing)] : []),
  ]);
