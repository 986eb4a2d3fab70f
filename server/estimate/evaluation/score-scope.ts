import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import { fullMoney } from '../pricing/line-money.ts';
import type { EstimatePrint, PrintLine } from './estimate-prints.ts';
import { median, quantile } from './quantile.ts';
import { estimateAt, LEVELS, type Level } from './scope-levels.ts';

const KINDS = ['parts', 'operations', 'r_and_i'] as const;
type Kind = (typeof KINDS)[number];
/** Units of a print and of what was written for it, and which of them match; a unit counts once a print, sides aside. */
type Units = { readonly print: string[]; readonly written: string[]; readonly matched: string[] };
type ScoredPrint = {
  readonly name: string;
  readonly units: Readonly<Record<Kind, Units>>;
  /** Written outside of what the print's list can hold: not counted as added. */
  readonly outside: readonly string[];
  readonly lines: readonly object[];
  /** US dollars with tax. */
  readonly written_total: number;
  readonly real_total: number | null;
  readonly hours: Compared;
  readonly refinish: Compared;
  readonly prices: readonly {
    readonly type: string;
    readonly unit: string;
    readonly written: number;
    readonly real: number;
  }[];
};
type Compared = { readonly written: number; readonly real: number };

/** The names that prints have for the operations of our table; those without one count as no unit. */
const OPERATION_NAMES: Readonly<Record<string, string>> = {
  scan_pre: 'pre-repair scan',
  scan_post: 'post-repair scan',
  calibrate_front_radar: 'calibration of driver assistance',
  calibrate_camera: 'calibration of driver assistance',
  calibrate_blind_spot: 'calibration of driver assistance',
  alignment: 'wheel alignment',
  alignment_wheel: 'wheel alignment',
  set_up_and_measure: 'set up, measure and pull',
  ac_recharge: 'A/C evacuate and recharge',
  coolant: 'cooling system pressure test',
  aim_headlamps: 'aim headlamps',
  aim_after_access: 'aim headlamps',
  flex_additive: 'flex additive',
  cover_car: 'cover car for overspray',
  hazardous_waste: 'hazardous waste',
  tint: 'tint color',
  denib: 'color sand and polish',
  corrosion_protection: 'corrosion protection',
  feather_prime_block: 'feather, prime and block',
  restraint_check: 'restraint system diagnosis',
  restraint_inspection: 'restraint system diagnosis',
  set_up_quarter: 'set up, measure and pull',
  pull: 'set up, measure and pull',
  corrosion_bolted: 'corrosion protection',
  battery_disconnect: 'disconnect and reconnect the 12 V battery',
  clean_for_delivery: 'clean for delivery',
  blend: 'blend adjacent panel',
  hv_disable: 'high-voltage disable and enable',
};
const KNOWN_OPERATIONS = new Set([
  ...Object.values(OPERATION_NAMES),
  'raw plastic preparation, front bumper cover',
  'raw plastic preparation, rear bumper cover',
]);

type Unit = { readonly kind: Kind; readonly name: string };

function operationName(operation: string, line: EstimateLine): string | null {
  if (operation !== 'raw_plastic') return OPERATION_NAMES[operation] ?? null;
  return /^(front|rear)_bumper/.test(line.category ?? '')
    ? `raw plastic preparation, ${line.category?.split('_')[0]} bumper cover`
    : null;
}

/** The unit that a written line is; null where it is none. */
function unitOf(line: EstimateLine): Unit | null {
  if (line.operation === 'r_and_i')
    return line.category === null ? null : { kind: 'r_and_i', name: `${line.category} r_and_i` };
  const from = line.because?.from;
  // A part that an operation puts in is a part.
  if (from?.code === 'operation' && line.part_type === 'none') {
    const name = operationName(from.operation, line);
    return name === null ? null : { kind: 'operations', name };
  }
  if (line.category === null || line.stand_in) return null;
  // A new section of a welded panel is a part put in.
  const operation = line.operation === 'section' ? 'replace' : line.operation;
  return { kind: 'parts', name: `${line.category} ${operation}` };
}

function unitOfPrint({ category, operation }: PrintLine): Unit | null {
  if (operation === 'blend') return { kind: 'operations', name: 'blend adjacent panel' };
  if (category === null) return null;
  return { kind: operation === 'r_and_i' ? 'r_and_i' : 'parts', name: `${category} ${operation}` };
}

