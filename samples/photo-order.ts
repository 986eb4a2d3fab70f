import { z } from 'zod';
import { VIEWS } from './draw-photo.ts';
import type { SampleNumber } from './sample-lots.ts';

const sampleNumberSchema = z.enum(['90000001', '90000002', '90000003', '90000004'] satisfies SampleNumber[]);
const photoOrderSchema = z.object({ id: z.number(), lot: sampleNumberSchema, view: z.enum(VIEWS) });
export type PhotoOrder = z.infer<typeof photoOrderSchema>;

/** What the drawing thread is asked for; throws ZodError on anything else. */
export const parsePhotoOrder = (message: unknown): PhotoOrder => photoOrderSchema.parse(message);
