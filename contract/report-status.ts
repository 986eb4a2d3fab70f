import { z } from 'zod';

/**
 * The eight steps in the specification's order, once. The status column, socket events, labels, fractions and
 * pipeline/steps.ts derive from this tuple.
 */
export const STEP_NAMES = [
  'create_task',
  'crawl_vehicle_data',
  'download_images',
  'find_generic_categories',
  'filter_categories',
  'crawl_vehicle_parts',
  'map_vehicle_parts_to_generic_categories',
  'detect_damaged_parts',
] as const;
export type StepName = (typeof STEP_NAMES)[number];
export type FailedStatus = `${StepName}_failed`;

export const failedStatus = (step: StepName): FailedStatus => `${step}_failed`;
type Stage = { label: string; progress: number };

/** Labels and fractions to the letter of docs/product.md. */
const STEP_STAGES = {
  create_task: { label: 'Fetching Data', progress: 0 },
  crawl_vehicle_data: { label: 'Fetching Data', progress: 0.2 },
  download_images: { label: 'Fetching Data', progress: 0.3 },
  find_generic_categories: { label: 'Fetching Data', progress: 0.35 },
  filter_categories: { label: 'Fetching Data', progress: 0.4 },
  crawl_vehicle_parts: { label: 'Fetching Data', progress: 0.5 },
  map_vehicle_parts_to_generic_categories: { label: 'Damage Analysis', progress: 0.7 },
  detect_damaged_parts: { label: 'Damage Analysis', progress: 0.85 },
} satisfies Record<StepName, Stage>;

/** The tidied words of an unknown status: `some_new_step` → `Some new step`. */
function humanise(status: string): string {
  const words = status.replaceAll('_', ' ').trim();
  return words === '' ? 'Processing' : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Label and progress (0–1) of any status, unknown ones included (docs/product.md).
 * `create_report` reads Fetching Data at 0: the old client's second entry (Failed at 1) is a defect (docs/product.md).
 */
export function stageOf(status: string): Stage {
  if (Object.hasOwn(STEP_STAGES, status)) return STEP_STAGES[status as StepName];
  if (status === 'create_report') return STEP_STAGES.create_task;
  if (status === 'finished' || status === 'completed') return { label: 'Ready', progress: 1 };
  if (status.endsWith('_failed') || status === 'failed') return { label: 'Failed', progress: 1 };
  if (status === 'initiating') return { label: 'Initiating', progress: 0.01 };
  if (status === 'processing') return { label: 'Processing', progress: 0.05 };
  return { label: humanise(status), progress: 0.05 };
}

export const REPORT_OUTCOMES = ['ready', 'failed', 'cancelled', 'in_progress'] as const;
export const reportOutcomeSchema = z.enum(REPORT_OUTCOMES);
export type ReportOutcome = z.infer<typeof reportOutcomeSchema>;

/** What the owner did: a cancelled report has not failed, though it ends at a step's failure status. */
export const CANCELLED_CODE = 'cancelled';

/** Anything else than completed, failed or cancelled counts as in progress (docs/product.md). */
export function outcomeOf(status: string, errorCode: string | null = null): ReportOutcome {
  if (status === 'finished' || status === 'completed') return 'ready';
  if (status.endsWith('_failed') || status === 'failed')
    return errorCode === CANCELLED_CODE ? 'cancelled' : 'failed';
  return 'in_progress';
}

export const isTerminal = (status: string): boolean => outcomeOf(status) !== 'in_progress';