/** Whether a written unit is one of the print's: `a|b replace` is either. */
function matches(printed: string, written: string): boolean {
  if (printed === written) return true;
  const at = printed.lastIndexOf(' ');
  return printed
    .slice(0, at)
    .split('|')
    .some((category) => `${category}${printed.slice(at)}` === written);
}

const uniqueNames = (units: readonly (Unit | null)[], kind: Kind): string[] => [
  ...new Set(units.flatMap((unit) => (unit?.kind === kind ? [unit.name] : []))),
];

function isCovered({ covers }: EstimatePrint, { kind, name }: Unit): boolean {
  if (kind === 'operations') return covers?.operations === undefined || covers.operations.includes(name);
  const category = name.slice(0, name.lastIndexOf(' '));
  return (
    covers?.categories === undefined || covers.categories.some((each) => each.split('|').includes(category))
  );
}

function scored(print: EstimatePrint, level: Level): ScoredPrint {
  const { lines, outcome } = estimateAt(print, level);
  const scope = lines.filter(({ standing }) => standing === 'scope');
  const written = scope.map(unitOf);
  const covered = written.filter((unit) => unit !== null && isCovered(print, unit));
  const printed: (Unit | null)[] = [
    ...print.lines.map(unitOfPrint),
    ...print.operations
      .filter(({ operation }) => KNOWN_OPERATIONS.has(operation))
      .map(({ operation }): Unit => ({ kind: 'operations', name: operation })),
  ];
  const units = Object.fromEntries(
    KINDS.map((kind): [Kind, Units] => {
      const ofPrint = uniqueNames(printed, kind);
      const ours = uniqueNames(covered, kind);
      return [
        kind,
        {
          print: ofPrint,
          written: ours,
          matched: ofPrint.filter((name) => ours.some((one) => matches(name, one))),
        },
      ];
    }),
  ) as Record<Kind, Units>;
  return {
    name: print.name,
    units,
    outside: written.flatMap((unit) => (unit && !isCovered(print, unit) ? [unit.name] : [])),
    lines: scope.map(shownLine),
    written_total: outcome?.as_written ?? 0,
    real_total: print.totals.grand_total ?? null,
    hours: hoursOf(print, scope),
    refinish: refinishOf(print, scope),
    prices: pricesOf(print, scope),
  };
}

const shownLine = (line: EstimateLine): object => ({
  name: line.name,
  category: line.category,
  side: line.side,
  operation: line.operation,
  part_type: line.part_type,
  price: line.part_price?.likely ?? null,
  hours: line.labour?.hours.likely ?? null,
  labour: line.labour?.type ?? null,
  refinish_hours: line.refinish?.hours ?? null,
  sublet: line.sublet?.likely ?? null,
  cost: dollarsFromCents(Object.values(fullMoney(line)).reduce((sum, cents) => sum + cents, 0)),
  probability: line.probability,
});

const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** Labor hours other than refinish. */
const hoursOf = (print: EstimatePrint, scope: readonly EstimateLine[]): Compared => ({
  written: sum(scope.map(({ labour }) => (labour?.type === 'refinish' ? 0 : labour?.hours.likely))),
  real: sum([
    ...print.lines.map(({ body_hours }) => body_hours),
    ...print.operations.map(({ labour, hours }) => (labour === 'refinish' ? 0 : hours)),
  ]),
});
const refinishOf = (print: EstimatePrint, scope: readonly EstimateLine[]): Compared => ({
  written: sum(
    scope.map(({ labour, refinish }) =>
      sum([refinish?.hours, labour?.type === 'refinish' ? labour.hours.likely : 0]),
    ),
  ),
  real: sum([
    ...print.lines.map(({ refinish_hours }) => refinish_hours),
    ...print.operations.map(({ labour, hours }) => (labour === 'refinish' ? hours : 0)),
  ]),
});

