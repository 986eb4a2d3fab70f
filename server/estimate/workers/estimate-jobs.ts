import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import { NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import { answeredGrounds, buildEstimate, type Grounds, groundsOf, overridesOf } from '../build-estimate.ts';
import { forecastOf } from '../calculation/calculate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { type EstimateFacts, prepareInputs } from '../calculation/prepare-inputs.ts';
import { type LossLot, type TotalLoss, totalLoss } from '../totals/total-loss.ts';

/** A report's inputs with its user's edits; `grounds` as the report was made with. */
export type EditedJob = {
  readonly inputs: EstimateInputs;
  readonly edits: ReportEdits | null;
  readonly grounds: Grounds;
  /** What was shown before these edits; absent: nothing that still holds. */
  readonly before?: Grounds | undefined;
  /** What the verdict needs besides the estimate; null: the report has none. */
  readonly loss: LossLot | null;
};
export type EditedEstimate = { readonly estimate: Estimate; readonly total_loss: TotalLoss | null };

/** The estimate with its edits and what it says of a total loss; without supplier links. */
export function editedEstimate({ inputs, edits, grounds, before, loss }: EditedJob): EditedEstimate {
  const estimate = buildEstimate(inputs, overridesOf(edits), grounds, before);
  return { estimate, total_loss: loss && totalLoss(loss, estimate) };
}

export type ListedRange = { readonly low: Cents; readonly likely: Cents; readonly high: Cents };

/** Listed facts, and what the report they would make starts with. */
export type ListedRangeJob = { readonly facts: EstimateFacts; readonly settings: EstimateSettings };

/** The forecast of listed facts alone, cents. */
export function listedRangeJob({ facts, settings }: ListedRangeJob): ListedRange {
  const { low, likely, high } = forecastOf(
    prepareInputs(facts),
    overridesOf({ ...NO_EDITS, scenario: settings }),
  );
  return { low, likely, high };
}

export type AnsweredJob = Pick<EditedJob, 'inputs' | 'edits' | 'grounds'>;

/** What each answer moved, and what would narrow the range now. */
export const answeredJob = ({ inputs, edits, grounds }: AnsweredJob): Grounds =>
  answeredGrounds(grounds, inputs, overridesOf(edits));

export const groundsJob = (inputs: EstimateInputs): Grounds => groundsOf(inputs);
