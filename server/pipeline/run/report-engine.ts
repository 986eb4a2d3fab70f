import { cardDiagramOf } from '../../../contract/report-view/line-order.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import type { KeptDetection, Outputs } from '../steps/outputs.ts';
import { STEPS } from '../steps.ts';
import type { Engine } from './run-report.ts';

/** The engine with the product's own steps. */
export function reportEngine(
  tools: PipelineTools,
  onStatus?: (status: string) => void,
): Engine<PipelineTools, Outputs> {
  return {
    pool: tools.lots.pool,
    log: tools.log,
    announcer: tools.announcer,
    steps: STEPS,
    tools,
    result: ({ detection, model, inputs }) => ({
      model,
      inputs,
      kept: {
        detection,
        model: { photo_readings: model.photo_readings, photo_text: model.photo_text },
      } satisfies KeptDetection,
      totalCostCents: Math.round(model.headline.repair.likely * 100),
      diagram: cardDiagramOf(model),
    }),
    ended: tools.reportEnded,
    observe: tools.metrics,
    ...(onStatus ? { onStatus } : {}),
  };
}
