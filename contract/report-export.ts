import { z } from 'zod';

/** `json`: the versioned report model; `csv`, `xlsx`: the lines; `parts`: the parts to order, as CSV. */
export const exportFormatSchema = z.enum(['json', 'csv', 'xlsx', 'parts']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.strictObject({ format: exportFormatSchema.default('json') });