/** Prices of one piece, where both put the same part in and price it. */
function pricesOf(print: EstimatePrint, scope: readonly EstimateLine[]): ScoredPrint['prices'] {
  return print.lines.flatMap((line) => {
    if (line.operation !== 'replace' || line.category === null || !(line.price && line.price > 0)) return [];
    const name = `${line.category} replace`;
    const ours = scope.find((one) => {
      const unit = unitOf(one);
      return unit?.kind === 'parts' && matches(name, unit.name) && (one.part_price?.likely ?? 0) > 0;
    });
    if (!ours?.part_price) return [];
    const real = line.side === 'both' ? line.price / 2 : line.price;
    const type = (line.part_type ?? 'not stated').replace(/,.*/, '');
    return [{ type, unit: name, written: ours.part_price.likely * ours.quantity, real }];
  });
}

const ratio = ({ written, real }: Compared): number[] => (real > 0 ? [written / real] : []);
const spread = (values: readonly number[]) => ({
  n: values.length,
  median: values.length > 0 ? median(values) : null,
  p10: values.length > 0 ? quantile(values, 0.1) : null,
  p90: values.length > 0 ? quantile(values, 0.9) : null,
});

function shares(prints: readonly ScoredPrint[], kind: Kind) {
  const count = (which: keyof Units): number => sum(prints.map(({ units }) => units[kind][which].length));
  const [n, written, matched] = [count('print'), count('written'), count('matched')];
  return {
    recall: n > 0 ? matched / n : null,
    precision: written > 0 ? matched / written : null,
    n,
    written,
    matched,
  };
}

export type ScoredLevel = ReturnType<typeof levelOf>;
function levelOf(prints: readonly EstimatePrint[], level: Level) {
  const each = prints.map((print) => scored(print, level));
  const prices = Map.groupBy(
    each.flatMap((print) => print.prices),
    ({ type }) => type,
  );
  return {
    parts: shares(each, 'parts'),
    operations: shares(each, 'operations'),
    r_and_i: shares(each, 'r_and_i'),
    written_to_real: spread(
      each.flatMap(({ written_total, real_total }) =>
        ratio({ written: written_total, real: real_total ?? 0 }),
      ),
    ),
    hours_to_real: spread(each.flatMap(({ hours }) => ratio(hours))),
    refinish_to_real: spread(each.flatMap(({ refinish }) => ratio(refinish))),
    prices_to_real: Object.fromEntries(
      [...prices].map(([type, pairs]) => [type, spread(pairs.flatMap(ratio))]),
    ),
    prints: each,
  };
}

export type ScoredScope = Readonly<Record<Level, ScoredLevel>>;

/** How the written scope stands to real estimates, at three levels of what is known of the car. */
export const scoreScope = (prints: readonly EstimatePrint[]): ScoredScope =>
  Object.fromEntries(LEVELS.map((level) => [level, levelOf(prints, level)])) as Record<Level, ScoredLevel>;

const digits = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** The figures as text, a column a level. */
export function scopeText(score: ScoredScope): string {
  const row = (label: string, cell: (level: ScoredLevel) => string): string =>
    [label.padEnd(34), ...LEVELS.map((level) => cell(score[level]).padStart(18))].join(' ');
  const ofKind = (kind: Kind) => (level: ScoredLevel) => {
    const { recall, precision, n, matched } = level[kind];
    return `${digits(recall)} · ${digits(precision)} (${matched}/${n})`;
  };
  const ofSpread =
    (key: 'written_to_real' | 'hours_to_real' | 'refinish_to_real') => (level: ScoredLevel) => {
      const { median: middle, p10, p90 } = level[key];
      return `${digits(middle)} (${digits(p10)}–${digits(p90)})`;
    };
  const types = [...new Set(LEVELS.flatMap((level) => Object.keys(score[level].prices_to_real)))].sort();
  return [
    [''.padEnd(34), ...LEVELS.map((level) => level.padStart(18))].join(' '),
    row('parts: recall · precision', ofKind('parts')),
    row('operations: recall · precision', ofKind('operations')),
    row('R&I: recall · precision', ofKind('r_and_i')),
    row('written ÷ real (p10–p90)', ofSpread('written_to_real')),
    row('labor hours ÷ real', ofSpread('hours_to_real')),
    row('refinish hours ÷ real', ofSpread('refinish_to_real')),
    ...types.map((type) =>
      row(`price ÷ real, ${type}`, (level) => {
        const at = level.prices_to_real[type];
        return at ? `${digits(at.median)} (${at.n})` : '–';
      }),
    ),
    '',
  ].join('\n');
}
