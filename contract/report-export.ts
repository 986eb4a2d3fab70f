import { z } from 'zod';
import { BASKETS } from './report-view/baskets.ts';

/** `json`: the versioned report model; `csv`, `xlsx`: the lines; `parts`: the parts to order, as CSV. */
export const exportFormatSchema = z.enum(['json', 'csv', 'xlsx', 'parts']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.strictObject({
  format: exportFormatSchema.default('json'),
  /** With `parts`: which basket's prices stand beside the parts. */
  basket: z.enum(BASKETS).default('oem'),
});
