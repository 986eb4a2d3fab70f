import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { type Claim, claimRequestSchema } from '../../../contract/claim/claim-file.ts';
import { typedNumber } from '../../ui/form/typed-number.ts';

const { number, deductible } = claimRequestSchema.shape;

/** What a field says, null where it is empty; `message` where it can't be taken. */
const typed = <T>(rule: z.ZodType<T>, read: (text: string) => unknown, message: string) =>
  z.string().transform((text, context) => {
    const found = rule.safeParse(text.trim() === '' ? null : read(text));
    if (found.success) return found.data;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const rules: z.ZodType<Claim, Record<keyof Claim, string>> = z.object({
  number: typed(
    number,
    (text) => text,
    'A claim number has up to 60 letters, digits, spaces or # . / : _ -.',
  ),
  deductible: typed(
    deductible,
    (text) => Math.round(typedNumber(text) * 100) / 100,
    'Please enter $0 to $1,000,000, such as 500.',
  ),
});

/** What the form of a claim checks before anything is sent: null where nothing was entered. */
export const claimRules = zodResolver(rules);
