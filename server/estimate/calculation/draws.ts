import { seededRandom, seedFrom } from '../../seeded-random.ts';
import { NONE, SEVERITIES } from '../inference/severity-grid.ts';
import { type DraftLine, scaleAt } from '../pricing/estimate-line.ts';
import { DRAWS, NOISE, NOISES } from '../tables/selection.ts';
import { LIGHTEST } from '../tables/severity.ts';

const SCALE_FROM = -0.5;
const SCALE_LENGTH = 3.25;
/** Draws of a car that nothing hit, after those over the scale of severity. */
const NONE_DRAWS = 60;

/** Severity of every draw: even steps over the scale, then those of `none`. */
export const DRAWN_SEVERITIES: readonly number[] = [
  ...Array.from({ length: DRAWS }, (_, draw) => SCALE_FROM + (SCALE_LENGTH * (draw + 0.5)) / DRAWS),
  ...Array.from({ length: NONE_DRAWS }, () => LIGHTEST),
];
const CELLS = SEVERITIES.length - 1;
/** Place in SEVERITIES of every draw. */
export const DRAWN_CELLS: readonly number[] = DRAWN_SEVERITIES.map((s, draw) =>
  draw >= DRAWS ? NONE : 1 + Math.min(CELLS - 1, Math.floor(((s - SCALE_FROM) / SCALE_LENGTH) * CELLS)),
);
/** Number of draws over the scale; those from here on are of `none`. */
export const HIT_DRAWS = DRAWS;

/** Cost with tax of a line, cents: what does not follow the severity of the hit, and what does. */
export type LineMoney = { readonly fixed: number; readonly scaled: number };

/** A line as it is drawn. */
export type DrawnLine = {
  readonly id: string;
  readonly presence: DraftLine['presence'];
  readonly scale: DraftLine['scale'];
  /** Own random numbers: lines with the same stream are there in the same draws, as far as their chances go. */
  readonly stream: string;
  /** Chance at every draw; null: it follows the lines that bring it. */
  readonly chance: ((draw: number) => number) | null;
  /** In the reference price world, and at the prices asked. */
  readonly reference: LineMoney;
  readonly asked: LineMoney;
};

/** Whole cost of every draw, cents. */
export type DrawnCosts = { readonly reference: Float64Array; readonly asked: Float64Array };

/** One for all lots: the same line of two lots, or of a lot before and after an answer, meets the same luck. */
const SEED = 'estimate';
const streams = new Map<string, Float64Array>();
/** Lines repeat from lot to lot; what users name themselves must not fill the memory. */
const MOST_STREAMS = 2_000;

function uniformsOf(stream: string): Float64Array {
  const kept = streams.get(stream);
  if (kept) return kept;
  const random = seededRandom(seedFrom(`${SEED}:${stream}`));
  const made = Float64Array.from(DRAWN_SEVERITIES, () => random.uniform());
  if (streams.size >= MOST_STREAMS) streams.clear();
  streams.set(stream, made);
  return made;
}

/** Draws the lines at every severity: each by its own random numbers, an operation where a line that brings it is drawn. */
export function drawCosts(lines: readonly DrawnLine[]): DrawnCosts {
  const count = DRAWN_SEVERITIES.length;
  const reference = new Float64Array(count);
  const asked = new Float64Array(count);
  const present = new Map<string, Uint8Array>();
  const chances = new Map<string, (draw: number) => number>();
  const draw = (line: DrawnLine, needed: (draw: number, u: number) => boolean): void => {
    const uniforms = uniformsOf(line.stream);
    const here = new Uint8Array(count);
    for (let at = 0; at < count; at++) {
      if (!needed(at, uniforms[at] ?? 0)) continue;
      here[at] = 1;
      const scale = scaleAt(line.scale, DRAWN_SEVERITIES[at] ?? 0);
      reference[at] = (reference[at] ?? 0) + line.reference.fixed + line.reference.scaled * scale;
      asked[at] = (asked[at] ?? 0) + line.asked.fixed + line.asked.scaled * scale;
    }
    present.set(line.id, here);
  };
  for (const line of lines) {
    const { chance } = line;
    if (chance === null) continue;
    chances.set(line.id, chance);
    draw(line, (at, u) => u < chance(at));
  }
  for (const line of lines) {
    const { presence } = line;
    if (line.chance !== null || presence.kind !== 'any') continue;
    const here = (ids: readonly string[]) => ids.flatMap((id) => present.get(id) ?? []);
    const unless = here(presence.unless ?? []);
    const callers = here(presence.of);
    const brought = presence.of.flatMap((id) => {
      const chance = chances.get(id);
      const share = presence.shares?.[id] ?? 1;
      return chance ? [(at: number) => chance(at) * share] : [];
    });
    draw(line, (at, u) => {
      if (unless.some((other) => other[at] === 1)) return false;
      return presence.joint
        ? u < presence.damp * brought.reduce((most, chance) => Math.max(most, chance(at)), 0)
        : u < presence.damp && callers.some((other) => other[at] === 1);
    });
  }
  return { reference, asked };
}

/** What is not known of prices, hours and rates, of the writer of the estimate and of the car's value, draw by draw. */
export const DRAWN_NOISE: {
  readonly common: Float64Array;
  readonly writer: Float64Array;
  /** Standard normal; the value's own spread is taken of it. */
  readonly worth: Float64Array;
} = drawNoise();

/** Place of a draw's noise: NOISES of them stand together. */
export const noiseAt = (draw: number, noise: number): number => draw * NOISES + noise;

function drawNoise() {
  const random = seededRandom(seedFrom(SEED));
  const spread = Math.hypot(NOISE.lines_common, NOISE.rates);
  const count = DRAWN_SEVERITIES.length * NOISES;
  const common = new Float64Array(count);
  const writer = new Float64Array(count);
  const worth = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    common[at] = Math.exp(random.normal() * spread);
    writer[at] = Math.exp(random.normal() * NOISE.estimator);
    worth[at] = random.normal();
  }
  return { common, writer, worth };
}
