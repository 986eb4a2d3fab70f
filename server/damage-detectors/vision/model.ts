import { z } from 'zod';
import type { DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import {
  type DeclaredDamage,
  type Detection,
  type DetectionRates,
  LOCAL_SERVERS,
  type SeenWhole,
} from '../../../contract/schemas/damage.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import { nearRepeats, unclearPhotos } from '../../images/photo-look.ts';
import { type Covered, NO_COVER, type PhotoCover } from '../../photo-reading/covering/cover-photos.ts';
import { detectDeclared } from '../declared/declared.ts';
import { declaredCodes } from '../declared/declared-codes.ts';
import { ratesFor } from '../detection-rates.ts';
import type { BeginInput, BegunDetection, DetectInput, DetectorPhoto, PhotoDetector } from '../detector.ts';
import { findingsOf } from '../examination/consensus.ts';
import { maySame, stillUnsure, withClosedBags } from '../examination/detections.ts';
import { type Examination, examinationSchema } from '../examination/examination.ts';
import { examinePhotos } from '../examination/examine.ts';
import { type FirstPass, startFirstPass } from '../examination/first-pass.ts';
import { hiddenBehind } from '../examination/hidden.ts';
import { declaredZones, surfacesOf, zonesNotShown } from '../examination/view-coverage.ts';
import { mergeDetections, type SeenIntact, WHOLE_FROM } from '../merge.ts';
import { isHeldBack } from '../third-party.ts';
import { createBudget, OPEN_GATE, type SpendGate, type VisionPrice } from './budget.ts';
import { type AnswerCache, examinationKey, forgiving, NO_CACHE, paidSchema } from './cache.ts';
import { type VisionClient, VisionFailure } from './client.ts';
import { conflictsOf, warningsOf } from './messages.ts';
import { PROMPT_VERSION } from './prompt.ts';
import { countPaid, type RequestTools } from './request.ts';

export type VisionDetectorOptions = {
  readonly client: VisionClient;
  /** Null: not known; the cost is then shown as unknown. */
  readonly price: VisionPrice | null;
  /** What was measured of a model; it serves where it is of this one with these prompts. */
  readonly measured?: DetectionRates | null;
  /** The day's caps, for the account the report is made for. */
  readonly gate?: (spender: string | null) => SpendGate;
  readonly cache?: AnswerCache;
  /** Covers faces and plates on what a third party's model is sent; left out: nothing does, and the detection says so. */
  readonly cover?: PhotoCover;
  /** Before the one new try of a failing server, ms. */
  readonly retry_ms?: number;
};

const RETRY_MS = 1500;
const keptExaminationSchema = z.object({ paid: paidSchema, examination: examinationSchema });

type Examined = { detection: Detection; intact: SeenIntact[] };

/** Parts seen whole; where the same photo shows damage of the piece, the damage counts. */
const wholeIn = ({ photos, seen_whole, detections }: Examination): SeenWhole[] =>
  withClosedBags({ photos, seen_whole, detections }).filter(
    (whole) => !detections.some((entry) => entry.photo === whole.photo && maySame(entry, whole)),
  );

/** A look as findings: consensus, hidden parts, zones, notes; pure, so that its rules apply to kept looks as well. */
export function detectionOf(look: Examination, input: DetectInput, engine: Detection['engine']): Examined {
  const taxonomy = new Set(input.taxonomy.categories);
  const zones = declaredZones(declaredCodes(input.declared).codes);
  const whole = look.zones.flatMap(({ zone, state, photo }) =>
    state === 'intact' && photo !== null ? surfacesOf(zone, photo) : [],
  );
  const seen_whole = wholeIn(look);
  const clearly = seen_whole.filter((entry) => entry.visible >= WHOLE_FROM);
  const repeats = nearRepeats(look.photos);
  const unclear = unclearPhotos(look.photos);
  const visible = findingsOf(look.detections, clearly, `model ${engine.model}`, repeats);
  const car = { ...input.vehicle, doors: input.vehicle.doors ?? null };
  const hidden = hiddenBehind(visible, look.hidden, car, taxonomy);
  return {
    intact: [...clearly, ...whole],
    detection: {
      findings: [...visible, ...hidden],
      seen_whole,
      unsure: stillUnsure(look.unsure, clearly, look.detections),
      answer_entries: look.entries,
      photo_notes: look.photos.map(({ photo, view, usable }) => ({
        photo,
        view,
        usable,
        repeats: repeats.get(photo),
        unclear: unclear.get(photo),
      })),
      zones_not_photographed: zonesNotShown(look.photos),
      conflicts: conflictsOf(look, visible, zones),
      engine: { ...engine, examined_photos: look.photos.length },
      warnings: warningsOf(look, unclear),
    },
  };
}

/**
 * Damage seen on photos by a vision model, merged with the declared damage. Where the model fails or a cap is reached, the
 * declared detection answers, with a warning that says so and its own engine id. A third party's model gets no photo that is held
 * back, nor a face or a plate that was found, and the detection tells of both. Throws only the signal's reason.
 */
export function createVisionDetector(options: VisionDetectorOptions): PhotoDetector {
  const { client, price } = options;
  const cache = forgiving(options.cache ?? NO_CACHE);
  const inHouse = client.in_house === true;
  const rates = ratesFor(options.measured ?? null, client);
  const maySend = (photo: DetectorPhoto): boolean => inHouse || !isHeldBack(photo);

  function begin(values: BeginInput, expected: number): BegunDetection {
    const { signal, limits } = values;
    const gate = options.gate?.(values.spender ?? null) ?? OPEN_GATE;
    const budget = createBudget({ max_usd: limits.max_usd, price, gate });
    const over = new AbortController();
    const coverOver = new AbortController();
    const spender = userCaller(values.spender ?? null);
    const caller = client.forCaller?.(spender) ?? client;
    const cover = inHouse
      ? null
      : (options.cover ?? NO_COVER).forLot(spender, AbortSignal.any([signal, coverOver.signal]));
    const opened = startOpened();
    // Whoever asks for the detection hears of it.
    opened.catch(() => undefined);

    /** The first pass of a model that has been met: what it is like decides how photos are sent. */
    async function startOpened(): Promise<{ tools: RequestTools; firstPass: FirstPass }> {
      const met = (await caller.open?.(AbortSignal.any([signal, over.signal]))) ?? caller;
      const tools: RequestTools = {
        client: met,
        budget,
        cache,
        report: values.report ?? null,
        signal,
        deadline: over.signal,
        retry_ms: options.retry_ms ?? RETRY_MS,
      };
      return { tools, firstPass: startFirstPass(tools, values, Math.min(expected, limits.max_photos)) };
    }
    let started: number | null = null;

    /** The photos as they may be sent, each when it was looked through or its time is over. */
    async function coveredOf(photos: readonly DetectorPhoto[]): Promise<Covered<DetectorPhoto>[]> {
      if (!cover) return [];
      const clock =
        limits.max_cover_ms === undefined
          ? undefined
          : setTimeout(() => coverOver.abort(), limits.max_cover_ms);
      try {
        return await Promise.all(photos.map(cover));
      } finally {
        clearTimeout(clock);
      }
    }

    /** `late`: photos that may not be sent yet. */
    async function look(
      photos: readonly DetectorPhoto[],
      late: readonly DetectorPhoto[],
      declared: DeclaredDamage,
    ): Promise<Examination> {
      if (photos.length === 0) throw new VisionFailure('not_covered', 'no photo may be sent yet');
      const { tools, firstPass } = await opened.catch((error: unknown) => {
        signal.throwIfAborted();
        throw over.signal.aborted ? new VisionFailure('timeout', 'the time for photos is over') : error;
      });
      const key = examinationKey(tools.client, photos, values.taxonomy);
      const kept = await cache.get(key, keptExaminationSchema);
      if (kept) {
        countPaid(tools, kept.paid);
        return withLate(kept.examination, late);
      }
      const zones = declaredZones(declaredCodes(declared).codes);
      const made = await examinePhotos(tools, firstPass, photos, zones);
      // An incomplete look is used once; next time only what is missing is asked.
      const { tokens_in, tokens_out } = budget.spent();
      if (made.checked && made.missed.length === 0 && made.entries.unusable === 0)
        await cache.put(key, { paid: { report: tools.report, tokens_in, tokens_out }, examination: made });
      return withLate(made, late);
    }

    return {
      add(photo) {
        // Photos beyond the most are not examined, whichever comes first.
        if (photo.index > limits.max_photos || !maySend(photo)) return;
        started ??= performance.now();
        Promise.all([opened, cover ? cover(photo) : { photo }])
          .then(([{ firstPass }, sendable]) => {
            if (!('late' in sendable)) firstPass.add(sendable.photo);
          })
          .catch(() => undefined);
      },
      async detect(all, declared) {
        signal.throwIfAborted();
        const input = { ...values, photos: all, declared };
        const fallback = detectDeclared(input);
        const taken = all.slice(0, limits.max_photos);
        const sendable = taken.filter(maySend);
        const kept = taken.filter((photo) => !maySend(photo));
        if (sendable.length === 0) return withHeldBack(fallback, kept);
        const from = started ?? performance.now();
        const spent = () => ({ ...budget.spent(), ms: Math.round(performance.now() - from) });
        const covered = await coveredOf(sendable);
        signal.throwIfAborted();
        const photos = cover
          ? covered.filter((entry) => !('late' in entry)).map(({ photo }) => photo)
          : sendable;
        const late = covered.filter((entry) => 'late' in entry).map(({ photo }) => photo);
        // The time for photos counts from when all of them are there and may be sent.
        const clock = setTimeout(() => over.abort(), limits.max_ms);
        try {
          const seen = await look(photos, late, declared);
          const { detection, intact } = detectionOf(seen, input, {
            id: 'vision',
            model: client.model,
            ...(client.served_by && { served_by: client.served_by }),
            prompt_version: PROMPT_VERSION,
            taxonomy_version: values.taxonomy.version,
            prior_version: fallback.engine.prior_version,
            examined_photos: 0,
            ...spent(),
          });
          const whole = withLeftOut(withHeldBack(detection, kept), all.length - taken.length);
          const rated = { ...whole, ...(rates && { rates }) };
          return withCovers(mergeDetections(rated, fallback, intact), covered);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof VisionFailure)) throw error;
          const unexamined: Detection = {
            ...fallback,
            engine: { ...fallback.engine, ...spent() },
            warnings: [{ code: 'not_examined', why: error.kind }, ...fallback.warnings],
          };
          // What was not examined may have been sent all the same.
          return withCovers(withHeldBack(unexamined, kept), covered);
        } finally {
          clearTimeout(clock);
        }
      },
    };
  }

  return {
    id: 'vision',
    examines_photos: true,
    goes_on: client.served_by !== undefined,
    weighed_by: { in_use: rates !== null, file: options.measured ?? null },
    name: `photos by ${client.model} (${client.served_by ? LOCAL_SERVERS[client.served_by] : client.provider}), with declared damage`,
    begin,
    detect: ({ photos, declared, ...given }) => begin(given, photos.length).detect(photos, declared),
  };
}

