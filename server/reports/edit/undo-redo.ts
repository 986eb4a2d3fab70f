import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';

export type History = NonNullable<ReportEdits['history']>;

/**
 * Where undo and redo lead from a version. One saved before this was kept goes back by one, as it did then; version 0, the
 * report as made, has nothing before it.
 */
export const historyOf = (version: number, edits: ReportEdits | null): History =>
  edits?.history ?? { undo: version > 0 ? version - 1 : null, redo: null };

/** After a change: undo leads back to the version it was made on, and there is nothing to redo. */
export const afterChange = (from: number): History => ({ undo: from, redo: null });

/**
 * After a step from one version to another one, whose edits then stand again: the way on from there is the other's own, and
 * the way back leads here.
 */
export const afterStep = (step: 'undo' | 'redo', from: number, other: History): History =>
  step === 'undo' ? { undo: other.undo, redo: from } : other;
