import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { SITE_IDS } from '../../contract/sites.ts';
import { AppError } from '../errors.ts';
import { readHandedPages } from '../lots/read-user-supplied-page.ts';

/** Every folder under fixtures/ is a test: pages in a site's own form with made-up values, and what must be read. */

const folder = path.join(import.meta.dirname, 'fixtures');

const expectationSchema = z.strictObject({
  link: z.string(),
  pages: z.array(z.string()),
  want: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
  /** Words the reason must hold. */
  reason: z.string().optional(),
});

function facts(lot: Lot): Record<string, unknown> {
  const [first] = lot.images;
  return {
    ...lot,
    image_count: lot.images.length,
    first_image: first?.url ?? null,
    first_thumbnail: first?.thumbnail ?? null,
    first_label: first?.label ?? null,
  };
}

describe('fixtures', () => {
  const names = readdirSync(folder);
  test('are found', () => expect(names.length).toBeGreaterThan(50));
  test.each(SITE_IDS)('show pages of %s', (site) => {
    const ofSite = names.filter((name) => name.startsWith(`${site.replace('.', '-')}-`));
    expect(ofSite).not.toEqual([]);
  });

  test.each(names)('%s', async (name) => {
    const read = (file: string) => readFileSync(path.join(folder, name, file), 'utf8');
    const expected = expectationSchema.parse(JSON.parse(read('expected.json')));
    const open = () => readHandedPages({ link: expected.link, pages: expected.pages.map(read) });
    if (expected.error === undefined) {
      expect(facts(await open())).toMatchObject(expected.want ?? {});
      return;
    }
    const error: unknown = await open().then(
      () => null,
      (fault: unknown) => fault,
    );
    if (!(error instanceof AppError)) throw error ?? new Error('a lot was read');
    expect(error.code).toBe(expected.error);
    expect(String(error.details.reason)).toContain(expected.reason ?? '');
    if (error.code !== 'unsupported_url') expect(error.message).toBe(NO_DATA_MESSAGE);
  });
});
