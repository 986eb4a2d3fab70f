import { SEVERITIES } from '../inference/severity-grid.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { chancesOfCall } from '../pricing/required-by.ts';

/** A line with its chance, 0–1, at each of SEVERITIES. */
export type LineChance = { readonly draft: DraftLine; readonly chance: readonly number[] };

/** Chance of a line whatever the hit. */
export const constantChance = (p: number): readonly number[] => SEVERITIES.map(() => p);

/** What the weights over SEVERITIES make of a chance: rounded to four places, as printed. */
export function chanceUnder(weights: readonly number[], chance: readonly number[]): number {
  const sum = weights.reduce((all, weight, at) => all + weight * (chance[at] ?? 0), 0);
  return Math.round(Math.min(1, Math.max(0, sum)) * 10_000) / 10_000;
}

/** Operations with their chance: at each severity that of the lines which bring them. */
export function operationChances(
  operations: readonly DraftLine[],
  lines: readonly LineChance[],
): LineChance[] {
  const byId = new Map(lines.map(({ draft, chance }) => [draft.id, chance]));
  return operations.flatMap((draft) => {
    const { presence } = draft;
    if (presence.kind !== 'any') return [];
    const called = chancesOfCall(presence, SEVERITIES.length, (id) => byId.get(id));
    return [{ draft, chance: presence.usual ? called : called.map((chance) => presence.damp * chance) }];
  });
}

/** Mean severity of the hits in which a line is needed; that of all hits for a line nobody needs. */
export function severityOf(weights: readonly number[], chance: readonly number[]): number {
  let needed = 0;
  let sum = 0;
  let all = 0;
  let mean = 0;
  for (const [at, s] of SEVERITIES.entries()) {
    const weight = weights[at] ?? 0;
    needed += weight * (chance[at] ?? 0);
    sum += weight * (chance[at] ?? 0) * s;
    all += weight;
    mean += weight * s;
  }
  return needed > 0 ? sum / needed : all > 0 ? mean / all : 0;
}
