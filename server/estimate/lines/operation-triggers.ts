import { z } from 'zod';
import { readJson } from '../tables/read-table.ts';

const categories = z.array(z.string()).min(1);
const table = readJson(
  'operation-callers.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    groups: z.object({
      front_bumper: categories,
      radar: categories,
      windshield: categories,
      camera: categories,
      rear_corner: categories,
      suspension: categories,
      carriers: categories,
      structure: categories,
      welded: categories,
      ac_circuit: categories,
      cooling_circuit: categories,
      brake_carriers: categories,
      air_bags: categories,
      srs_parts: categories,
      high_voltage: categories,
      headlamps: categories,
      above_headliner: categories,
      doors: categories,
      bumper_covers: categories,
      openings: categories,
      /** Absent in older tables. */
      wheels: categories.default([]),
      after_bags: categories.default([]),
      underbody: categories.default([]),
      rear_body: categories.default([]),
    }),
  }),
);
export type CallerGroup = keyof typeof table.groups;

/** Categories of parts whose work brings an operation with it (data/operation-callers.json). */
export const categoriesIn = (group: CallerGroup): ReadonlySet<string> => new Set(table.groups[group]);
