import { z } from 'zod';
import * as dataTable from '../../server/data-tables/data-table.ts';
import { type Random, seededRandom } from '../../server/estimate/tables/seeded-random.ts';
import { COLOURS, STATES, VOCABULARY } from './vocabulary.ts';

const list = z.string().transform((text) => text.split('|'));
const CARS = dataTable.readTsv(
  new URL('cars.tsv', import.meta.url),
  z.object({
    make: z.string(),
    model: z.string(),
    trims: list,
    body_style: z.string(),
    fuel: z.string(),
    drive: list,
    from: z.coerce.number().int(),
    to: z.coerce.number().int(),
    /** US dollars, new; rough, and used only to make up a listed value. */
    price: z.coerce.number().positive(),
  }),
);

/** A lot in the form that `estimate-lots` reads, with the listed facts that the estimate may come to read. */
export const madeUpLotSchema = z.object({
  id: z.string(),
  site: z.enum(['copart', 'iaai', 'bid.cars']),
  year: z.number().int().nullable(),
  make: z.string(),
  model: z.string().nullable(),
  trim: z.string().nullable(),
  body_style: z.string().nullable(),
  fuel: z.string().nullable(),
  drive: z.string().nullable(),
  engine: z.string().nullable(),
  color: z.string().nullable(),
  primary_damage: z.string(),
  secondary_damage: z.string().nullable(),
  run_condition: z.string().nullable(),
  keys: z.string().nullable(),
  airbags: z.string().nullable(),
  odometer: z.string().nullable(),
  title: z.string().nullable(),
  state: z.string().nullable(),
  /** US dollars. */
  retail_value: z.number().positive().nullable(),
});
export type MadeUpLot = z.infer<typeof madeUpLotSchema>;

const EACH_WORD = 5;
const USUAL = 1000;
const SITES = ['copart', 'iaai', 'bid.cars'] as const;
const NEWEST = 2026;
const OLDEST = 1999;

function pick<T>(from: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const one = from[Math.floor(random.uniform() * from.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

function usualWord(words: readonly (readonly [string, number])[], random: Random): string {
  let left = random.uniform() * words.reduce((sum, [, share]) => sum + share, 0);
  const found = words.find(([, share]) => {
    left -= share;
    return left < 0;
  });
  return (found ?? words[0])?.[0] ?? '';
}

/** A dead dash shows next to nothing; a reading nobody trusts shows any number. */
function odometerText(age: number, end: string | null, random: Random): string | null {
  if (end === null) return null;
  const miles = Math.round((age + 0.7) * 12_000 * Math.exp(0.45 * random.normal()));
  if (/dash|burnt|broken|unknown|exempt/i.test(end)) return `${random.uniform() < 0.5 ? 0 : 1} mi ${end}`;
  const shown = `${Math.min(420_000, miles).toLocaleString('en-US')} mi`;
  return `${shown} ${end}`.trim();
}

/** What a listing says the car was worth: mostly near the truth, now and then a typing error. */
function listedValue(price: number, age: number, random: Random): number | null {
  const [listed, wild, spread] = [random.uniform(), random.uniform(), random.normal()];
  if (listed > 0.5) return null;
  const worth = 900 + price * 0.86 ** age;
  const value = worth * Math.exp(0.28 * spread) * (wild < 0.04 ? 4 : wild < 0.08 ? 0.2 : 1);
  return Math.max(150, Math.round(value));
}

/** Engines by which a hybrid is known though listing and decoder say gasoline. */
function engineOf(make: string, model: string, fuel: string): string | null {
  if (make !== 'TOYOTA') return null;
  if (model === 'PRIUS') return '1.8L 4 2ZR-FXE 97 HP';
  return model === 'AVALON' && /gas/i.test(fuel) ? '2.5L 4 2AR-FXE 200 HP' : null;
}

type Car = (typeof CARS)[number];

function madeUpLot(
  id: string,
  site: (typeof SITES)[number],
  car: Car,
  year: number,
  word: string,
): MadeUpLot {
  // A source of chance for each lot: one lot changed leaves the others as they were.
  const random = seededRandom(Number.parseInt(id.slice(1), 10) * 7919 + 11);
  const words = VOCABULARY[site];
  const age = Math.max(0, NEWEST - year);
  const state = random.uniform() < 0.04 ? null : STATES[Number.parseInt(id.slice(1), 10) % STATES.length];
  const bare = random.uniform();
  const secondary = pick(words.secondary, random);
  return {
    id,
    site,
    year: bare < 0.01 ? null : year,
    make: car.make,
    model: bare > 0.98 ? null : car.model,
    trim: random.uniform() < 0.75 ? pick(car.trims, random) : null,
    body_style: random.uniform() < 0.85 ? car.body_style : null,
    fuel: random.uniform() < 0.9 ? car.fuel : null,
    drive: random.uniform() < 0.85 ? pick(car.drive, random) : null,
    engine: engineOf(car.make, car.model, car.fuel),
    color: pick(COLOURS, random),
    primary_damage: word,
    secondary_damage: secondary === word ? null : secondary,
    run_condition: pick(words.run, random),
    keys: pick(words.keys, random),
    airbags: pick(words.airbags, random),
    odometer: odometerText(age, pick(words.odometer, random), random),
    title: pick(words.titles, random),
    state: state ?? null,
    retail_value: listedValue(car.price, age, random),
  };
}

/**
 * Some 2,000 made-up lots, always the same ones: each damage word and code of each site five times, then a thousand as
 * an auction's yard has them. No lot is anybody's.
 */
export function madeUpLots(): MadeUpLot[] {
  const random = seededRandom(20_261_122);
  const each = SITES.flatMap((site) =>
    VOCABULARY[site].damage.flatMap((word) => Array.from({ length: EACH_WORD }, () => ({ site, word }))),
  );
  const usual = Array.from({ length: USUAL }, () => {
    const site = pick(SITES, random);
    return { site, word: usualWord(VOCABULARY[site].usual, random) };
  });
  return [...each, ...usual].map(({ site, word }, at) => {
    const car = CARS[(at * 41) % CARS.length] ?? pick(CARS, random);
    const [from, to] = [Math.max(OLDEST, car.from), Math.min(NEWEST, car.to)];
    const year = from + Math.floor(random.uniform() * (to - from + 1));
    return madeUpLot(`g${String(at + 1).padStart(4, '0')}`, site, car, year, word);
  });
}
