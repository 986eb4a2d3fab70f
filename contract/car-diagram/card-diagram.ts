import { z } from 'zod';
import { bodyClassSchema } from '../schemas/vehicle.ts';

const levelSchema = z.union([z.literal([0, 1, 2, 3, 4]), z.enum(['possible', 'likely', 'very_likely'])]);

/** What a card's small diagram shows: the shape of the car, and each damaged panel with its level. */
export const cardDiagramSchema = z.object({
  body_class: bodyClassSchema.nullable(),
  panels: z.record(z.string(), levelSchema),
});
export type CardDiagram = z.infer<typeof cardDiagramSchema>;
