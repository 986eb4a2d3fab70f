// `node scripts/run.mjs scripts/count-crash-outcomes.ts vehicles.tsv`: counts what broke and which bags went off in inspected crash
// vehicles of 2015 (NHTSA NASS-CDS, published again under CC0 by the R package nass) and writes
// server/damage-detectors/data/crash-outcomes.tsv. Cars that were towed are counted, by sampling weights cut at their 95th percentile;
// every third case is kept back and judges. A row of the declared prior takes the counted rate as its level over a mixed hit where that
// loses no more (weighted log loss) than the judgment before it and a hundred cars or more were inspected; what the row then is stands
// in the column `row`, to be put into declared-prior.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { CONDITION } from '../server/damage-detectors/declared/condition.ts';
import type { PriorZone } from '../server/damage-detectors/declared/declared-prior.ts';
import { atLevel, levelOf } from '../server/damage-detectors/declared/hit-level.ts';

type Vehicle = Readonly<Record<string, string>>;
type Shape = readonly [minor: number, moderate: number, severe: number];
type Source = { readonly column: string; readonly of: (vehicle: Vehicle) => boolean };
type Counted = {
  readonly id: string;
  readonly zone: PriorZone;
  /** Kind of hit counted, as it is named beside a line. */
  readonly hits: 'front' | 'front corner' | 'side' | 'rear' | 'roof';
  /** Outcomes counted, and those that count. */
  readonly outcomes: 'bag' | 'glass' | 'door';
  /** The row by judgment alone, percent; null: a door that jams is no row of its own, and only told. */
  readonly judged: Shape | null;
  readonly sources: readonly Source[];
};

const HAPPENED: Readonly<Record<Counted['outcomes'], Readonly<Record<string, boolean>>>> = {
  bag: { deployed: true, intact: false },
  glass: { whole: false, cracked: true, broken: true },
  door: { works: false, jammed: true, opened: true },
};
const LEAST_INSPECTED = 100;

const inArea = (area: string) => (vehicle: Vehicle) => vehicle.area === area;
const atCorner = (side: string) => (vehicle: Vehicle) => vehicle.area === 'F' && vehicle.horizontal === side;
const source = (column: string, of: Source['of']): Source => ({ column, of });
const front = (column: string): Source[] => [source(column, inArea('F'))];
const corners = (left: string, right: string): Source[] => [
  source(left, atCorner('L')),
  source(right, atCorner('R')),
];
const sides = (left: string, right: string): Source[] => [
  source(left, inArea('L')),
  source(right, inArea('R')),
];

const ROWS: readonly Counted[] = [
  {
    id: 'airbag_driver',
    zone: 'F',
    hits: 'front',
    outcomes: 'bag',
    judged: [1, 30, 85],
    sources: front('driver_front_bag'),
  },
  {
    id: 'airbag_driver',
    zone: 'FC',
    hits: 'front corner',
    outcomes: 'bag',
    judged: [1, 22, 70],
    sources: corners('driver_front_bag', 'driver_front_bag'),
  },
  {
    id: 'airbag_driver',
    zone: 'S',
    hits: 'side',
    outcomes: 'bag',
    judged: [0, 4, 15],
    sources: sides('driver_front_bag', 'driver_front_bag'),
  },
  {
    id: 'airbag_passenger',
    zone: 'F',
    hits: 'front',
    outcomes: 'bag',
    judged: [1, 22, 68],
    sources: front('passenger_front_bag'),
  },
  {
    id: 'airbag_knee',
    zone: 'F',
    hits: 'front',
    outcomes: 'bag',
    judged: [0, 12, 45],
    sources: front('driver_other_bag'),
  },
  {
    id: 'airbag_curtain',
    zone: 'S',
    hits: 'side',
    outcomes: 'bag',
    judged: [1, 30, 82],
    sources: sides('driver_other_bag', 'passenger_other_bag'),
  },
  {
    id: 'windshield',
    zone: 'F',
    hits: 'front',
    outcomes: 'glass',
    judged: [3, 10, 35],
    sources: front('windshield'),
  },
  {
    id: 'windshield',
    zone: 'FC',
    hits: 'front corner',
    outcomes: 'glass',
    judged: [2, 8, 28],
    sources: corners('windshield', 'windshield'),
  },
  {
    id: 'windshield',
    zone: 'S',
    hits: 'side',
    outcomes: 'glass',
    judged: [1, 5, 18],
    sources: sides('windshield', 'windshield'),
  },
  {
    id: 'windshield',
    zone: 'T',
    hits: 'roof',
    outcomes: 'glass',
    judged: [15, 55, 90],
    sources: [source('windshield', inArea('T'))],
  },
  {
    id: 'front_door_glass',
    zone: 'FC',
    hits: 'front corner',
    outcomes: 'glass',
    judged: [0, 3, 12],
    sources: corners('glass_lf', 'glass_rf'),
  },
  {
    id: 'front_door_glass',
    zone: 'S',
    hits: 'side',
    outcomes: 'glass',
    judged: [2, 18, 55],
    sources: sides('glass_lf', 'glass_rf'),
  },
  {
    id: 'rear_door_glass',
    zone: 'S',
    hits: 'side',
    outcomes: 'glass',
    judged: [2, 15, 50],
    sources: sides('glass_lr', 'glass_rr'),
  },
  {
    id: 'back_glass',
    zone: 'R',
    hits: 'rear',
    outcomes: 'glass',
    judged: [2, 15, 55],
    sources: [source('glass_back', inArea('B'))],
  },
  {
    id: 'front_door',
    zone: 'S',
    hits: 'side',
    outcomes: 'door',
    judged: null,
    sources: sides('door_lf', 'door_rf'),
  },
  {
    id: 'front_door',
    zone: 'FC',
    hits: 'front corner',
    outcomes: 'door',
    judged: null,
    sources: corners('door_lf', 'door_rf'),
  },
  {
    id: 'rear_door',
    zone: 'S',
    hits: 'side',
    outcomes: 'door',
    judged: null,
    sources: [source('door_lr', inArea('L'))],
  },
];

