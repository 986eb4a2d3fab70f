import type { EstimateLine, OperationCheck } from '../../schemas/estimate.ts';
import { isPossible } from '../outcome-rows.ts';

const STATUS: Record<OperationCheck['status'], string> = {
  present: 'on the estimate',
  missing: 'missing',
  not_needed: 'not called for by the scope',
  not_fitted: 'not applicable',
};

/** How an operation stands: one that is a possible item is said to be one, lest the check contradict what it may cost. */
export function checkWords({ id, status }: OperationCheck, lines: readonly EstimateLine[]): string {
  const possible = lines.some(
    (line) =>
      isPossible(line) && line.because?.from.code === 'operation' && line.because.from.operation === id,
  );
  return status === 'not_needed' && possible ? 'a possible item' : STATUS[status];
}
