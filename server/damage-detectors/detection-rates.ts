import fs from 'node:fs/promises';
import { type DetectionRates, detectionRatesSchema } from '../../contract/schemas/damage.ts';
import type { VisionClient } from './vision/client.ts';
import { PROMPT_VERSION } from './vision/prompt.ts';

/** A file of rates that can't be used; the message says which and why. */
export class DetectionRatesError extends Error {}

/** Reads and checks the file that `npm run eval:damage -- folder --rates file` wrote. Throws DetectionRatesError. */
export async function readDetectionRates(file: string): Promise<DetectionRates> {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw new DetectionRatesError(`VISION_RATES: ${file} can't be read.`, { cause: error });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new DetectionRatesError(`VISION_RATES: ${file} is not JSON.`, { cause: error });
  }
  const rates = detectionRatesSchema.safeParse(json);
  if (rates.success) return rates.data;
  const faults = rates.error.issues
    .slice(0, 5)
    .map((issue) => [...(issue.path.length > 0 ? [issue.path.join('.')] : []), issue.message].join(': '));
  throw new DetectionRatesError(`VISION_RATES: ${file}: ${faults.join('; ')}`);
}

/** What was measured, where it is of this model and of the prompts it is asked with; else null: the first values serve. */
export const ratesFor = (
  measured: DetectionRates | null,
  { model }: Pick<VisionClient, 'model'>,
): DetectionRates | null =>
  measured?.model === model && measured.prompt_version === PROMPT_VERSION ? measured : null;

/** Which of them serve, for whoever runs the service. */
export const ratesWords = (measured: DetectionRates, client: Pick<VisionClient, 'model'>): string =>
  ratesFor(measured, client)
    ? `weighed as measured on ${measured.dated} (${measured.lots} lots of ${measured.source}, ${measured.calibration.labels} labeled findings)`
    : `weighed by first values, for VISION_RATES is of ${measured.model} with prompts ${measured.prompt_version}, not of ${client.model} with ${PROMPT_VERSION}`;
