import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { ZodType } from 'zod';
import { unstorableInput } from '../../errors.ts';
import { unstorableAt } from '../../storable-text.ts';

/** A lot's page is read, never stored: a stray character in it is repaired like those of pages we fetch. */
const PAGES = ['page'];

/** Checks input by its schema, and before that for text no database keeps, so that every field of every route refuses it. */
export const checkInput: FastifySchemaCompiler<ZodType> = (route) => {
  const check = validatorCompiler(route);
  return (input: unknown) => {
    const at = unstorableAt(input, PAGES);
    return at === null ? check(input) : { error: unstorableInput(at) };
  };
};
