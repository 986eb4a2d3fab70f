import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { listCatalogues, replaceCatalogue } from './db/catalogue/catalogue-parts.ts';
import { readImportFile } from './parts-catalogues/imported-file/read-import-file.ts';

const FILE = path.join(import.meta.dirname, '..', 'samples', 'starter-catalogue.csv');

/** Brings the sample cars' parts into the database, once per content of the file; an older content is replaced. */
export async function loadStarterCatalogue(pool: pg.Pool): Promise<void> {
  const bytes = await fs.readFile(FILE);
  const name = `starter-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
  const stored = await listCatalogues(pool);
  if (stored.some(({ catalogue }) => catalogue === name)) return;
  const { rows } = readImportFile(bytes, 'starter catalog');
  await replaceCatalogue(pool, { catalogue: name, rows });
  for (const { catalogue } of stored) {
    if (catalogue.startsWith('starter-')) await replaceCatalogue(pool, { catalogue, rows: [] });
  }
}
