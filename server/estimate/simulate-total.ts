import type { Cents } from '../../contract/money.ts';
import type { DraftLine } from './draft-line.ts';
import { scaleAt } from './draft-line.ts';
import type { Rates } from './labour-rates.ts';
import { type LineCost, lineCost } from './line-cost.ts';
import { seededRandom } from './seeded-random.ts';
import { type DamageKind, DRAWS, LIGHTEN, NOISE, sellChance, writtenCost } from './selection.ts';
import { type BySeverity, chanceAt } from './severity.ts';

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

/** The severity scale cut into equal chances: the i-th of n, from the lightened class chances. */
function severityAt(severity: BySeverity, quantile: number): number {
  const weights = severity.map((share, at) => share * (LIGHTEN[at] ?? 1));
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  let left = quantile * sum;
  for (const [at, weight] of weights.entries()) {
    if (left < weight || at === 2) return at - 0.5 + Math.min(1, weight > 0 ? left / weight : 0.5);
    left -= weight;
  }
  return 1;
}

type SimLine = { line: DraftLine; fixed: number; scaled: number; any: readonly number[] };

/** Cost with tax of a line: what does not follow severity, and what does. */
function simLines(input: SimulationInput): SimLine[] {
  const index = new Map(input.lines.map((line, at) => [line.id, at]));
  const { percent, on_labour } = input.tax;
  return input.lines.map((line) => {
    const cost: LineCost = lineCost(line, input.rates, 1);
    const [onParts, onLabour] = [1 + percent / 100, on_labour ? 1 + percent / 100 : 1];
    return {
      line,
      fixed: (cost.parts.likely + cost.materials) * onParts + cost.refinish * onLabour,
      scaled: cost.labour.likely * onLabour + cost.sublet.likely,
      any: line.presence.kind === 'any' ? line.presence.of.flatMap((id) => index.get(id) ?? []) : [],
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

/**
 * P10, P50 and P90 (cents, tax in) of what an insurer's first estimate would say. Severity, line presence, prices, hours,
 * rates and value vary; each draw counts by the chance that a car so damaged is sold as salvage. Seen lines add to every
 * draw and do not change what the draws count, so more damage never lowers the total. Same seed, same answer.
 */
export function simulateTotal(input: SimulationInput): Quantiles {
  const lines = simLines(input);
  const random = seededRandom(input.seed);
  const photos = input.lines.some((line) => line.presence.kind === 'fixed');
  const { kind, value } = input;
  const strength = photos ? kind.strength / 2 : kind.strength;
  const shareOfValue = photos || value === null ? 0 : kind.value_weight;
  const samples: Sample[] = [];
  const byValue: Sample[] = [];
  const present = new Array<boolean>(lines.length).fill(false);

  for (let draw = 0; draw < DRAWS; draw++) {
    const s = severityAt(input.severity, (draw + 0.5) / DRAWS);
    let cost = 0;
    let hitCost = 0;
    for (const [at, { line, fixed, scaled, any }] of lines.entries()) {
      const chance = random.uniform();
      const { presence } = line;
      let here: boolean;
      if (presence.kind === 'any') here = chance < presence.damp && any.some((k) => present[k]);
      else if (presence.kind === 'fixed') here = chance < presence.p;
      else here = chance < presence.damp * chanceAt(presence.by, s);
      present[at] = here;
      if (!here) continue;
      const money = fixed + scaled * scaleAt(line.scale, s);
      cost += money;
      if (presence.kind === 'severity') hitCost += money;
    }
    const common = Math.exp(random.normal() * Math.hypot(NOISE.lines_common, NOISE.rates));
    const writer = Math.exp(random.normal() * NOISE.estimator);
    const valueDraw = random.normal();
    const share = random.normal();
    if (value === null) {
      samples.push({ value: cost * common * writer, weight: 1 });
      continue;
    }
    const worth = value.cents * Math.exp(valueDraw * value.sd_log);
    const weighed = photos ? hitCost : cost;
    const weight = sellChance((weighed * common) / worth, input.threshold) ** strength;
    samples.push({ value: writtenCost(cost * common, worth) * writer, weight: weight * (1 - shareOfValue) });
    byValue.push({
      value: worth * kind.value_median * Math.exp(share * kind.value_sd),
      weight: shareOfValue,
    });
  }
  const total = samples.reduce((sum, sample) => sum + sample.weight, 0) || 1;
  const scale = (DRAWS * (1 - shareOfValue)) / total;
  const all = [...samples.map((it) => ({ value: it.value, weight: it.weight * scale })), ...byValue];
  all.sort((a, b) => a.value - b.value);
  const at = (q: number): Cents => Math.round(quantile(all, q));
  return { low: at(0.1), likely: at(0.5), high: at(0.9) };
}
