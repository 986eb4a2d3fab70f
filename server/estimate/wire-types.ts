import type { z } from 'zod';
import type { evidenceSchema } from '../../contract/damage.ts';
import type { oemNumberSchema } from '../../contract/estimate.ts';

export type OemNumber = z.infer<typeof oemNumberSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
