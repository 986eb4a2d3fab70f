import { expect, test } from 'vitest';
import { z } from 'zod';
import { FRAME } from './checks.ts';
import { EVERY_SHAPE } from './every-shape.ts';
import { FIRST_SHAPES } from './first-shapes.ts';

test('the shapes that come first are those of their calls', () => {
  const told = (shape: z.ZodType | undefined) => shape && z.toJSONSchema(shape, { unrepresentable: 'any' });
  const calls = [...FIRST_SHAPES].filter(([operation]) => operation !== FRAME);
  expect(calls.length).toBeGreaterThan(3);
  for (const [operation, shape] of calls)
    expect(told(shape), operation).toEqual(told(EVERY_SHAPE.get(operation)));
});
