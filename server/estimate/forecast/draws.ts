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
/** A chance over SEVERITIES at every draw. */
export function drawnChance(chance: readonly number[]): Float64Array {
  const drawn = new Float64Array(DRAWN_CELLS.length);
  for (let draw = 0; draw < drawn.length; draw++) drawn[draw] = chance[DRAWN_CELLS[draw] ?? 0] ?? 0;
  return drawn;
}
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
  readonly chance: Float64Array | null;
  /** In the reference price world, and at the prices asked. */
  readonly reference: LineMoney;
  readonly asked: LineMoney;
};

/** Whole cost of every draw, cents. */
export type DrawnCosts = {
  readonly reference: Float64Array;
  readonly asked: Float64Array;
  /** In which draws each line is there, by its id. */
  readonly present: ReadonlyMap<string, Uint8Array>;
};

/** One for all lots: the same line of two lots, or of a lot before and after an answer, meets the same luck. */
const SEED = 'estimate';
const streams = new Map<string, Float64Array>();
/** Lines repeat from lot to lot; what users name themselves must not fill the memory. */
const MOST_STREAMS = 2_000;

/** Random numbers 0–1 of a stream, one a draw: the same for every lot. */
export function uniformsOf(stream: string): Float64Array {
  const kept = streams.get(stream);
  if (kept) return kept;
  const random = seededRandom(seedFrom(`${SEED}:${stream}`));
  const made = Float64Array.from(DRAWN_SEVERITIES, () => random.uniform());
  if (streams.size >= MOST_STREAMS) streams.clear();
  streams.set(stream, made);
  return made;
}

/** Share of the middling labour at every draw, by the line's scale: few scales serve all lines. */
const scales = new Map<string, Float64Array | null>();
function scaleOf(scale: DrawnLine['scale']): Float64Array | null {
  const key = scale.join();
  const kept = scales.get(key);
  if (kept !== undefined) return kept;
  const flat = scale.every((share) => share === 1);
  const made = flat ? null : Float64Array.from(DRAWN_SEVERITIES, (s) => scaleAt(scale, s));
  if (scales.size >= MOST_STREAMS) scales.clear();
  scales.set(key, made);
  return made;
}

/** Draws the lines at every severity: each by its own random numbers, an operation where a line that brings it is drawn. */
export function drawCosts(lines: readonly DrawnLine[]): DrawnCosts {
  const count = DRAWN_SEVERITIES.length;
  const reference = new Float64Array(count);
  const asked = new Float64Array(count);
  const present = new Map<string, Uint8Array>();
  const chances = new Map<string, Float64Array>();
  const pay = (line: DrawnLine, here: Uint8Array): void => {
    const scale = scaleOf(line.scale);
    const [one, other] = [line.reference, line.asked];
    for (let at = 0; at < count; at++) {
      if (here[at] === 0) continue;
      const share = scale === null ? 1 : (scale[at] ?? 1);
      reference[at] = (reference[at] ?? 0) + one.fixed + one.scaled * share;
      asked[at] = (asked[at] ?? 0) + other.fixed + other.scaled * share;
    }
    present.set(line.id, here);
  };
  for (const line of lines) {
    const { chance } = line;
    if (chance === null) continue;
    chances.set(line.id, chance);
    const uniforms = uniformsOf(line.stream);
    const here = new Uint8Array(count);
    for (let at = 0; at < count; at++) if ((uniforms[at] ?? 0) < (chance[at] ?? 0)) here[at] = 1;
    pay(line, here);
  }
  for (const line of lines)
    if (line.chance === null && line.presence.kind === 'any')
      pay(line, drawCalled(line.stream, line.presence, present, chances));
  return { reference, asked, present };
}

type Called = Extract<DrawnLine['presence'], { kind: 'any' }>;

/** In which draws an operation is there: a line that brings it is, or as often as the likeliest of them, and none that makes it needless. */
function drawCalled(
  stream: string,
  { of, damp, joint, shares, unless = [] }: Called,
  present: ReadonlyMap<string, Uint8Array>,
  chances: ReadonlyMap<string, Float64Array>,
): Uint8Array {
  const count = DRAWN_SEVERITIES.length;
  const uniforms = uniformsOf(stream);
  const here = new Uint8Array(count);
  if (joint) {
    const most = new Float64Array(count);
    for (const id of of) {
      const chance = chances.get(id);
      const share = (shares?.[id] ?? 1) * damp;
      if (chance)
        for (let at = 0; at < count; at++) most[at] = Math.max(most[at] ?? 0, (chance[at] ?? 0) * share);
    }
    for (let at = 0; at < count; at++) if ((uniforms[at] ?? 0) < (most[at] ?? 0)) here[at] = 1;
  } else {
    for (const id of of) {
      const caller = present.get(id);
      if (caller) for (let at = 0; at < count; at++) if (caller[at] === 1) here[at] = 1;
    }
    for (let at = 0; at < count; at++) if ((uniforms[at] ?? 0) >= damp) here[at] = 0;
  }
  for (const id of unless) {
    const other = present.get(id);
    if (other) for (let at = 0; at < count; at++) if (other[at] === 1) here[at] = 0;
  }
  return here;
}

/** What is not known of prices, hours and rates, of the writer of the estimate and of the car's value, draw by draw. */
export const DRAWN_NOISE: {
  readonly common: Float64Array;
  readonly writer: Float64Array;
  /** Standard normal; the value's own spread is taken of it. */
  readonly worth: Float64Array;
  /** Standard normal: what a lot is known worse by than others. */
  readonly extra: Float64Array;
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
  const extra = Float64Array.from(worth, () => random.normal());
  return { common, writer, worth, extra };
}
