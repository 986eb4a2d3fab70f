import type { Detection } from '../../contract/damage.ts';
import { detectDeclared } from './declared.ts';
import { declaredCodes } from './declared-codes.ts';
import type { DamageDetector, DetectInput } from './detector.ts';
import { mergeDetections, type SeenIntact } from './merge.ts';
import { type Budget, createBudget, OPEN_GATE, type SpendGate, type VisionPrice } from './vision-budget.ts';
import { type LookCache, lookKey, NO_CACHE } from './vision-cache.ts';
import { type VisionClient, VisionFailure } from './vision-client.ts';
import { findingsOf } from './vision-consensus.ts';
import { hiddenBehind } from './vision-hidden.ts';
import type { Look } from './vision-look.ts';
import { lookAtPhotos } from './vision-look-at.ts';
import { PROMPT_VERSION } from './vision-prompt.ts';
import { conflictsOf, notExamined, warningsOf } from './vision-words.ts';
import { declaredZones, surfacesOf, zonesNotShown } from './vision-zones.ts';

export type VisionDetectorOptions = {
  readonly client: VisionClient;
  /** Null: not known; the cost is then shown as unknown. */
  readonly price: VisionPrice | null;
  /** The day's caps, for the account the report is made for. */
  readonly gate?: (spender: string | null) => SpendGate;
  readonly cache?: LookCache;
  /** Before the one new try of a failing server, ms. */
  readonly retry_ms?: number;
};

const RETRY_MS = 1500;

type Examined = { detection: Detection; intact: SeenIntact[] };

/** A look as findings: consensus, hidden parts, zones, notes; pure, so that its rules apply to kept looks as well. */
export function detectionOf(look: Look, input: DetectInput, engine: Detection['engine']): Examined {
  const taxonomy = new Set(input.taxonomy.categories);
  const zones = declaredZones(declaredCodes(input.declared).codes);
  const whole = look.zones.flatMap(({ zone, state, photo }) =>
    state === 'intact' && photo !== null ? surfacesOf(zone, photo) : [],
  );
  const visible = findingsOf(look.sightings, look.intact, `model ${engine.model}`);
  const car = { ...input.vehicle, doors: input.vehicle.doors ?? null };
  const hidden = hiddenBehind(visible, look.hidden, car, taxonomy);
  return {
    intact: [...look.intact, ...whole],
    detection: {
      findings: [...visible, ...hidden],
      photo_notes: look.photos,
      zones_not_photographed: zonesNotShown(look.photos),
      conflicts: conflictsOf(look, visible, zones),
      engine: { ...engine, examined_photos: look.photos.length },
      warnings: warningsOf(look),
    },
  };
}

/**
 * Damage seen on photos by a vision model, merged with the declared damage. Where the model fails or a cap is reached, the
 * declared detection answers, with a warning that says so and its own engine id. Throws only the signal's reason.
 */
export function createVisionDetector(options: VisionDetectorOptions): DamageDetector {
  const { client, price } = options;
  const cache = options.cache ?? NO_CACHE;

  async function look(input: DetectInput, budget: Budget, deadline: AbortSignal): Promise<Look> {
    const zones = declaredZones(declaredCodes(input.declared).codes);
    const key = lookKey(client, input.photos, input.taxonomy);
    // A cache that fails is no cache; the report does not wait for it.
    const kept = await cache.get(key).catch(() => null);
    if (kept) return kept;
    const retry_ms = options.retry_ms ?? RETRY_MS;
    const tools = { client, budget, signal: input.signal, deadline, retry_ms };
    const made = await lookAtPhotos(tools, input, zones);
    // An incomplete look is used once and made anew next time.
    if (made.checked && made.missed.length === 0) await cache.put(key, made).catch(() => undefined);
    return made;
  }

  return {
    id: 'vision',
    name: `photos by ${client.model} (${client.provider}), with declared damage`,
    async detect(input) {
      input.signal.throwIfAborted();
      const started = performance.now();
      const declared = detectDeclared(input);
      const photos = input.photos.slice(0, input.limits.max_photos);
      if (photos.length === 0) return declared;
      const gate = options.gate?.(input.spender ?? null) ?? OPEN_GATE;
      const budget = createBudget({ max_usd: input.limits.max_usd, price, gate });
      const deadline = AbortSignal.timeout(input.limits.max_ms);
      const spent = () => ({ ...budget.spent(), ms: Math.round(performance.now() - started) });
      try {
        const seen = await look({ ...input, photos }, budget, deadline);
        const { detection, intact } = detectionOf(seen, input, {
          id: 'vision',
          model: client.model,
          prompt_version: PROMPT_VERSION,
          taxonomy_version: input.taxonomy.version,
          prior_version: declared.engine.prior_version,
          examined_photos: 0,
          ...spent(),
        });
        return mergeDetections(withLeftOut(detection, input.photos.length - photos.length), declared, intact);
      } catch (error) {
        input.signal.throwIfAborted();
        if (!(error instanceof VisionFailure)) throw error;
        return {
          ...declared,
          engine: { ...declared.engine, ...spent() },
          warnings: [notExamined(error.kind), ...declared.warnings],
        };
      }
    },
  };
}

const withLeftOut = (detection: Detection, count: number): Detection =>
  count <= 0
    ? detection
    : {
        ...detection,
        warnings: [`${count} more photos were not examined: there are too many.`, ...detection.warnings],
      };
