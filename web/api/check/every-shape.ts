import type { z } from 'zod';
import * as calls from '../../../contract/api.ts';

/** What each call of the API answers, by its operation. */
export const EVERY_SHAPE: ReadonlyMap<string, z.ZodType> = new Map(
  Object.values(calls).flatMap(({ operation, answer }) =>
    answer !== null && 'safeParse' in answer ? [[operation, answer] as const] : [],
  ),
);
