import type { CostProfile } from '../../../contract/deal/cost-profile.ts';
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
/** What follows the severity alone, at every draw. */
export function atEveryDraw(of: (severity: number) => number): Float64Array {
  const drawn = new Float64Array(DRAWN_SEVERITIES.length);
  for (let draw = 0; draw < drawn.length; draw++) drawn[draw] = of(DRAWN_SEVERITIES[draw] ?? 0);
  return drawn;
}
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
  /** Chance at every draw, or over SEVERITIES; null: it follows the lines that bring it. */
  readonly chance: ArrayLike<number> | null;
  /** In the reference price world, and at the prices asked. */
  readonly reference: LineMoney;
  readonly asked: LineMoney;
  /** As another buyer would pay it; absent: as asked. */
  readonly repriced?: (profile: CostProfile) => LineMoney;
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

/** Share of the middling labour at every draw; null where all are whole. Kept as long as the scale is: few scales serve all lines. */
const scales = new WeakMap<DrawnLine['scale'], Float64Array | null>();
function scaleOf(scale: DrawnLine['scale']): Float64Array | null {
  const kept = scales.get(scale);
  if (kept !== undefined) return kept;
  const flat = scale.every((share) => share === 1);
  const made = flat ? null : atEveryDraw((severity) => scaleAt(scale, severity));
  scales.set(scale, made);
  return made;
}

/** Draws in a row that lie in one cell. */
type CellDraws = { readonly cell: number; readonly from: number; readonly to: number };
export const CELL_DRAWS: readonly CellDraws[] = DRAWN_CELLS.flatMap((cell, from) =>
  DRAWN_CELLS[from - 1] === cell
    ? []
    : [{ cell, from, to: from + DRAWN_CELLS.slice(from).lastIndexOf(cell) + 1 }],
);

/** Marks the draws whose random number lies below the chance, at every draw or over SEVERITIES. */
function markBelow(here: Uint8Array, uniforms: Float64Array, chance: ArrayLike<number>): void {
  // As numbers, here and where money is added: no branch tells a coin that falls either way.
  if (chance.length === here.length) {
    for (let at = 0; at < here.length; at++) here[at] = Number((uniforms[at] ?? 0) < (chance[at] ?? 0));
    return;
  }
  for (const { cell, from, to } of CELL_DRAWS) {
    const share = chance[cell] ?? 0;
    if (share <= 0) continue;
    for (let at = from; at < to; at++) here[at] = Number((uniforms[at] ?? 0) < share);
  }
}

/** Marks stand four to a word, so that lines are joined by words. */
const MARKS_A_WORD = 4;
const WORDS = Math.ceil(DRAWN_SEVERITIES.length / MARKS_A_WORD);
/** A line's marks: 1 in the draws it is there in. Those of all lines lie in one buffer. */
type Marks = { readonly draws: Uint8Array; readonly words: Uint32Array };

/** Draws the lines at every severity: each by its own random numbers, an operation where a line that brings it is drawn. */
export function drawCosts(lines: readonly DrawnLine[]): DrawnCosts {
  const count = DRAWN_SEVERITIES.length;
  const reference = new Float64Array(count);
  // As a rule the prices asked are those of the reference world: then the costs are one.
  const isOne = lines.every((line) => line.asked === line.reference);
  const asked = isOne ? reference : new Float64Array(count);
  const buffer = new ArrayBuffer(lines.length * WORDS * Uint32Array.BYTES_PER_ELEMENT);
  const marks = new Map<string, Marks>();
  const chances = new Map<string, ArrayLike<number>>();
  let used = 0;
  const marksOf = (): Marks => {
    const from = used;
    used += WORDS * Uint32Array.BYTES_PER_ELEMENT;
    return { draws: new Uint8Array(buffer, from, count), words: new Uint32Array(buffer, from, WORDS) };
  };
  for (const line of lines) {
    const { chance } = line;
    if (chance === null) continue;
    chances.set(line.id, chance);
    const made = marksOf();
    markBelow(made.draws, uniformsOf(line.stream), chance);
    pay(line, made.draws, reference, isOne ? null : asked);
    marks.set(line.id, made);
  }
  for (const line of lines)
    if (line.chance === null && line.presence.kind === 'any') {
      const made = marksOf();
      drawCalled(made, line.stream, line.presence, marks, chances);
      pay(line, made.draws, reference, isOne ? null : asked);
      marks.set(line.id, made);
    }
  const present = new Map<string, Uint8Array>();
  for (const [id, { draws }] of marks) present.set(id, draws);
  return { reference, asked, present };
}

/** Whole cost of every draw, cents, as another buyer would pay it: the same lines in the same draws. */
export function costsBy(
  profile: CostProfile,
  lines: readonly DrawnLine[],
  { present }: Pick<DrawnCosts, 'present'>,
): Float64Array {
  const costs = new Float64Array(DRAWN_SEVERITIES.length);
  for (const line of lines) {
    const here = present.get(line.id);
    if (here) addMoney(line.repriced?.(profile) ?? line.asked, scaleOf(line.scale), here, costs);
  }
  return costs;
}

/** Adds a line's money to the draws it is there in; `asked` null: it is the reference world's. */
function pay(line: DrawnLine, here: Uint8Array, reference: Float64Array, asked: Float64Array | null): void {
  const scale = scaleOf(line.scale);
  addMoney(line.reference, scale, here, reference);
  if (asked) addMoney(line.asked, scale, here, asked);
}

function addMoney(
  { fixed, scaled }: LineMoney,
  scale: Float64Array | null,
  here: Uint8Array,
  to: Float64Array,
) {
  if (scale === null || scaled === 0) {
    for (let at = 0; at < here.length; at++) {
      const mark = here[at] ?? 0;
      to[at] = (to[at] ?? 0) + mark * fixed + mark * scaled;
    }
  } else
    for (let at = 0; at < here.length; at++) {
      const mark = here[at] ?? 0;
      to[at] = (to[at] ?? 0) + mark * fixed + mark * scaled * (scale[at] ?? 1);
    }
}

type Called = Extract<DrawnLine['presence'], { kind: 'any' }>;

/** In which draws an operation is there: a line that brings it is, or as often as the likeliest of them, and none that makes it needless. */
function drawCalled(
  { draws: here, words }: Marks,
  stream: string,
  { of, damp, joint, shares, unless = [] }: Called,
  present: ReadonlyMap<string, Marks>,
  chances: ReadonlyMap<string, ArrayLike<number>>,
): void {
  const uniforms = uniformsOf(stream);
  if (joint) {
    const callers = of.filter((id) => chances.has(id));
    const most = new Float64Array(chances.get(callers[0] ?? '')?.length ?? 0);
    for (const id of callers) {
      const chance = chances.get(id) ?? [];
      const share = (shares?.[id] ?? 1) * damp;
      for (let at = 0; at < most.length; at++) {
        const own = (chance[at] ?? 0) * share;
        if (own > (most[at] ?? 0)) most[at] = own;
      }
    }
    if (most.length > 0) markBelow(here, uniforms, most);
  } else {
    for (const id of of) {
      const caller = present.get(id)?.words;
      if (caller) for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (caller[at] ?? 0);
    }
    // Whatever has a share of all is there in every draw that brings it: no random number reaches 1.
    if (damp < 1) for (let at = 0; at < here.length; at++) if ((uniforms[at] ?? 0) >= damp) here[at] = 0;
  }
  for (const id of unless) {
    const other = present.get(id)?.words;
    if (other) for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & ~(other[at] ?? 0);
  }
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
