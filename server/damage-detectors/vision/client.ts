import { EXAMINATION_FAILURES } from '../../../contract/facts/reservation-fact.ts';
import type { LocalServer } from '../../../contract/schemas/damage.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import type { PhotoLook } from '../../images/photo-look.ts';
import type { BoxFormat } from '../examination/boxes.ts';

export type VisionUsage = { readonly tokens_in: number; readonly tokens_out: number };

/** A picture as it is sent; `sha256` is the photo's own, also for a crop of it. */
export type VisionImage = {
  readonly label: string;
  readonly sha256: string;
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Of a whole photo. */
  readonly look?: PhotoLook;
};

export type VisionQuestion = {
  readonly pass: 'find' | 'verify' | 'mend' | 'probe';
  readonly instructions: string;
  /** Sent before the text, each after its label. */
  readonly images: readonly VisionImage[];
  readonly text: string;
  readonly schema: Record<string, unknown>;
  readonly max_output_tokens: number;
};

/** A model's answer as JSON text, not yet read. `cut`: it ran into its output limit. */
export type VisionAnswer = { readonly text: string; readonly cut: boolean; readonly usage: VisionUsage };

export const FAILURES = EXAMINATION_FAILURES;
export type FailureKind = (typeof FAILURES)[number];

/** Why an answer did not come; the class decides what happens next, never its text. */
export class VisionFailure extends Error {
  override readonly name = 'VisionFailure';
  readonly kind: FailureKind;
  /** What the failed request is known to have used. */
  readonly usage: VisionUsage | null;
  /** The next moment may be better; false where the server named a long wait. */
  readonly again: boolean;
  /** Too much for one request: fewer photos may pass. */
  readonly split: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    options: { usage?: VisionUsage; again?: boolean; split?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.usage = options.usage ?? null;
    this.again = options.again ?? false;
    this.split = options.split ?? false;
  }
}

/** What a provider's models like: decides how photos are cut to size and how many go into one request. */
export type VisionProfile = {
  readonly box_format: BoxFormat;
  /** The model itself was seen to tell places so. */
  readonly boxes_measured?: boolean;
  /** Pixels of the model's tile; sizes sent are multiples of it, so that none is paid for half empty. */
  readonly tile: number;
  /** Pixels of the longest side that is sent. */
  readonly longest_side: number;
  readonly photos_per_request: number;
  /** Of the second pass: whole photos and crops together. */
  readonly images_per_request: number;
  readonly requests_at_once: number;
  /** Left out: crops of what was found are looked at again. */
  readonly second_pass?: boolean;
  /** Tokens of one picture of this size; an estimate for the caps, the provider's own count is what is booked. */
  imageTokens(width: number, height: number): number;
};

/** One vision model, whoever serves it. */
export type VisionClient = {
  readonly provider: string;
  readonly model: string;
  /** What runs it on this machine, where it was found there. */
  readonly served_by?: LocalServer;
  /** Served on this machine or its own network; left out, it is a third party's. */
  readonly in_house?: boolean;
  readonly profile: VisionProfile;
  /** One request, no retries. Throws VisionFailure, or the signal's reason when aborted. */
  ask(question: VisionQuestion, signal: AbortSignal): Promise<VisionAnswer>;
  /** First contact: the client as it is to be asked, its profile measured. Throws VisionFailure, or the signal's reason. */
  open?(signal: AbortSignal): Promise<VisionClient>;
  /** The same model, its requests taking this caller's turns. */
  forCaller?(caller: WorkCaller): VisionClient;
};
