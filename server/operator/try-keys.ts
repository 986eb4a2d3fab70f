import { z } from 'zod';
import type { KeyedSourceId } from '../../contract/operator/setup-sources.ts';
import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import type { Config } from '../config.ts';
import { type Budget, createBudget } from '../damage-detectors/vision/budget.ts';
import { NO_CACHE } from '../damage-detectors/vision/cache.ts';
import { type VisionClient, VisionFailure } from '../damage-detectors/vision/client.ts';
import { requestAnswer } from '../damage-detectors/vision/request.ts';
import { configuredPrice, configuredVision } from '../damage-detectors/vision/setup.ts';
import { partsCatalogsAccess } from '../parts-catalogues/index.ts';
import { tryKey } from '../parts-catalogues/parts-catalogs-com/try-key.ts';
import { configuredEbay, priceSources } from '../suppliers/price-sources.ts';
import { findLots, inTime, modelGate, modelOutcome } from './source-outcomes.ts';
import { type SourceBase, sourceTools } from './source-tools.ts';

/** How a source took its keys; `left_out`: makes that they leave out, `address`: ours as a source sees it that refuses it. */
export type TriedKeys = { outcome: SourceOutcome; address: string | null; left_out: string[] };

/** A VIN that no auction ever lists: its serial is zero. */
const NO_CARS_VIN = '1HGCV1F30KA000000';

const plain = (outcome: SourceOutcome): TriedKeys => ({ outcome, address: null, left_out: [] });

/** Tries the keys of a configuration by the smallest call the source has. */
export const tryKeys = (base: SourceBase, source: KeyedSourceId, config: Config): Promise<TriedKeys> =>
  inTime(plain('no_answer'), (signal) => askWithKeys(base, source, config, signal));

async function askWithKeys(
  base: SourceBase,
  source: KeyedSourceId,
  config: Config,
  signal: AbortSignal,
): Promise<TriedKeys> {
  if (source === 'vision') return plain(await tryModel(base, config, signal));
  if (source === 'ebay') {
    const [ebay] = priceSources(configuredEbay(config, sourceTools(base).prices));
    return plain(ebay === undefined ? 'key_refused' : await ebay.tryKey(signal));
  }
  if (source === 'parts_catalogs') {
    const access = partsCatalogsAccess(config, sourceTools(base).prices);
    if (access === null) return plain('key_refused');
    const tried = await tryKey(access, signal);
    if (tried.outcome !== 'ok') return { ...tried, left_out: [] };
    return { ...plain('ok'), left_out: tried.missing.map((make) => SUPPORTED_MAKES[make]) };
  }
  const { outcome } = await findLots(base, source, config, { by: 'vin', vin: NO_CARS_VIN }, signal);
  return plain(outcome === 'nothing_found' ? 'ok' : outcome);
}

/** A question without a picture, whose answer is two words; models that think first get room for it. */
async function tryModel(base: SourceBase, config: Config, signal: AbortSignal): Promise<SourceOutcome> {
  const client: VisionClient | null = configuredVision(config, base.fetch);
  if (client === null) return 'key_refused';
  const budget: Budget = createBudget({
    max_usd: config.VISION_MAX_USD_PER_REPORT,
    price: configuredPrice(config),
    gate: modelGate(base, config),
  });
  const question = {
    pass: 'find',
    instructions: 'Answer in JSON.',
    images: [],
    text: 'Answer {"ready": true}.',
    schema: {
      type: 'object',
      properties: { ready: { type: 'boolean' } },
      required: ['ready'],
      additionalProperties: false,
    },
    max_output_tokens: 2_000,
  } as const;
  try {
    await requestAnswer(
      { client, budget, cache: NO_CACHE, report: null, signal, deadline: signal, retry_ms: 500 },
      question,
      z.looseObject({}),
    );
    return 'ok';
  } catch (error) {
    if (error instanceof VisionFailure) return modelOutcome(error);
    throw error;
  }
}