type Seen = { readonly weight: number; readonly happened: boolean; readonly kept_back: boolean };

const rate = (seen: readonly Seen[], weight: (one: Seen) => number): number =>
  seen.reduce((sum, one) => sum + (one.happened ? weight(one) : 0), 0) /
  seen.reduce((sum, one) => sum + weight(one), 0);
const byWeight = ({ weight }: Seen): number => weight;
/** Weighted log loss of a rate, 0 or more. */
function lossOf(chance: number, seen: readonly Seen[]): number {
  const p = Math.min(0.999, Math.max(0.001, chance));
  const sum = seen.reduce((all, one) => all - one.weight * Math.log(one.happened ? p : 1 - p), 0);
  return sum / seen.reduce((all, one) => all + one.weight, 0);
}

/** What was seen of an outcome, once a vehicle and source. */
function seenOf({ outcomes, sources }: Counted, towed: readonly Vehicle[], most: number): Seen[] {
  const happened = HAPPENED[outcomes];
  return sources.flatMap(({ column, of }) =>
    towed.filter(of).flatMap((vehicle): Seen[] => {
      const was = happened[vehicle[column] ?? ''];
      if (was === undefined) return [];
      const weight = Math.min(most, Number(vehicle.weight));
      return [{ weight, happened: was, kept_back: Number.parseInt(vehicle.case ?? '', 16) % 3 === 0 }];
    }),
  );
}

const shown = (value: number): string => value.toFixed(3);

/** A line of the table; cells without a figure are empty. */
function lineOf(counted: Counted, seen: readonly Seen[]): string {
  const [taken, kept] = [seen.filter((one) => !one.kept_back), seen.filter((one) => one.kept_back)];
  const weighted = rate(seen, byWeight);
  const before = counted.judged && levelOf(counted.judged, CONDITION.start.value);
  const losses = [rate(taken, byWeight), rate(taken, () => 1), ...(before === null ? [] : [before])].map(
    (chance) => lossOf(chance, kept),
  );
  const [ofCount = 1, , ofJudgment] = losses;
  const used = ofJudgment !== undefined && seen.length >= LEAST_INSPECTED && ofCount <= ofJudgment;
  const row = used && counted.judged ? atLevel(counted.judged, weighted, CONDITION.start.value) : null;
  return [
    counted.id,
    counted.zone,
    counted.hits,
    counted.outcomes,
    String(seen.length),
    shown(weighted),
    shown(rate(seen, () => 1)),
    before === null ? '' : shown(before),
    ...losses.map(shown),
    ...(before === null ? [''] : []),
    used ? 'yes' : 'no',
    row === null ? '' : row.join('|'),
  ].join('\t');
}

