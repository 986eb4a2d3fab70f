import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readTsv } from '../../data-tables/data-table.ts';
import { AppError } from '../../errors.ts';
import { readListExport } from '../../lots/list/read-list-export.ts';
import { readUserSuppliedPage } from '../../lots/read-user-supplied-page.ts';
import { readTitle } from './title.ts';

const TYPES = readTsv(
  new URL('../fixtures/copart-title-types.tsv', import.meta.url),
  z.object({ words: z.string(), code: z.string(), content: z.string(), read_before: z.enum(['yes', 'no']) }),
);
const NO_STATE_OF_TITLE = '-';

describe('Copart’s title types', () => {
  test.each(TYPES.map(({ words, content }) => [words, content]))('%s is %s, and surely', (words, content) => {
    const read = readTitle(words);
    expect(read?.content ?? NO_STATE_OF_TITLE).toBe(content);
    expect(read?.sure ?? true).toBe(true);
  });

  test('the code alone says what its words say', () => {
    const differing = TYPES.filter(({ code, content }) => {
      const read = readTitle(code);
      return read?.sure && read.content !== content;
    });
    expect(differing).toEqual([]);
  });

  test('titles that were read right before are still sure', () => {
    const right = TYPES.filter(({ read_before }) => read_before === 'yes');
    expect(right.length).toBeGreaterThan(90);
    expect(right.filter(({ words, content }) => content !== '-' && !readTitle(words)?.sure)).toEqual([]);
  });
});

