import type { DeclaredDamage } from '../../contract/damage.ts';
import { NO_EDITS } from '../../contract/edit-report.ts';
import type { Estimate } from '../../contract/estimate.ts';
import type { Scenario } from '../../contract/scenario.ts';
import type { Vehicle } from '../../contract/vehicle.ts';
import type { PartProbabilities } from '../damage-detectors/part-probabilities.ts';
import { airbagAnswers } from '../estimate/airbag-lines.ts';
import { editEstimate } from '../estimate/edit-estimate.ts';
import { optionQuestions } from '../parts-catalogues/option-questions.ts';
import { type LinksOf, relinked } from './supplier-links.ts';

/** What the listing says of the air bags, where a user may say otherwise: of missing ones there is nothing to ask. */
function airbagsTold(declared: DeclaredDamage): NonNullable<Scenario['airbags']> | null {
  if (declared.airbags === 'missing' || declared.airbags === 'none') return null;
  return declared.airbags ?? 'unknown';
}

/** How the estimate of this report is made for a declared damage, and what it rests on. */
export type Making = {
  chancesOf: (declared: DeclaredDamage) => PartProbabilities;
  estimateOf: (probabilities: PartProbabilities) => Estimate;
  linksOf: LinksOf;
};

/**
 * The estimate with what its user may choose: option questions, those the VIN answers answered already, and the lines that
 * other air bags would bring.
 */
export function withChoices(
  declared: DeclaredDamage,
  car: { vehicle: Vehicle; retailValue: number | null },
  { chancesOf, estimateOf, linksOf }: Making,
): Estimate {
  const made = estimateOf(chancesOf(declared));
  const questions = optionQuestions(made.lines, car.vehicle);
  const { excluded: _, ...narrowed } = editEstimate({ ...made, questions }, NO_EDITS, car);
  const estimate = { ...narrowed, lines: relinked(made.lines, narrowed.lines, linksOf) };
  const told = airbagsTold(declared);
  if (told === null) return estimate;
  const airbags = airbagAnswers(
    told,
    estimate,
    (answer) => estimateOf(chancesOf({ ...declared, airbags: answer === 'unknown' ? null : answer })).lines,
  );
  return { ...estimate, airbags };
}
