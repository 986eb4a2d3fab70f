import type { z } from 'zod';
import type { StepName } from '../../contract/report-status.ts';
import type { CardFacts, Run } from '../db/reports/report-runs.ts';

/** What a step gets: its report, its signal, and the outputs of other steps (awaiting one waits for it). */
export type StepContext<Tools, Outputs> = {
  run: Run;
  tools: Tools;
  signal: AbortSignal;
  /** Whether this step may still ask to be run again after `ms`: a RetryLater beyond that fails the report. */
  mayWait(ms: number): boolean;
  output<S extends keyof Outputs & StepName>(step: S): Promise<Outputs[S]>;
};

/**
 * One step of the pipeline. `needs` must be done before it starts; what else it awaits by `output` it meets later.
 * Outcomes: return (saved) · RetryLater (no attempt) · GiveUp (fails now) · anything else costs an attempt.
 */
export type Step<Tools, Outputs, S extends keyof Outputs & StepName> = {
  needs: readonly StepName[];
  timeoutMs: number;
  attempts: number;
  /** What the card says while it runs. */
  message: string;
  output: z.ZodType<Outputs[S]>;
  run(context: StepContext<Tools, Outputs>): Promise<Outputs[S]>;
  /** Facts of the card that this output settles. */
  card?(output: Outputs[S]): CardFacts;
};

export type Steps<Tools, Outputs extends Record<StepName, unknown>> = {
  [S in StepName]: Step<Tools, Outputs, S>;
};
