import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import { CONDITION } from './condition.ts';
import { readTitle, type Title } from './title.ts';

/** Chances of a light, a middling and a heavy hit; they add up to 1. */
export type SeverityVector = readonly [minor: number, moderate: number, severe: number];

type Condition = Pick<DeclaredDamage, 'airbags' | 'run' | 'title'>;

/**
 * A title of a car that is not to be repaired, or a clean one; null says nothing either way (data/titles.json).
 */
export const titleKind = (title: string | null): Title['severity'] => readTitle(title)?.severity ?? null;

const normalise = ([minor, moderate, severe]: SeverityVector): SeverityVector => {
  const sum = minor + moderate + severe;
  return [minor / sum, moderate / sum, severe / sum];
};

/**
 * How heavy the hit is, from the listed condition: the start vector multiplied by what airbags, run condition and title
 * say, renormalised. All figures are judgement, kept in data/condition.json.
 */
export function severityVector(
  declared: Condition,
  start: SeverityVector = CONDITION.start.value,
): SeverityVector {
  const { airbags, run } = declared;
  const title = titleKind(declared.title);
  const factors = [
    airbags === 'deployed' || airbags === 'intact' ? CONDITION.airbags[airbags].value : null,
    run ? CONDITION.run[run].value : null,
    title ? CONDITION.title[title].value : null,
  ];
  let [minor, moderate, severe] = start;
  for (const factor of factors) {
    if (!factor) continue;
    minor *= factor[0];
    moderate *= factor[1];
    severe *= factor[2];
  }
  return normalise([minor, moderate, severe]);
}

/** Every class moved by `step`, kept within minor and severe. */
export function shiftSeverity(vector: SeverityVector, step: number): SeverityVector {
  const moved: [number, number, number] = [0, 0, 0];
  vector.forEach((probability, index) => {
    const to = Math.min(2, Math.max(0, index + step));
    moved[to] = (moved[to] ?? 0) + probability;
  });
  return moved;
}

/** Severe at least this likely, the other classes keeping their ratio. */
export function withSevereFloor(vector: SeverityVector, least: number): SeverityVector {
  const [minor, moderate, severe] = vector;
  if (severe >= least) return vector;
  const scale = (1 - least) / (minor + moderate);
  return [minor * scale, moderate * scale, least];
}
