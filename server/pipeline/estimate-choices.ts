import type { EstimateSettings } from '../../contract/estimate-settings.ts';
import type { DeclaredDamage } from '../../contract/schemas/damage.ts';
import { NO_EDITS } from '../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../contract/schemas/estimate.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import type { PartProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { airbagAnswers, mapAirbagLines } from '../estimate/editing/airbag-variants.ts';
import { editEstimate } from '../estimate/editing/apply-edits.ts';
import { optionQuestions } from '../parts-catalogues/option-questions/option-questions.ts';
import { type LinksOf, relinked } from './supplier-links.ts';

/** What the listing says of the air bags, where a user may say otherwise: of missing ones there is nothing to ask. */
function declaredAirbags(declared: DeclaredDamage): NonNullable<EstimateSettings['airbags']> | null {
  if (declared.airbags === 'missing' || declared.airbags === 'none') return null;
  return declared.airbags ?? 'unknown';
}

/** How the estimate of this report is made for a declared damage, and what it rests on. */
export type Making = {
  chancesOf: (declared: DeclaredDamage) => PartProbabilities;
  /** `otherwise`: for air bags as the listing does not have them. */
  estimateOf: (probabilities: PartProbabilities, otherwise?: boolean) => Estimate;
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
  const told = declaredAirbags(declared);
  const airbags =
    told &&
    airbagAnswers(told, made, (answer) => {
      const chances = chancesOf({ ...declared, airbags: answer === 'unknown' ? null : answer });
      return estimateOf(chances, true).lines;
    });
  const questions = optionQuestions(made.lines, car.vehicle);
  const asked = { ...made, questions, ...(airbags ? { airbags } : {}) };
  const { excluded: _, ...narrowed } = editEstimate(asked, NO_EDITS, car);
  return {
    ...narrowed,
    lines: relinked(made.lines, narrowed.lines, linksOf),
    ...mapAirbagLines(narrowed.airbags, (lines) => relinked([], lines, linksOf)),
  };
}