const withLate = (look: Examination, late: readonly DetectorPhoto[]): Examination => ({
  ...look,
  missed: [...look.missed, ...late.map(({ index }) => ({ photo: index, why: 'not_covered' as const }))],
});

const withHeldBack = (detection: Detection, photos: readonly DetectorPhoto[]): Detection =>
  photos.length === 0
    ? detection
    : {
        ...detection,
        warnings: [
          { code: 'photos_held_back', photos: photos.map(({ index }) => index) },
          ...detection.warnings,
        ],
      };

/** With how many faces and plates were covered, and which photos were sent though nobody looks through them here. */
function withCovers(detection: Detection, covered: readonly Covered<DetectorPhoto>[]): Detection {
  const found = covered.reduce((sum, entry) => sum + ('found' in entry ? entry.found : 0), 0);
  const photos = covered.flatMap((entry) => ('uncovered' in entry ? [entry.photo.index] : []));
  const told: DetectionNote[] = [
    ...(found > 0 ? [{ code: 'photos_covered' as const, found }] : []),
    ...(photos.length > 0 ? [{ code: 'photos_uncovered' as const, photos, why: 'absent' as const }] : []),
  ];
  return { ...detection, warnings: [...detection.warnings, ...told] };
}

const withLeftOut = (detection: Detection, count: number): Detection =>
  count <= 0
    ? detection
    : {
        ...detection,
        warnings: [{ code: 'photos_left_out', count }, ...detection.warnings],
      };