/** Where front hits lie, against the shares of a site's codes for them; `most` cuts the weights. */
function whereLines(towed: readonly Vehicle[], most: number): string[] {
  const PLACES: Readonly<Record<string, string>> = {
    L: 'left',
    R: 'right',
    D: 'across',
    C: 'across',
    Y: 'across',
    Z: 'across',
  };
  const JUDGED: Readonly<Record<string, number>> = { across: 0.76, left: 0.12, right: 0.12 };
  const seen = towed.filter(inArea('F')).flatMap((vehicle) => {
    const place = PLACES[vehicle.horizontal ?? ''];
    const kept_back = Number.parseInt(vehicle.case ?? '', 16) % 3 === 0;
    return place ? [{ place, weight: Math.min(most, Number(vehicle.weight)), kept_back }] : [];
  });
  type Placed = (typeof seen)[number];
  const at = (place: string, some: readonly Placed[], weight: (one: Placed) => number): number =>
    rate(
      some.map((one) => ({ ...one, weight: weight(one), happened: one.place === place })),
      byWeight,
    );
  const [taken, kept] = [seen.filter((one) => !one.kept_back), seen.filter((one) => one.kept_back)];
  const loss = (chance: (place: string) => number): number =>
    kept.reduce((sum, { place, weight }) => sum - weight * Math.log(chance(place)), 0) /
    kept.reduce((sum, { weight }) => sum + weight, 0);
  const losses = [
    loss((place) => at(place, taken, ({ weight }) => weight)),
    loss((place) => at(place, taken, () => 1)),
    loss((place) => JUDGED[place] ?? 0),
  ];
  const [ofCount = 1, , ofJudgment = 0] = losses;
  return Object.entries(JUDGED).map(([place, judged]) =>
    [
      `where_${place}`,
      place === 'across' ? 'F' : 'FC',
      'front',
      'where',
      String(seen.length),
      shown(at(place, seen, ({ weight }) => weight)),
      shown(at(place, seen, () => 1)),
      shown(judged),
      ...losses.map(shown),
      ofCount <= ofJudgment ? 'yes' : 'no',
      '',
    ].join('\t'),
  );
}

/** How often another area is damaged too: only told, it moves no row. */
function secondLines(towed: readonly Vehicle[], most: number): string[] {
  const HITS = { front: ['F'], side: ['L', 'R'] } as const;
  const OTHERS = { left: 'L', right: 'R', rear: 'B', front: 'F' } as const;
  return (['front', 'side'] as const).flatMap((hits) =>
    Object.entries(OTHERS)
      .filter(
        ([, area]) =>
          !(HITS[hits] as readonly string[]).includes(area) && !(hits === 'side' && 'LR'.includes(area)),
      )
      .map(([other, area]) => {
        const seen = towed
          .filter((vehicle) => (HITS[hits] as readonly string[]).includes(vehicle.area ?? ''))
          .map((vehicle) => ({
            weight: Math.min(most, Number(vehicle.weight)),
            happened: vehicle.second_area === area,
            kept_back: false,
          }));
        return [
          `second_${other}`,
          '',
          hits,
          'second',
          String(seen.length),
          shown(rate(seen, byWeight)),
          shown(rate(seen, () => 1)),
          '',
          '',
          '',
          '',
          'no',
          '',
        ].join('\t');
      }),
  );
}

const file = z
  .string({ error: 'usage: node scripts/run.mjs scripts/count-crash-outcomes.ts vehicles.tsv' })
  .parse(process.argv[2]);
const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
const columns = header.split('\t');
const towed = lines
  .map((line): Vehicle => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at] ?? '', cell])))
  .filter((vehicle) => vehicle.towed === 'yes');
const weights = towed.map(({ weight }) => Number(weight)).sort((a, b) => a - b);
const most = weights[Math.floor(0.95 * weights.length)] ?? 0;
const table = [
  ...ROWS.map((counted) => lineOf(counted, seenOf(counted, towed, most))),
  ...whereLines(towed, most),
  ...secondLines(towed, most),
];
writeFileSync(
  new URL('../server/damage-detectors/data/crash-outcomes.tsv', import.meta.url),
  [
    `# Inspected crash vehicles of 2015 (NHTSA NASS-CDS, a work of the US government; tables under CC0 by the R package nass): ${towed.length} towed cars, pickups, vans and SUVs.`,
    '# weighted: by sampling weights cut at their 95th percentile; plain: each car once; judged: level over a mixed hit by judgment; loss_*: weighted log loss on every third case, kept back.',
    '# Limits: crashes, not auction lots; model years around 2006, so few curtain bags; about half of the interiors were inspected. Made by scripts/count-crash-outcomes.ts.',
    'id\tzone\thits\toutcomes\tinspected\tweighted\tplain\tjudged\tloss_weighted\tloss_plain\tloss_judged\tused\trow',
    ...table,
    '',
  ].join('\n'),
);
process.stdout.write(`${table.join('\n')}\n`);
