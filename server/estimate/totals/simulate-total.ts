import type { Cents } from '../../../contract/schemas/money.ts';
import { seededRandom, seedFrom } from '../../seeded-random.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { scaleAt } from '../pricing/estimate-line.ts';
import { type LineCost, lineCost } from '../pricing/line-cost.ts';
import type { Rates } from '../tables/labour-rates.ts';
import {
  type DamageKind,
  DRAWS,
  FIRST_ESTIMATE_SHARE,
  LIGHTEN,
  NOISE,
  NOISES,
  sellChance,
  writtenCost,
} from '../tables/selection.ts';
import { type BySeverity, chanceAt } from '../tables/severity.ts';

export type SimulationInput = {
  readonly lines: readonly DraftLine[];
  readonly rates: Rates;
  readonly tax: { readonly percent: number; readonly on_labour: boolean };
  /** Chances of a minor, moderate and severe hit as the declared prior has them. */
  readonly severity: BySeverity;
  readonly kind: DamageKind;
  /** Value before the damage, cents, and the standard deviation of its logarithm; null: not weighed by value. */
  readonly value: { readonly cents: Cents; readonly sd_log: number } | null;
  readonly threshold: number;
  readonly seed: number;
};
export type Quantiles = { readonly low: Cents; readonly likely: Cents; readonly high: Cents };

/** Chance density of the severity scale: the lightened class chances, each spread over its own unit of the scale. */
function densityAt(severity: BySeverity, s: number, lighten: number): number {
  const at = Math.min(2, Math.max(0, Math.round(s)));
  return (severity[at] ?? 0) * (LIGHTEN[at] ?? 1) ** lighten;
}

type SimLine = {
  line: DraftLine;
  fixed: number;
  scaled: number;
  any: readonly number[];
  unless: readonly number[];
};

/** Cost with tax of a line: what does not follow severity, and what does. */
function simLines(input: SimulationInput): SimLine[] {
  const index = new Map(input.lines.map((line, at) => [line.id, at]));
  const places = (ids: readonly string[] = []): number[] => ids.flatMap((id) => index.get(id) ?? []);
  const { percent, on_labour } = input.tax;
  return input.lines.map((line) => {
    const cost: LineCost = lineCost(line, input.rates, 1);
    const [onParts, onLabour] = [1 + percent / 100, on_labour ? 1 + percent / 100 : 1];
    return {
      line,
      fixed: (cost.parts.likely + cost.materials) * onParts + cost.refinish * onLabour,
      scaled: cost.labour.likely * onLabour + cost.sublet.likely,
      any: line.presence.kind === 'any' ? places(line.presence.of) : [],
      unless: line.presence.kind === 'any' ? places(line.presence.unless) : [],
    };
  });
}

type Sample = { value: number; weight: number };

function quantile(samples: readonly Sample[], share: number): number {
  const all = samples.reduce((sum, sample) => sum + sample.weight, 0);
  let left = share * all;
  let before: Sample | undefined;
  for (const sample of samples) {
    if (left <= sample.weight) {
      const from = before?.value ?? sample.value;
      return sample.weight > 0 ? from + ((sample.value - from) * left) / sample.weight : sample.value;
    }
    left -= sample.weight;
    before = sample;
  }
  return samples.at(-1)?.value ?? 0;
}

/** Chance of a damage line at a severity. */
function chanceOf(line: DraftLine | undefined, s: number): number {
  if (line?.presence.kind === 'fixed') return line.presence.p;
  if (line?.presence.kind !== 'severity') return 0;
  const { at_least, damp, by } = line.presence;
  return Math.max(at_least, damp * chanceAt(by, s));
}

type Draws = { readonly cost: Float64Array; readonly hit: Float64Array };

