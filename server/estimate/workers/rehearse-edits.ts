import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { pause } from '../../concurrency/pause.ts';
import { collectGarbage } from '../../process/collect-garbage.ts';
import { editedEstimate } from './estimate-jobs.ts';
import { madeUpInputs } from './made-up-lot.ts';

const CHANGES: readonly EstimateSettings[] = [
  { parts: 'used' },
  { paint: 'three_stage' },
  { airbags: 'deployed' },
  { parts: 'aftermarket', paint: 'two_tone' },
  { airbags: 'intact', parts: 'used' },
];

/** From here on they take no less: 5 changes at 4 rounds, some 0.3 s in all. */
const ROUNDS = 4;

/**
 * Calculates changes of a made-up lot and forgets them, a turn of the event loop each: the first calculations of a process take
 * ten times as long as later ones, and the first user to change a report would wait for it.
 */
export async function rehearseEdits(): Promise<void> {
  const inputs = madeUpInputs();
  for (let round = 0; round < ROUNDS; round++) {
    for (const change of CHANGES) {
      await pause(1);
      const scenario: EstimateSettings = { ...change, tax: { kind: 'own', percent: round } };
      editedEstimate({ inputs, edits: { ...NO_EDITS, scenario }, grounds: {}, loss: null });
    }
    // Each leaves a megabyte of numbers; what is kept of the last ones would hold the place of all for good.
    collectGarbage('regular');
  }
}
