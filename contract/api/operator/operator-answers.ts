import { z } from 'zod';

/**
 * Where an operator's session stands. `no_secrets_key`: nothing can be sealed, so that there are no codes and nothing is changed;
 * `no_secret`: the operator has no secret for codes, or one that another key sealed.
 */
export const operatorSessionSchema = z.object({
  state: z.enum(['no_secrets_key', 'no_secret', 'code_needed', 'confirmed']),
});
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** A code of an authenticator app, however it was typed. */
export const operatorCodeRequestSchema = z.strictObject({
  code: z
    .string()
    .max(20)
    .overwrite((typed) => typed.replaceAll(/\s/g, ''))
    .regex(/^\d{6}$/, 'A code has 6 digits.'),
});