/** Full cost of every draw, and the part of it that follows severity. Each line has its own random numbers. */
function drawCosts(lines: readonly SimLine[], severities: readonly number[], seed: number): Draws {
  const cost = new Float64Array(severities.length);
  const hit = new Float64Array(severities.length);
  const present: (Uint8Array | undefined)[] = [];
  const place = (at: number, needed: (draw: number, chance: number, s: number) => boolean): void => {
    const sim = lines[at];
    if (!sim) return;
    const { line, fixed, scaled } = sim;
    const random = seededRandom(seedFrom(`${seed}:${line.id}`));
    const here = new Uint8Array(severities.length);
    for (const [draw, s] of severities.entries()) {
      if (!needed(draw, random.uniform(), s)) continue;
      here[draw] = 1;
      const money = fixed + scaled * scaleAt(line.scale, s);
      cost[draw] = (cost[draw] ?? 0) + money;
      if (line.presence.kind === 'severity') hit[draw] = (hit[draw] ?? 0) + money;
    }
    present[at] = here;
  };
  for (const [at, { line }] of lines.entries())
    if (line.presence.kind !== 'any') place(at, (_, chance, s) => chance < chanceOf(line, s));
  for (const [at, { line, any, unless }] of lines.entries()) {
    const { presence } = line;
    if (presence.kind !== 'any') continue;
    const brought = (k: number, s: number): number => {
      const caller = lines[k]?.line;
      return chanceOf(caller, s) * (presence.shares?.[caller?.id ?? ''] ?? 1);
    };
    place(at, (draw, chance, s) => {
      if (unless.some((k) => present[k]?.[draw] === 1)) return false;
      return presence.joint
        ? chance < presence.damp * Math.max(0, ...any.map((k) => brought(k, s)))
        : chance < presence.damp && any.some((k) => present[k]?.[draw] === 1);
    });
  }
  return { cost, hit };
}

const SCALE_FROM = -0.5;
const SCALE_LENGTH = 3.25;
/** A repair below this many cents is no damage anyone declares a figure for. */
const LEAST_COST = 15_000;

/**
 * P10, P50 and P90 (cents, tax in) of what an insurer's first estimate would say. Severity, line presence, prices, hours,
 * rates and value vary; each draw counts by the chance that a car so damaged is sold as salvage. Lines seen on photos do
 * not change what a draw counts. Same seed, same answer.
 */
export function simulateTotal(input: SimulationInput): Quantiles {
  const { kind, value } = input;
  const lines = simLines(input);
  const photos = input.lines.some((line) => line.presence.kind === 'fixed');
  const strength = photos ? kind.strength / 2 : kind.strength;
  const shareOfValue = photos || value === null ? 0 : kind.value_weight;
  const severities = Array.from(
    { length: DRAWS },
    (_, draw) => SCALE_FROM + (SCALE_LENGTH * (draw + 0.5)) / DRAWS,
  );
  const draws = drawCosts(lines, severities, input.seed);
  const random = seededRandom(input.seed);
  const samples: Sample[] = [];
  const byValue: Sample[] = [];
  const spread = Math.hypot(NOISE.lines_common, NOISE.rates);
  for (const [draw, s] of severities.entries()) {
    const likelihood = densityAt(input.severity, s, kind.lighten);
    const full = draws.cost[draw] ?? 0;
    const weighed = photos ? (draws.hit[draw] ?? 0) : full;
    for (let noise = 0; noise < NOISES; noise++) {
      const common = Math.exp(random.normal() * spread);
      const writer = Math.exp(random.normal() * NOISE.estimator);
      const worth = (value?.cents ?? 0) * Math.exp(random.normal() * (value?.sd_log ?? 0));
      const cost = full * common;
      if (value === null) {
        samples.push({ value: cost * writer, weight: likelihood });
        continue;
      }
      const sold =
        cost < LEAST_COST ? 0 : sellChance((weighed * common) / worth, input.threshold) ** strength;
      if (likelihood * sold > 0)
        samples.push({
          value: writtenCost(cost * FIRST_ESTIMATE_SHARE, worth) * writer,
          weight: likelihood * sold,
        });
      if (shareOfValue > 0) {
        const share = Math.exp(random.normal() * kind.value_sd);
        byValue.push({ value: worth * kind.value_median * share, weight: shareOfValue / DRAWS / NOISES });
      }
    }
  }
  const sum = samples.reduce((all, sample) => all + sample.weight, 0);
  const scale = sum > 0 ? (1 - shareOfValue) / sum : 0;
  const all = [...samples.map((it) => ({ value: it.value, weight: it.weight * scale })), ...byValue];
  all.sort((a, b) => a.value - b.value);
  const at = (q: number): Cents => Math.round(quantile(all, q));
  return { low: at(0.1), likely: at(0.5), high: at(0.9) };
}
