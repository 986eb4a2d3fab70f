import type { Position, Side } from '../../../contract/schemas/part.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { cataloguePrice } from '../pricing/catalogue-price.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import { listedPart } from '../pricing/price-line.ts';
import { partCost } from '../tables/part-costs.ts';
import { ACCESS_ROWS, type AccessRow, WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import { besideNumbers, sectionOf } from './damage-lines.ts';
import { lineNumbers } from './line-numbers.ts';
import { partName } from './part-name.ts';
import { standardLine } from './standard-line.ts';
import { isUnfitted, type Unfitted } from './unfitted-parts.ts';

/** A part that is new with a panel's work, and the panels that bring it. */
type SmallPart = {
  readonly id: string;
  readonly category: string;
  readonly position: Position;
  readonly operation: 'emblem' | 'with_new';
  /** The panel it is named by: the part may be a line of its own too. */
  readonly named_by?: string;
  readonly brings: (panel: string, line: DraftLine) => boolean;
};

const LIDS = new Set(['trunk_lid', 'liftgate']);
const ON_HOOD = new Set(WRITTEN_OPERATIONS?.emblem.on_hood.map((make) => make.toLowerCase()));
const painted = ({ paint_hours }: DraftLine): boolean => paint_hours > 0;

/** The emblem of a lid, gate or hood that is painted or blended, and what a replaced panel takes new. */
function smallParts({ body_class: body }: PricedCar, make: string | null): SmallPart[] {
  const emblem = { position: 'rear' as const, operation: 'emblem' as const };
  const replaced = (WRITTEN_OPERATIONS?.with_new ?? []).filter(
    ({ not_on }) => !body || !not_on.includes(body),
  );
  return [
    {
      ...emblem,
      id: 'emblem',
      category: 'emblem_rear',
      brings: (panel, line) => LIDS.has(panel) && painted(line),
    },
    ...(ON_HOOD.has(make?.toLowerCase() ?? '')
      ? [
          {
            ...emblem,
            id: 'emblem_front',
            category: 'emblem_front',
            position: 'front' as const,
            named_by: 'hood',
            brings: (panel: string, line: DraftLine) => panel === 'hood' && painted(line),
          },
        ]
      : []),
    ...replaced.map(
      ({ part, panel: with_panel, position }): SmallPart => ({
        id: `with_new:${part}`,
        category: part,
        position,
        operation: 'with_new',
        named_by: with_panel,
        brings: (panel, line) => panel === with_panel && renewed(line),
      }),
    ),
  ];
}

/** The car with what catalogs and its user have for it. */
type SmallPartsOf = Pick<EstimateInputs, 'numbers' | 'currencies'> & {
  readonly priced: PricedCar;
  readonly body: { readonly make: string | null };
};

/** Small parts that are new with a panel's work, unless a line renews them anyway; the forecast counts nothing of them. */
export function smallPartLines(
  lines: readonly DraftLine[],
  { priced: car, body: { make }, numbers, currencies }: SmallPartsOf,
  unfitted: readonly Unfitted[],
): DraftLine[] {
  if (WRITTEN_OPERATIONS === null) return [];
  return smallParts(car, make).flatMap(
    ({ id, category, position, operation, named_by, brings }): DraftLine[] => {
      const cost = partCost(category, car.body_class);
      if (!cost || isUnfitted(unfitted, category, 'none', position)) return [];
      const callers = lines.filter((line) => {
        const { blended, category: panel, stand_in, presence } = line;
        return brings(blended?.category ?? (presence.kind === 'any' || stand_in ? '' : (panel ?? '')), line);
      });
      const unless = lines.filter((line) => line.category === category && line.position === position);
      const hours = {
        low: cost.hours_low,
        likely: (cost.hours_low + cost.hours_high) / 2,
        high: cost.hours_high,
      };
      const name = partName(category, named_by ? position : 'none', car.body_class);
      const wanted = {
        id,
        name: named_by
          ? `${name} (with the ${partName(named_by, 'none', car.body_class).toLowerCase()})`
          : name,
        operation: 'replace' as const,
        because: { code: 'operation' as const, operation, part: callers[0]?.name ?? '' },
        labour: { type: 'body' as const, hours, basis: cost.hours_basis },
      };
      return standardLine(callers, wanted, { unless, damp: 0, usual: true }).map((line) => {
        const section = sectionOf(categoryById(category), position);
        const side = categoryById(category)?.side === 'LR' ? ('unknown' as const) : line.side;
        const listed = lineNumbers({ category, side, position, section, other_side: false }, numbers);
        return {
          ...line,
          category,
          section,
          position,
          side,
          part: cataloguePrice(listed.numbers, currencies) ?? listedPart(category, cost, car),
          oem_numbers: listed.numbers,
          oem_missing: listed.missing,
          ...besideNumbers(listed, undefined, []),
        };
      });
    },
  );
}

/** What decides which parts can come off the car. */
export type AccessCar = {
  readonly body_class: BodyClass | null;
  /** Share of such cars that have a part of the declared prior, 0–1. */
  readonly takeRate: (priorId: string) => number;
  /** What its user says it does not have. */
  readonly unfitted?: readonly Unfitted[];
};

/** A panel that is worked on, and the line that says so. */
type Job = { readonly panel: string; readonly side: Side; readonly work: string; readonly line: DraftLine };

/** Parts that come off as a set: one of them renewed, the others still do. */
const SETS = new Set(['parking_sensor']);
/** A part is taken for fitted from here on. */
const FITTED_FROM = 0.5;
/** Parts that hold another: while one of them is renewed, the other does not come off by itself. */
const HELD_BY: Readonly<Record<string, string>> = {
  front_bumper_cover: 'front_bumper_assembly',
  rear_bumper_cover: 'rear_bumper_assembly',
};

const renewed = ({ operation, sectioned }: DraftLine): boolean =>
  operation === 'replace' || operation === 'section' || sectioned === true;

const jobOf = (line: DraftLine): Job | null => {
  if (line.blended) return { panel: line.blended.category, side: line.blended.side, work: 'blend', line };
  if (line.category === null || line.stand_in || line.presence.kind === 'any') return null;
  return { panel: line.category, side: line.side, work: renewed(line) ? 'replace' : line.operation, line };
};

const isOnBody = ({ bodies }: AccessRow, body: BodyClass | null): boolean =>
  bodies.some((each) => each === 'all' || each === body || (each === 'unibody' && body !== 'pickup'));

type Taken = {
  readonly part: string;
  readonly side: Side;
  readonly row: AccessRow;
  readonly line: DraftLine;
};

function takenFor(job: Job, car: AccessCar): Taken[] {
  return (ACCESS_ROWS ?? [])
    .filter(
      (row) =>
        row.job === job.panel &&
        row.work.some((work) => work === job.work) &&
        isOnBody(row, car.body_class) &&
        (row.fitted === '' || car.takeRate(row.fitted) >= FITTED_FROM),
    )
    .flatMap((row): Taken[] => {
      const sides: readonly Side[] =
        row.side === 'both' ? ['left', 'right'] : [row.side === 'own' ? job.side : 'none'];
      return sides.map((side) => ({ part: row.part, side, row, line: job.line }));
    });
}

const sided = (side: Side): boolean => side === 'left' || side === 'right';
const meets = (a: Side, b: Side): boolean => a === b || !sided(a) || !sided(b);

/** Of two jobs that need a part off, the likelier one sets the hours, and of two as likely the longer. */
const before = (a: Taken, b: Taken): number =>
  b.line.probability - a.line.probability || b.row.hours_high - a.row.hours_high;

/** The end at which a part comes off for a job; `none` where the car has but one, as a headliner. */
function endOff(part: string, job: string, { body_class: body }: AccessCar): Position {
  if (end(part) !== 'none') return end(part);
  return partName(part, end(job), body) === partName(part, 'none', body) ? 'none' : end(job);
}

/**
 * What comes off to do the jobs of these lines: a line a part and side, however many jobs need it off, and none where the part is
 * renewed. `lines` are damaged parts and blends.
 */
export function accessLines(lines: readonly DraftLine[], car: AccessCar): DraftLine[] {
  if (ACCESS_ROWS === null) return [];
  const taken = lines.flatMap((line) => {
    const job = jobOf(line);
    return job ? takenFor(job, car) : [];
  });
  const groups = Map.groupBy(taken, ({ part, side, row }) => `${part}:${side}:${endOff(part, row.job, car)}`);
  return [...groups.values()].flatMap((group): DraftLine[] => {
    const [first] = group.toSorted(before);
    if (!first) return [];
    const { part, side, row } = first;
    const category = categoryById(part);
    const position = endOff(part, row.job, car);
    if (isUnfitted(car.unfitted ?? [], part, side, position)) return [];
    const unless = lines.filter(
      (line) =>
        !SETS.has(part) &&
        renewed(line) &&
        !line.stand_in &&
        (line.category === part || line.category === HELD_BY[part]) &&
        (line.category !== part || meets(line.side, side)) &&
        (line.position === position || line.position === 'none' || position === 'none'),
    );
    const callers = [...new Map(group.map(({ line }) => [line.id, line])).values()];
    const name = partName(part, position, car.body_class);
    const wanted = {
      id: `r_and_i:${part}:${side}:${position}`,
      name,
      operation: 'r_and_i' as const,
      because: { code: 'operation' as const, operation: 'r_and_i', part: first.line.name },
      labour: {
        type: row.labour,
        hours: {
          low: row.hours_low,
          likely: Math.round(50 * (row.hours_low + row.hours_high)) / 100,
          high: row.hours_high,
        },
        basis: 'judgement' as const,
      },
    };
    return standardLine(callers, wanted, { unless, damp: 0, usual: true }).map((line) => ({
      ...line,
      category: part,
      section: sectionOf(category, position),
      side,
      position,
    }));
  });
}

/** The end of the car that a panel is at: of parts that both ends have, the one at that end comes off. */
const end = (panel: string): DraftLine['position'] => {
  const position = categoryById(panel)?.position;
  return position === 'front' || position === 'rear' ? position : 'none';
};
