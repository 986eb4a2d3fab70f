import type { SchemaName } from './openapi.ts';

/** Examples of the main job by the schema's name in the OpenAPI file; the car and its numbers are made up. */
export const EXAMPLES: Partial<Record<SchemaName, unknown>> = {};
