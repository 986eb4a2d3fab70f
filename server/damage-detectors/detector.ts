import type { DeclaredDamage, Detection, DetectionRates } from '../../contract/schemas/damage.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';

/** A photo as a detector gets it; `read` gives the bytes we hold. */
export type DetectorPhoto = {
  /** The report's number of the photo, from 1; evidence refers to it. */
  readonly index: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  /** What its source calls it, as written; null: it does not. */
  readonly label: string | null;
  /** Faces and plates that are filled on what `read` gives; left out: none. */
  readonly covered?: number;
  /** Where it is kept what is to be covered on it; left out: nowhere. */
  readonly marks?: { read(): Promise<unknown>; write(value: unknown): Promise<void> };
  read(): Promise<Uint8Array>;
};

export type DetectInput = {
  readonly vehicle: Pick<Vehicle, 'year' | 'make' | 'model' | 'body_class' | 'fuel' | 'engine'> & {
    readonly doors?: number | null;
  };
  readonly photos: readonly DetectorPhoto[];
  readonly declared: DeclaredDamage;
  /** Ids of part-categories.tsv this vehicle can have; findings name no others. */
  readonly taxonomy: { readonly version: string; readonly categories: readonly string[] };
  /** Account whose daily cap on paid checks counts; without one only the service's own counts. */
  readonly spender?: string | null;
  /** Report the check is for: what it paid before its worker went down counts as its own. */
  readonly report?: string | null;
  readonly limits: {
    readonly max_usd: number;
    readonly max_ms: number;
    readonly max_photos: number;
    /** Longest wait for what is covered before photos are sent, from when all are there; left out: as long as it takes. */
    readonly max_cover_ms?: number;
  };
  readonly signal: AbortSignal;
};

/** Which rates weigh what a detector sees; `file`: what VISION_RATES names, null where it names none. */
type WeighedBy = { readonly in_use: boolean; readonly file: DetectionRates | null };

/**
 * One way to find damaged parts. A finding with basis `declared`
 * has no evidence and no severity; with no photo examined there is no finding of another basis. `detect` throws the
 * signal's reason when aborted.
 */
export type DamageDetector = {
  readonly id: string;
  /** What the start-up text and the report call it. */
  readonly name: string;
  /** Whether photos are looked at, for all that is known now. */
  readonly examines_photos: boolean;
  /** Photos it had no time for may be examined after the report is ready: that costs nothing but time. */
  readonly goes_on?: boolean;
  /** Which rates weigh what it sees, for all that is known now; absent or null where nobody looks at photos. */
  readonly weighed_by?: WeighedBy | null;
  detect(input: DetectInput): Promise<Detection>;
  /**
   * Examines photos while others are still on their way; only detectors that look at photos have it. Null: nothing would come of
   * it.
   */
  begin?(input: BeginInput, expected: number): BegunDetection | null;
  /** Looks for what it could use by now; nobody waits for it. */
  lookAgain?(): void;
};

/** One that looks at photos, come what may. */
export type PhotoDetector = Omit<DamageDetector, 'begin'> & {
  begin(input: BeginInput, expected: number): BegunDetection;
};

export type BeginInput = Omit<DetectInput, 'photos' | 'declared'>;

/** `add` takes photos as they arrive; `detect` then asks about no photo a second time. Photos are known by their hash. */
export type BegunDetection = {
  add(photo: DetectorPhoto): void;
  detect(photos: readonly DetectorPhoto[], declared: DeclaredDamage): Promise<Detection>;
};
