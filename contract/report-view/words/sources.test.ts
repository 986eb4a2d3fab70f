import fs from 'node:fs';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { type ReportModel, SOURCE_KINDS } from '../../schemas/report.ts';
import { type SourceNote, sourceOf, sourceWords } from './sources.ts';

const sample: ReportModel = JSON.parse(fs.readFileSync('samples/sample-report.json', 'utf8'));
const note = (more: Partial<SourceNote>): SourceNote => ({ version: null, dated: null, ...more });
const words = (more: Partial<SourceNote>, told: Partial<ReportModel> = {}) =>
  sourceWords(note(more), { ...sample, ...told });

test('every kind of source tells what it is of and which it is', () => {
  for (const kind of SOURCE_KINDS) {
    const { what, source } = words({ kind, source: 'A name' });
    expect(what, kind).toMatch(/^[A-Z]/);
    expect(source, kind).not.toMatch(/^$|undefined|null/);
  }
});

test('a lot tells where its facts were read', () => {
  const lot = { ...sample.lot, site: 'copart' as const, url: 'https://www.copart.com/lot/1' };
  expect(words({ kind: 'lot' }, { lot, lot_origin: 'fetched' }).source).toBe(
    'copart, read from https://www.copart.com/lot/1',
  );
  const licensed = { ...lot, source: 'Apibara' };
  expect(words({ kind: 'lot' }, { lot: licensed, lot_origin: 'licensed' }).source).toBe(
    'Apibara, licensed data of the copart lot https://www.copart.com/lot/1',
  );
  const listed = { ...lot, source: 'Copart list export' };
  expect(words({ kind: 'lot' }, { lot: listed, lot_origin: 'own_page' }).source).toBe(
    'Copart list export supplied by the user, not fetched by LotLens',
  );
  expect(words({ kind: 'lot' }, { lot_origin: 'entered' }).source).toBe('entered by hand by the user');
});

test('a name without a date says so, and a rate tells whose it is', () => {
  expect(words({ kind: 'numbers', source: 'A list' }).source).toBe('A list (date unknown)');
  expect(words({ kind: 'prices', source: 'A shop', dated: '2026-01-02' }).source).toBe('A shop');
  expect(words({ kind: 'exchange_rates', own: true, old: true }).source).toBe(
    'rate set for this service, more than a year old',
  );
});

test('a report of schema_version 1 says the words it stores, and its sources are found', () => {
  const stored = zlib.gunzipSync(fs.readFileSync('tests/fixtures/reports-1/bid-cars-bmw.json.gz'));
  const made: ReportModel = JSON.parse(stored.toString()).made;
  for (const one of made.sources)
    expect(sourceWords(one, made)).toEqual({ what: one.what, source: one.source });
  expect(sourceOf('lot', made.sources)).toBe(made.sources[0]);
});
