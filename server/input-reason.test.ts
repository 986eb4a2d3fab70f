import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownSentences } from './errors.ts';
import { inputFault } from './input-reason.ts';

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  count: z.number().int().min(2).max(9).optional(),
  sort: z.enum(['date', 'lot']).optional(),
  email: z.email().optional(),
  tags: z.array(z.string()).max(1).optional(),
  note: z.string().max(3, 'A note has at most 3 characters.').optional(),
});

test.each([
  [{}, 'name', 'The field name is missing.'],
  [{ name: '' }, 'name', 'The field name is empty.'],
  [{ name: 7 }, 'name', 'The field name must be a text.'],
  [{ name: 'abcdef' }, 'name', 'The field name must be at most 5 characters.'],
  [{ name: 'a', count: 1 }, 'count', 'The field count must be at least 2.'],
  [{ name: 'a', count: 1.5 }, 'count', 'The field count must be a whole number.'],
  [{ name: 'a', sort: 'x' }, 'sort', 'The field sort must be one of date, lot.'],
  [{ name: 'a', email: 'x' }, 'email', 'The field email must be an email address.'],
  [{ name: 'a', tags: ['a', 'b'] }, 'tags', 'The field tags must be at most 1 entry.'],
  [{ name: 'a', tags: [1] }, 'tags.0', 'The field tags.0 must be a text.'],
  [{ name: 'a', other: 1 }, 'other', 'The field other is not known here.'],
  [{ name: 'a', note: 'long' }, 'note', 'A note has at most 3 characters.'],
  ['text', undefined, 'The request must be an object.'],
])('%j is refused with its field and reason', (input, field, message) => {
  const read = schema.safeParse(input, ownSentences);
  expect(inputFault(read.error?.issues ?? [], input)).toMatchObject({
    code: 'validation_error',
    message,
    details: field === undefined ? {} : { field },
  });
});
