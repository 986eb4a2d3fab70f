import type pg from 'pg';
import { z } from 'zod';
import { STEP_NAMES, type StepName } from '../../contract/report-status.ts';
import type { Step, Steps } from '../../server/pipeline/step.ts';

export type SlowOutputs = Record<StepName, { made: string }>;

/** A report of such a lot takes down the process that runs it, or leaves it without an answer. */
export const POISON = 'poison:';
export const HANG = 'hang:';

/** What an engine with these steps makes of the last one's output: no report that anybody reads. */
export const slowResult = () => ({
  model: { schema_version: 1 } as never,
  inputs: null,
  kept: null,
  totalCostCents: 100,
  diagram: null,
});

/** The pipeline's shape with steps that only take time and note each call: what a crash may and may not repeat. */
export function slowSteps(pool: pg.Pool, ms: number): Steps<null, SlowOutputs> {
  const step = (name: StepName, needs: StepName[]): Step<null, SlowOutputs, StepName> => ({
    needs,
    timeoutMs: 60_000,
    attempts: 3,
    message: name,
    output: z.object({ made: z.string() }),
    run: async ({ run }) => {
      await pool.query('INSERT INTO calls (report_id, step, pid) VALUES ($1, $2, $3)', [
        run.reportId,
        name,
        process.pid,
      ]);
      if (run.lotKey.startsWith(POISON)) process.kill(process.pid, 'SIGKILL');
      while (run.lotKey.startsWith(HANG)) Math.random();
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { made: name };
    },
  });
  const needs: Record<StepName, StepName[]> = {
    create_task: [],
    crawl_vehicle_data: ['create_task'],
    download_images: ['crawl_vehicle_data'],
    find_generic_categories: ['crawl_vehicle_data'],
    filter_categories: ['find_generic_categories'],
    crawl_vehicle_parts: ['filter_categories'],
    map_vehicle_parts_to_generic_categories: ['crawl_vehicle_parts'],
    detect_damaged_parts: ['download_images', 'map_vehicle_parts_to_generic_categories'],
  };
  return Object.fromEntries(STEP_NAMES.map((name) => [name, step(name, needs[name])])) as Steps<
    null,
    SlowOutputs
  >;
}
