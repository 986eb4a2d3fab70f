import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { askForReportsSchema } from '../../contract/api/quota/quota-answers.ts';

/** What is checked before an ask for more is sent: the contract's own schema, of what was typed. */
export const askRules = zodResolver(
  z.object({
    reports: z
      .string()
      .trim()
      .transform((typed) => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN))
      .pipe(askForReportsSchema.shape.reports),
    reason: askForReportsSchema.shape.reason,
  }),
);
