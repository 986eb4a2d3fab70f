import { z } from 'zod';
import type { CatalogueGap } from '../parts-catalogue.ts';
import type { CatalogueFault } from './catalogue-fault.ts';

/** What a source answered, kept by vehicle and group so that the same car is not asked about twice. */
export type KeptAnswers = {
  /** By group; only what is not too old. */
  read(vehicle: string): Promise<ReadonlyMap<string, unknown>>;
  keep(vehicle: string, group: string, answer: unknown): Promise<void>;
};

/** Under this vehicle and group stands that the source wants to be left alone. */
const REST = 'rest';
const restSchema = z.object({
  until: z.iso.datetime(),
  kind: z.enum(['quota', 'denied', 'blocked']),
  message: z.string(),
});

/** What to say without asking while a source is left alone; null when it may be asked. */
export async function restingAnswer(kept: KeptAnswers, now: Date): Promise<CatalogueGap | null> {
  const rest = restSchema.safeParse((await kept.read(REST)).get(REST));
  if (!rest.success) return null;
  const leftMs = Date.parse(rest.data.until) - now.getTime();
  if (leftMs <= 0) return null;
  return { kind: rest.data.kind, message: rest.data.message, retry_after_ms: leftMs };
}

/** Leaves the source alone for `ms`, or for as long as it asked, over all processes. */
export async function rest(kept: KeptAnswers, fault: CatalogueFault, now: Date, ms: number): Promise<void> {
  const until = new Date(now.getTime() + (fault.retryAfterMs ?? ms)).toISOString();
  await kept.keep(REST, REST, { until, kind: fault.kind, message: fault.message });
}
