import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Lot } from '../../contract/schemas/lot.ts';
import { AppError } from '../errors.ts';
import { readUserSuppliedPage } from '../lots/read-user-supplied-page.ts';
import { parsePage } from './page/parsed-page.ts';

/** Copied text holds less than the page it was copied from, and never something else. */

const fixtures = path.join(import.meta.dirname, 'fixtures');
const captures = process.env.LOTLENS_CAPTURES ?? '';

const fixtureSchema = z.looseObject({
  link: z.string(),
  pages: z.array(z.string()),
  want: z.unknown().optional(),
});
const captureSchema = z.array(
  z.looseObject({ url: z.string(), pages: z.array(z.string()), want: z.unknown().optional() }),
);

type Case = { title: string; link: string; body: string };

const fixtureCases: Case[] = readdirSync(fixtures).flatMap((title) => {
  const { link, pages, want } = fixtureSchema.parse(
    JSON.parse(readFileSync(path.join(fixtures, title, 'expected.json'), 'utf8')),
  );
  const [page = ''] = pages;
  if (want === undefined || pages.length > 1 || !page.endsWith('.html') || link === '') return [];
  return [{ title, link, body: readFileSync(path.join(fixtures, title, page), 'utf8') }];
});
const captureFile = path.join(captures, 'expected.json');
const captureCases: Case[] =
  captures === '' || !existsSync(captureFile)
    ? []
    : captureSchema
        .parse(JSON.parse(readFileSync(captureFile, 'utf8')))
        .flatMap(({ url, pages: [page = ''], want }) =>
          want !== undefined && page.endsWith('.html')
            ? [{ title: page, link: url, body: readFileSync(path.join(captures, page), 'utf8') }]
            : [],
        );

const FIELDS = [
  'vin',
  'year',
  'make',
  'mileage',
  'primary_damage',
  'secondary_damage',
  'loss_type',
  'run_condition',
  'keys',
  'airbags',
  'title',
  'engine',
  'drive',
  'fuel',
  'transmission',
  'color',
  'retail_value',
  'seller_repair_cost',
  'seller',
] as const;

function lotOrNothing(link: string, body: string): Lot | null {
  try {
    return readUserSuppliedPage({ link, pages: [body] });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

let lotsRead = 0;

test.each([...fixtureCases, ...captureCases])('$title', ({ link, body }) => {
  const page = lotOrNothing(link, body);
  const lines = parsePage({ url: null, status: null, content_type: null, body }).lines;
  // The heading is not part of every capture: a text without a name is no lot.
  for (const start of [[], [page?.name ?? '']]) {
    const copied = lotOrNothing(link, [...start, ...lines].join('\n'));
    if (copied === null) continue;
    lotsRead += 1;
    for (const field of FIELDS) {
      const [answer, known] = [copied[field], page?.[field]].map((value) =>
        typeof value === 'string' ? value.toLowerCase() : value,
      );
      if (answer !== null) expect([field, answer]).toEqual([field, known]);
    }
  }
});

test('the texts above are lots for the most part', () => {
  expect(lotsRead).toBeGreaterThan(fixtureCases.length / 2);
});
