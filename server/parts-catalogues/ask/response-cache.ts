import { z } from 'zod';
import type { CatalogueGap } from '../parts-catalogue.ts';
import type { CatalogueFault } from './catalogue-fault.ts';

/** What a source answered, kept by vehicle and group so that the same car is not asked about twice. */
export type ResponseCache = {
  /** By group; only what is not too old. */
  read(vehicle: string): Promise<ReadonlyMap<string, unknown>>;
  keep(vehicle: string, group: string, answer: unknown): Promise<void>;
};

/** Under this vehicle and group stands that the source wants to be left alone. */
const CIRCUIT_KEY = 'rest';
const circuitSchema = z.object({
  until: z.iso.datetime(),
  kind: z.enum(['quota', 'denied', 'blocked']),
  message: z.string(),
});

/** What to say without asking while a source is left alone; null when it may be asked. */
export async function openCircuit(cache: ResponseCache, now: Date): Promise<CatalogueGap | null> {
  const circuit = circuitSchema.safeParse((await cache.read(CIRCUIT_KEY)).get(CIRCUIT_KEY));
  if (!circuit.success) return null;
  const leftMs = Date.parse(circuit.data.until) - now.getTime();
  if (leftMs <= 0) return null;
  return { kind: circuit.data.kind, message: circuit.data.message, retry_after_ms: leftMs };
}

/** Leaves the source alone for `ms`, or for as long as it asked, over all processes. */
export async function tripCircuit(
  cache: ResponseCache,
  fault: CatalogueFault,
  now: Date,
  ms: number,
): Promise<void> {
  const until = new Date(now.getTime() + (fault.retryAfterMs ?? ms)).toISOString();
  await cache.keep(CIRCUIT_KEY, CIRCUIT_KEY, { until, kind: fault.kind, message: fault.message });
}
