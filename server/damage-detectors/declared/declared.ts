import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { Detection, Finding } from '../../../contract/schemas/damage.ts';
import { zoneSchema } from '../../../contract/schemas/part.ts';
import type { DamageDetector, DetectInput } from '../detector.ts';
import { DAMAGE_CODES_VERSION } from './damage-codes.ts';
import { PRIOR_VERSION } from './declared-prior.ts';
import { type PartProbability, partProbabilities } from './part-probabilities.ts';

/** Findings below this stay out of the report; the figure is the “keep all” bound of filter_categories. */
const LEAST_PROBABILITY = 0.02;

function findingOf(part: PartProbability): Finding {
  const because: LineReason = { from: part.because, looked: { state: 'not_examined' } };
  return {
    category: part.category,
    ...(part.exact ? {} : { name: part.name }),
    side: part.side,
    position: part.position,
    quantity: part.quantity,
    ...(part.method ? { method: part.method } : {}),
    status: 'declared_estimate',
    basis: 'declared',
    types: [],
    severity: null,
    operation: part.operation,
    // Four decimals: the table holds whole percents, the rest is floating-point noise.
    probability: Math.round(part.probability * 1e4) / 1e4,
    evidence: [],
    because,
  };
}

type DeclaredInput = Pick<DetectInput, 'vehicle' | 'photos' | 'declared' | 'taxonomy'>;

/**
 * What the declared damage and condition make likely, most probable first; no photo is looked at. Pure. */
export function detectDeclared({ vehicle, photos, declared, taxonomy }: DeclaredInput): Detection {
  const estimate = partProbabilities({ declared, vehicle });
  const has = new Set(taxonomy.categories);
  return {
    findings: estimate.parts
      .filter((part) => part.probability >= LEAST_PROBABILITY && has.has(part.category))
      .map(findingOf),
    photo_notes: [],
    // Unexamined photos may show any zone; only without photos is it certain that none was photographed.
    zones_not_photographed: photos.length === 0 ? [...zoneSchema.options] : [],
    conflicts: [],
    engine: {
      id: 'declared',
      model: null,
      prompt_version: null,
      taxonomy_version: taxonomy.version,
      prior_version: `${PRIOR_VERSION}, ${DAMAGE_CODES_VERSION}`,
      tokens_in: 0,
      tokens_out: 0,
      usd: 0,
      ms: 0,
      examined_photos: 0,
    },
    warnings: estimate.warnings,
  };
}

/** The default: needs no key and no network, and never shows a box it did not look for. */
export const declaredDetector: DamageDetector = {
  id: 'declared',
  name: 'declared damage (photos are not examined)',
  examines_photos: false,
  async detect(input) {
    input.signal.throwIfAborted();
    const started = performance.now();
    const detection = detectDeclared(input);
    return {
      ...detection,
      engine: { ...detection.engine, ms: Math.round(performance.now() - started) },
    };
  },
};
