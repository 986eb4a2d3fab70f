import { z } from 'zod';
import { reportListItemSchema } from '../calls.ts';
import { STEP_NAMES } from '../report-status.ts';
import { BASKETS } from '../report-view/baskets.ts';
import { lotSchema } from '../schemas/lot.ts';
import { supplierLinkSchema } from '../schemas/part.ts';
import { reportModelSchema, reportPhotoSchema } from '../schemas/report.ts';
import { vehicleSchema } from '../schemas/vehicle.ts';
import { shownUnitsSchema } from '../units/shown-units.ts';

/** Answers that hold a whole report: only pages that show one load its shape. */

/** One report: its card, the model once finished, and until then what the steps have found. */
export const reportDetailSchema = reportListItemSchema.extend({
  report: reportModelSchema.nullable(),
  /** Its estimate is made by the tables that run now: recalculating it moves nothing. Null until finished; not stored. */
  tables_current: z.boolean().nullable(),
  /**
   * `update_first`: an edit would be refused until it is recalculated, because the calculation has changed since or can no
   * longer be made from what is stored. Null until finished; not stored.
   */
  editable: z.enum(['yes', 'update_first']).nullable(),
  partial: z.object({
    lot: lotSchema.nullable(),
    vehicle: vehicleSchema.nullable(),
    photos: z.array(reportPhotoSchema),
    steps_done: z.array(z.enum(STEP_NAMES)),
  }),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

export const reportQuerySchema = z.strictObject({
  /** `without`: every line's `supplier_links` is empty, for a reader who asks for them apart. */
  supplier_links: z.enum(['with', 'without']).default('with'),
});

/** Where the parts of a report are bought, by the ids of its lines. */
export const supplierLinksAnswerSchema = z.object({
  lines: z.record(z.string(), z.array(supplierLinkSchema)),
});

/**
 * `shared_by`: the shop's name its owner set, as the PDF carries it; null where none is. `deal_shared`: readSharedDeal has its
 * deal. `units`: what its owner's pages show figures in, left out for US dollars and miles.
 */
export const sharedReportSchema = reportModelSchema.extend({
  shared_by: z.string().nullable(),
  deal_shared: z.boolean(),
  units: shownUnitsSchema.optional(),
});

/** `json`: the versioned report model; `csv`, `xlsx`: the lines; `parts`: the parts to order, as CSV; `ems`: an EMS 2.01 set. */
export const exportFormatSchema = z.enum(['json', 'csv', 'xlsx', 'parts', 'ems']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.strictObject({
  format: exportFormatSchema.default('json'),
  /** With `parts`: which basket's prices stand beside the parts. */
  basket: z.enum(BASKETS).default('oem'),
});
