import type { Keeping } from '../../../contract/schemas/account.ts';
import { invalidInput } from '../../errors.ts';

/** The most days reports stay here, whatever an account says; none: until their owner deletes them. */
export type KeepingBounds = { readonly REPORTS_KEPT_DAYS?: number | undefined };

/** Refuses days beyond the operator's. Throws validation_error. */
export function checkKeeping(keeping: Keeping, { REPORTS_KEPT_DAYS: most }: KeepingBounds): void {
  if (most === undefined) return;
  for (const name of ['reports_days', 'approved_days'] as const)
    if ((keeping[name] ?? 0) > most)
      throw invalidInput(`Reports stay at most ${most} days on this service.`, `keeping.${name}`);
}