test.each([
  ['CLEAR (Michigan)', 'clean'],
  ['CLEAR-ENDORSEMENT (Wisconsin)', 'clean'],
  ['ORIGINAL (Texas)', 'clean'],
  ['SALVAGE (Ohio)', 'salvage'],
  ['SALVAGE TITLE (Texas)', 'salvage'],
  ['SALVAGE CERTIFICATE (California)', 'salvage'],
  ['SALVAGE - GREATER THAN 75% (Maryland)', 'salvage'],
  ['SALVAGE - 75% OR LESS (Maryland)', 'salvage_light'],
  ['Salvage - 75% or less (Maryland) - salvage - 75% or less', 'salvage_light'],
  ['SALVAGE - TOTAL LOSS', 'salvage'],
  ['SALVAGE - BRANDED IF REBUILT', 'rebuildable'],
  ['SALVAGE - REPAIRABLE-COLLISION', 'rebuildable'],
  ['REPAIRABLE-FLOOD (Illinois)', 'flood'],
  ['REPAIRABLE-VANDALISM', 'rebuildable'],
  ['REBUILDABLE (Florida)', 'rebuildable'],
  ['NON-REPAIRABLE (Colorado)', 'non_repairable'],
  ['CERTIFICATE OF DESTRUCTION (Florida)', 'non_repairable'],
  ['JUNK (Oklahoma)', 'non_repairable'],
  ['PARTS ONLY BOS (Minnesota)', 'parts_only'],
  ['MV-907A (New York)', 'salvage'],
  ['MV907A-FLOOD SALVAGE', 'flood'],
  ['MV907A-PARTS ONLY', 'parts_only'],
  ['Dis/dlr/exp clean w/salv hist (CA)', 'other'],
  ['ON-NOT BRANDED', 'clean'],
  ['ON-IRREPARABLE', 'non_repairable'],
  ['ON-SALVAGE', 'salvage'],
  ['QC-AUCUNE MENTION', 'clean'],
  ['QC - VÉHICULE GRAVEMENT ACCIDENTÉ', 'other'],
  ['QC-VGA', 'other'],
  ['VGA RECONSTRUIT', 'rebuilt'],
  ['QC-IRRÉCUPÉRABLE', 'non_repairable'],
  ['NON RÉPARABLE', 'non_repairable'],
  ['POUR PIÈCES SEULEMENT', 'parts_only'],
  ['RÉCUPÉRABLE', 'salvage'],
  ['PERTE TOTALE', 'salvage'],
  ['QC - DÉCLARÉ PERTE TOTALE', 'salvage'],
  ['NON RÉCUPÉRABLE', 'non_repairable'],
  ['HORS ROUTE SEULEMENT', 'other'],
  ['AB-NORMAL', 'clean'],
  ['AB - ACTIVE', 'clean'],
  ['TITLE NOT AVAILABLE', 'other'],
  ['RE-BUILT TITLE', 'rebuilt'],
  ['NON-RE-BUILDABLE', 'non_repairable'],
  ['RECONSTRUIT', 'rebuilt'],
  ['NON MARQUÉ', 'clean'],
  ['INONDÉ', 'flood'],
  ['DOMMAGES CAUSÉS PAR L’EAU', 'flood'],
  ['INCENDIÉ', 'fire'],
  ['VOLÉ ET RETROUVÉ', 'theft_recovered'],
  ['FERRAILLE', 'non_repairable'],
  ['EXPORTATION SEULEMENT', 'export_only'],
  ['ACTE DE VENTE', 'bill_of_sale'],
  ['TX - SALVAGE VEHICLE TITLE', 'salvage'],
  ['TX - BONDED TITLE - CLEAN', 'clean'],
  ['CT - CERT OF TTL SALVAGE', 'salvage'],
  ['CT - AFFIDAVIT OF REPOSSESSION', 'other'],
  ['KS - NON-REPAIRABLE VEHICLE CERTIFI', 'non_repairable'],
  ['MA-CERT OF TITLE-PARTS ONLY SALVA', 'parts_only'],
  ['ME - CERT OF TITLE-SALVAGE COLLISIO', 'salvage'],
  ['MS - CERT OF TITLE-SALVAGED', 'salvage'],
  ['NH - Certificate Of Title Title Absent', 'other'],
  ['NY − MV−37 − DISMANTLE OR SCRAP', 'non_repairable'],
  ['WA-VEHICLE CERT OF OWNERSHIP-TITL', 'clean'],
  ['CERT OF TITLE-SLVG REBUILDABLE', 'rebuildable'],
  ['CERT OF TITLE-RESTORED SALVAGE', 'rebuilt'],
  ['CERT OF TITLE-PRIOR SALVAGE', 'other'],
  ['CERT OF TITLE-REVIVED SALVAGE', 'rebuilt'],
  ['SALVAGE CERTIFICATE-NONREPAIRA', 'non_repairable'],
  ['CERT OF TITLE-FLOOD RECONSTRUC', 'flood'],
  ['CERT OF SALVAGE-FORMERLY ABAND', 'salvage'],
  ['CERT OF SALVAGE > 75% DAMAGE', 'salvage'],
  ['SALVAGE CERTIFICATE - NOT TO BE REBUILT', 'non_repairable'],
  ['DEALER ONLY/REPO/CANNOT EXPORT', 'other'],
  ['CERT OF TITLE-EXCEEDS MECHANICAL LIMITS', 'other'],
  ['MANUFACTURER BUYBACK (California)', 'other'],
  ['BILL OF SALE/PART ONLY/NO TITL', 'parts_only'],
  ['NON-REPAIRABLE VEHICLE CERTIFI', 'non_repairable'],
  ['Не подлежит ремонту', 'non_repairable'],
])('%s is %s, and surely', (words, content) => {
  expect(readTitle(words)).toMatchObject({ content, sure: true });
});

const folder = process.env.LOTLENS_CAPTURES ?? '';
const folders = [folder, path.join(folder, '..', 'captures-2026')].filter(
  (name) => folder !== '' && existsSync(path.join(name, 'expected.json')),
);
const entriesSchema = z.array(z.looseObject({ url: z.string(), pages: z.array(z.string()) }));

/** Titles of all captured pages that give a lot, and of the list export next to them. */
function capturedTitles(): string[] {
  const pages = folders.flatMap((place) =>
    entriesSchema
      .parse(JSON.parse(readFileSync(path.join(place, 'expected.json'), 'utf8')))
      .flatMap(({ url, pages: files }) => {
        try {
          const bodies = files.map((file) => readFileSync(path.join(place, file), 'utf8'));
          return readUserSuppliedPage({ link: url, pages: bodies }).title ?? [];
        } catch (error) {
          if (error instanceof AppError) return [];
          throw error;
        }
      }),
  );
  const list = path.join(folder, '..', 'data', 'csv-samples', 'copart-LotSearchresults-11-rows.csv');
  const rows = existsSync(list) ? readListExport(readFileSync(list)).rows : [];
  return [...pages, ...rows.flatMap(({ lot }) => lot?.title ?? [])];
}

test.skipIf(!folders.includes(folder))('every title of the captured pages is read, and surely', () => {
  const titles = capturedTitles();
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title) => !readTitle(title)?.sure)).toEqual([]);
});
