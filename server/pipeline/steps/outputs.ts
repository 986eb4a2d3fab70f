import { z } from 'zod';
import { askedSourcesSchema } from '../../../contract/facts/number-facts.ts';
import { statedBySellersSchema } from '../../../contract/facts/stated-number.ts';
import type { StepName } from '../../../contract/report-status.ts';
import { detectionSchema } from '../../../contract/schemas/damage.ts';
import { storedLotSchema } from '../../../contract/schemas/lot.ts';
import {
  cataloguePartSchema,
  mappedPartSchema,
  positionSchema,
  sideSchema,
} from '../../../contract/schemas/part.ts';
import { gapSchema, reportModelSchema, reportPhotoSchema } from '../../../contract/schemas/report.ts';
import { vehicleSchema } from '../../../contract/schemas/vehicle.ts';
import { estimateInputsSchema } from '../../estimate/calculation/estimate-inputs.ts';

/** What each step saves; read back through these schemas after a crash. */
export const OUTPUTS = {
  create_task: z.object({ lot_key: z.string() }),
  crawl_vehicle_data: z.object({ lot: storedLotSchema, vehicle: vehicleSchema }),
  download_images: z.object({ photos: z.array(reportPhotoSchema), gaps: z.array(gapSchema) }),
  find_generic_categories: z.object({ categories: z.array(z.string()) }),
  filter_categories: z.object({
    plausible: z.array(
      z.object({
        category: z.string(),
        side: sideSchema,
        position: positionSchema,
        probability: z.number(),
        reason: z.string(),
      }),
    ),
  }),
  crawl_vehicle_parts: z.object({
    parts: z.array(cataloguePartSchema),
    catalogues: z.array(z.string()),
    gaps: z.array(gapSchema),
    /** What sellers state of likely parts without a number; absent where nobody was asked. */
    stated: z.array(statedBySellersSchema).exactOptional(),
    /** Absent in those of older reports. */
    asked: askedSourcesSchema.exactOptional(),
  }),
  map_vehicle_parts_to_generic_categories: z.object({ parts: z.array(mappedPartSchema) }),
  detect_damaged_parts: z.object({
    detection: detectionSchema,
    model: reportModelSchema,
    inputs: estimateInputsSchema,
  }),
} satisfies Record<StepName, z.ZodType>;

/** What of the last step stays beside a finished report, which has the rest itself; older ones have all of it. */
export const keptDetectionSchema = OUTPUTS.detect_damaged_parts.pick({ detection: true }).extend({
  model: reportModelSchema.pick({ photo_readings: true, photo_text: true }),
});

export type KeptDetection = z.infer<typeof keptDetectionSchema>;

export type Outputs = { [S in StepName]: z.infer<(typeof OUTPUTS)[S]> };
