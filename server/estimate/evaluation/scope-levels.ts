import type { OwnRates } from '../../../contract/estimate-settings.ts';
import type { PartAnswer } from '../../../contract/evidence.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { Position } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { PRIOR_PARTS, placeOf } from '../../damage-detectors/declared/declared-prior.ts';
import { calculate } from '../calculation/calculate.ts';
import { inputsOfLot } from '../estimate-lot.ts';
import { readLotFacts } from '../lot-facts.ts';
import { VALUATION_YEAR } from '../tables/vehicle-value.ts';
import { type EstimatePrint, type PrintLine, yearWritten } from './estimate-prints.ts';

/** What the product is given of a print: its listing, then also which outer panels are hit, then also repair or replace. */
export const LEVELS = ['listing_only', 'panels_known', 'operations_known'] as const;
export type Level = (typeof LEVELS)[number];

/** Basis: the issue of what a listing says; an American car's usual year. */
const MILES_A_YEAR = 11_500;

type Zone = 'front' | 'rear' | 'left' | 'right';
/** The 14 outer parts and the zones they are seen from; a trunk lid or liftgate is the one that the body has. */
const OUTER: Readonly<Record<string, readonly Zone[]>> = {
  front_bumper_cover: ['front'],
  rear_bumper_cover: ['rear'],
  grille: ['front'],
  headlamp: ['front'],
  fog_lamp_front: ['front'],
  hood: ['front'],
  fender: ['front', 'left', 'right'],
  windshield: ['front'],
  front_door_shell: ['left', 'right'],
  rear_door_shell: ['left', 'right'],
  quarter_panel: ['rear', 'left', 'right'],
  tail_lamp: ['rear'],
  trunk_lid: ['rear'],
  liftgate: ['rear'],
  door_mirror: ['left', 'right'],
};
/** A trunk lid on one body, a liftgate on another. */
const LID = 'trunk_lid_or_liftgate';
type Side = 'left' | 'right' | 'none';

function zonesOf({ impact }: EstimatePrint): ReadonlySet<Zone> {
  const words = `${impact.primary ?? ''} ${impact.secondary ?? ''}`.toLowerCase();
  const named = (['front', 'rear', 'left', 'right'] as const).filter((zone) => words.includes(zone));
  const bothSides = /\bside\b/.test(words) && !/left|right/.test(words);
  return new Set<Zone>([...named, ...(bothSides ? (['left', 'right'] as const) : [])]);
}

const positionOf = (category: string): Position => {
  const part = PRIOR_PARTS.find(({ id }) => {
    const place = placeOf(id);
    return (
      place.exact && (place.category === category || Object.values(place.by_body ?? {}).includes(category))
    );
  });
  return part ? placeOf(part.id).position : 'none';
};
const sidesOf = (category: string): readonly Side[] =>
  categoryById(category)?.side === 'LR' ? ['left', 'right'] : ['none'];

/** Whether a zone shows this side of a part: a side that is hit shows its own alone. */
const shows = (zones: ReadonlySet<Zone>, category: string, side: Side): boolean =>
  (OUTER[category] ?? []).some(
    (zone) => zones.has(zone) && (side === 'none' || zone === 'front' || zone === 'rear' || zone === side),
  );

const WORKED = new Set<PrintLine['operation']>(['replace', 'repair', 'refinish']);

/** What a person who looked at the car would answer of its outer parts. */
export function answersOf(print: EstimatePrint, level: Level): PartAnswer[] {
  if (level === 'listing_only') return [];
  const zones = zonesOf(print);
  const other = placeOf(LID).by_body?.[print.car.body] === 'liftgate' ? 'trunk_lid' : 'liftgate';
  const outer = Object.keys(OUTER).filter((category) => category !== other);
  return outer.flatMap((category) => {
    const position = positionOf(category);
    const lines = print.lines.filter(
      (line) => WORKED.has(line.operation) && line.category?.split('|').includes(category),
    );
    return sidesOf(category).flatMap((side): PartAnswer[] => {
      const here = lines.filter((line) => side === 'none' || line.side === side || line.side === 'both');
      const place = { category, name: null, side, position };
      const id = `answer:${category}:${side}`;
      if (here.length > 0) {
        const replaced = here.some(({ operation }) => operation === 'replace');
        const answer = level === 'panels_known' ? 'damaged' : replaced ? 'replace' : 'repair';
        return [{ id, kind: 'part_answer', ...place, answer }];
      }
      // A print without a side says that one of the two is damaged.
      if (lines.some((line) => line.side === null)) {
        if (side === 'right') return [];
        return [{ id, kind: 'part_answer', ...place, side: 'unknown', answer: 'damaged' }];
      }
      return shows(zones, category, side) ? [{ id, kind: 'part_answer', ...place, answer: 'whole' }] : [];
    });
  });
}

const BASE = { body: 66, mechanical: 120, materials: 42 };

/** The print's own rates, US dollars an hour; a kind it does not name goes with body or mechanical work. Null: it has none. */
export function ratesOf({ rates }: EstimatePrint): OwnRates | null {
  const rate = (key: string): number | null => {
    const value = rates?.[key];
    return typeof value === 'number' && value >= 1 ? Math.round(value * 100) / 100 : null;
  };
  const body = rate('body');
  if (body === null) return null;
  const mechanical = rate('mechanical') ?? Math.round((body * BASE.mechanical * 100) / BASE.body) / 100;
  return {
    body,
    refinish: rate('refinish') ?? body,
    mechanical,
    structural: rate('structural') ?? rate('frame') ?? body,
    frame: rate('frame') ?? rate('structural') ?? body,
    glass: rate('glass') ?? body,
    diagnostic: rate('diagnostic') ?? mechanical,
    materials: rate('paint_materials') ?? Math.round((body * BASE.materials * 100) / BASE.body) / 100,
  };
}

/** The estimate of a print's car at a level; at the print's own rates where it has them. */
export function estimateAt(print: EstimatePrint, level: Level): Pick<Estimate, 'lines' | 'outcome'> {
  const { car, impact } = print;
  const year = yearWritten(print);
  const lot = readLotFacts({
    ...car,
    body_style: car.body,
    primary_damage: impact.primary,
    secondary_damage: impact.secondary,
    run_condition: 'Run and Drive',
    airbags: 'Intact',
    title: 'Clean title',
    ...(year === null ? {} : { odometer: Math.max(1, year - car.year) * MILES_A_YEAR }),
  });
  if (lot === null) throw new Error(`${print.name} names no car`);
  const inputs = inputsOfLot(lot, year === null ? undefined : Math.min(year, VALUATION_YEAR));
  const own = ratesOf(print);
  const edits = own
    ? { ...NO_EDITS, scenario: { rates: { profile: 'own' as const, rates: own } } }
    : NO_EDITS;
  return calculate(inputs, { answers: answersOf(print, level), edits }).estimate;
}
