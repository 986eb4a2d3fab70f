import { type Estimate, type EstimateLine, SECTIONS } from '../../contract/estimate.ts';
import type { Scenario } from '../../contract/scenario.ts';
import type { PartProbability } from '../damage-detectors/part-probabilities.ts';
import { calledChance } from './called-chance.ts';
import { withExpected } from './line-money.ts';

type AirbagsAnswer = NonNullable<Scenario['airbags']>;
/** An estimate made for another answer, with the chances it rests on. */
export type Otherwise = { lines: readonly EstimateLine[]; parts: readonly PartProbability[] };

const isRestraint = ({ section }: EstimateLine): boolean => section === 'restraints';

/**
 * The chance of a part whose air bags the user knows to have gone off: as the table has it. An estimate holds its lines down
 * to what the car's value speaks for; against a known fact it must not.
 */
function knownChance(line: EstimateLine, parts: readonly PartProbability[]): number {
  const second = line.id.endsWith(':2');
  const id = second ? line.id.slice(0, -2) : line.id;
  const part = parts.find(({ prior_id, side }) => `${prior_id}:${side}` === id);
  const chance = (part?.probability ?? 0) * (second ? (part?.quantity ?? 1) - 1 : 1);
  return Math.max(line.probability, Math.round(chance * 10_000) / 10_000);
}

/** What an estimate keeps so that its user may say otherwise of the air bags: the restraint lines of every other answer. */
export function airbagAnswers(
  told: AirbagsAnswer,
  made: Pick<Estimate, 'lines'>,
  otherwise: (answer: AirbagsAnswer) => Otherwise,
): NonNullable<Estimate['airbags']> {
  const others = (['deployed', 'intact', 'unknown'] as const).filter((answer) => answer !== told);
  const own = new Map(made.lines.map(({ id, probability }) => [id, probability]));
  const chanceAt = (answer: AirbagsAnswer, line: EstimateLine, parts: Otherwise['parts']): number => {
    if (answer === 'deployed') return knownChance(line, parts);
    // Fewer restraints must not come out likelier because the value of the car then speaks for other parts.
    return answer === 'intact' ? Math.min(line.probability, own.get(line.id) ?? 1) : line.probability;
  };
  const linesOf = (answer: AirbagsAnswer): EstimateLine[] => {
    const { lines, parts } = otherwise(answer);
    return lines.filter(isRestraint).map((line) => ({
      ...withExpected({ ...line, probability: chanceAt(answer, line, parts) }),
      why: line.why.replace(/^Listed: air bags (\w+)/, 'Air bags $1, as the user says'),
    }));
  };
  return { told, lines: Object.fromEntries(others.map((answer) => [answer, linesOf(answer)])) };
}

const place = (line: EstimateLine): number =>
  line.id === 'rest' ? SECTIONS.length : SECTIONS.indexOf(line.section);

/** The estimate's lines with the restraints of another answer in place of its own, and the operations these bring by them. */
export function withAirbags(
  estimate: Estimate,
  answer: AirbagsAnswer,
  mark: (line: EstimateLine) => EstimateLine,
): EstimateLine[] {
  const others = estimate.airbags?.lines[answer];
  if (!others) return estimate.lines;
  const lines = [...estimate.lines.filter((line) => !isRestraint(line)), ...others.map(mark)];
  const was = new Map(estimate.lines.map(({ id, probability }) => [id, probability]));
  const is = new Map(lines.map(({ id, probability }) => [id, probability]));
  return lines
    .map((line) => {
      const probability = calledChance(line, was, is);
      return probability === null ? line : mark(withExpected({ ...line, probability }));
    })
    .sort((a, b) => place(a) - place(b));
}
