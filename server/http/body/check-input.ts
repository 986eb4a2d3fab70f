import type { FastifySchemaCompiler } from 'fastify';
import type { ZodType } from 'zod';
import { ownSentences, unstorableInput } from '../../errors.ts';
import { inputFault } from '../../input-reason.ts';
import { unstorableAt } from '../../storable-text.ts';

/**
 * Never stored as text: a lot's page is read, and a stray character in it repaired like those of pages we fetch; a password
 * counts as typed, and its own schema says what it may hold.
 */
const NOT_STORED = ['page', 'password', 'old_password', 'new_password'];

/** Checks input by its schema, and before that for text no database keeps, so that every field of every route refuses it. */
export const checkInput: FastifySchemaCompiler<ZodType> = ({ schema }) => {
  return (input: unknown) => {
    const at = unstorableAt(input, NOT_STORED);
    if (at !== null) return { error: unstorableInput(at) };
    const fits = schema.safeParse(input, ownSentences);
    if (fits.success) return { value: fits.data };
    return { error: inputFault(fits.error.issues, input) };
  };
};
