import type { z } from 'zod';
import type { evidenceSchema } from '../../contract/schemas/damage.ts';
import type { oemNumberSchema } from '../../contract/schemas/estimate.ts';

export type OemNumber = z.infer<typeof oemNumberSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
