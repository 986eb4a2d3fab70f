import { z } from 'zod';
import { claimSchema } from './claim-file.ts';

/** A file of a report that somebody took. */
export const trailFileSchema = z.enum([
  'pdf',
  'json',
  'csv',
  'xlsx',
  'parts',
  'ems',
  'claim_pdf',
  'approved_pdf',
  'shared_pdf',
  'list_csv',
  'list_xlsx',
  'audit_trail',
]);
export type TrailFile = z.infer<typeof trailFileSchema>;

/** What is noted of a report when it happens, since no other table keeps it. */
export const notedEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim_noted'), before: claimSchema, after: claimSchema }),
  z.object({ kind: z.literal('shared'), photos: z.boolean(), deal: z.boolean() }),
  z.object({ kind: z.literal('share_changed'), photos: z.boolean(), deal: z.boolean() }),
  z.object({ kind: z.literal('share_ended') }),
  /** By the owner; one that the service made by itself is not noted. */
  z.object({ kind: z.literal('recalculated'), version: z.number().int() }),
  z.object({ kind: z.literal('downloaded'), file: trailFileSchema, version: z.number().int().nullable() }),
]);
export type NotedEvent = z.infer<typeof notedEventSchema>;

/** One thing that happened to a report, as it is told. */
export const trailEventSchema = z.object({
  at: z.string(),
  kind: z.enum([
    'asked',
    'lot_read',
    'made',
    'edited',
    'recalculated',
    'approved',
    'claim_noted',
    'shared',
    'share_changed',
    'share_ended',
    'downloaded',
  ]),
  /** Whose account it was, by name, as it was then where that was kept; null: the service, or whoever has the shared link. */
  by: z.string().nullable(),
  /** The version it made or is of. */
  version: z.number().int().nullable(),
  /** Of that version, US dollars. */
  total_cost: z.number().nullable(),
  /** A sentence each. */
  what: z.array(z.string()),
});
export type TrailEvent = z.infer<typeof trailEventSchema>;

/** Oldest first. */
export const auditTrailSchema = z.object({ report_id: z.string(), events: z.array(trailEventSchema) });
export type AuditTrail = z.infer<typeof auditTrailSchema>;
