import type { SourceOutcome } from '../../../contract/operator/source-outcome.ts';
import type { CatalogueFailure } from '../parts-catalogue.ts';

const OUTCOMES: Readonly<Record<CatalogueFailure | 'gone', SourceOutcome>> = {
  gone: 'nothing_found',
  denied: 'key_refused',
  blocked: 'banned',
  quota: 'quota',
  network: 'no_answer',
  bad_data: 'unreadable',
};

/** Why a source gave no answer. `gone`: it knows no such id (any longer), or nothing stands under it. */
export class CatalogueFault extends Error {
  override readonly name = 'CatalogueFault';
  readonly kind: CatalogueFailure | 'gone';
  readonly retryAfterMs: number | null;
  /** The same for whoever sets the source up, to whom a refused key is not a refused address. */
  readonly outcome: SourceOutcome;

  /** `message` is for people and holds nothing the source wrote. */
  constructor(
    kind: CatalogueFailure | 'gone',
    message: string,
    options: { retryAfterMs?: number | null; outcome?: SourceOutcome; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.outcome = options.outcome ?? OUTCOMES[kind];
  }

  /** Asking this source for anything else would be answered the same. */
  get stopsAll(): boolean {
    return this.kind === 'quota' || this.kind === 'denied' || this.kind === 'blocked';
  }
}

/** What was asked for, or `otherwise` where nothing stands under the id that was asked. */
export async function unlessGone<T, O>(asked: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CatalogueFault && error.kind === 'gone') return otherwise;
    throw error;
  }
}
