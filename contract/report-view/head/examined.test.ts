import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { ReportModel } from '../../schemas/report.ts';
import { examinedWords, zonesWords } from './examined.ts';

const of = (photos_examined: number, zones: string[]) =>
  zonesWords({ photos_total: 8, photos_examined, zones_not_photographed: zones });

test('zones are called not photographed only where every photo was examined', () => {
  expect(of(8, ['rear', 'roof'])).toBe('Not photographed: rear, roof.');
  expect(of(5, ['rear'])).toBe('Not on the photos examined: rear.');
  expect(of(8, [])).toBe('');
});

const sample: ReportModel = JSON.parse(fs.readFileSync('samples/sample-report.json', 'utf8'));
const words = (
  photos_total: number,
  photos_examined: number,
  entries?: { given: number; unusable: number },
) =>
  examinedWords({
    ...sample,
    lot: { ...sample.lot, primary_damage: 'FRONT END', secondary_damage: 'HAIL' },
    detection: { ...sample.detection, ...(entries ? { answer_entries: entries } : {}) },
    examined: { photos_total, photos_examined, zones_not_photographed: [] },
  });

test('what was examined is told with what of the answer could not be used', () => {
  expect(words(8, 6)).toBe('6 of 8 photos were examined.');
  expect(words(1, 1, { given: 9, unusable: 2 })).toBe(
    'The one photo was examined; 2 of 9 entries of the model’s answer could not be used.',
  );
});

test('where no photo was examined the declared damage is what the estimate rests on', () => {
  expect(words(8, 0)).toBe(
    'None of the 8 photos was examined; the estimate rests on the declared damage FRONT END and HAIL.',
  );
  expect(words(1, 0)).toMatch(/^The one photo was not examined; /);
  expect(words(0, 0)).toMatch(/^There are no photos; /);
  const undeclared = { ...sample.lot, primary_damage: null };
  const examined = { photos_total: 0, photos_examined: 0, zones_not_photographed: [] };
  expect(examinedWords({ ...sample, lot: undeclared, examined })).toBe(
    'There are no photos and no damage is declared: the range is wide.',
  );
});

test('once parts were confirmed the sentence says who looked at what', () => {
  const confirmed = (photos_total: number, photos_examined: number, parts: number): string => {
    const part_answer = { kind: 'part_answer' as const, says: 'damaged', moves: 0 };
    const evidence = Array.from({ length: parts }, (_, at) => ({ id: `answer:${at}`, ...part_answer }));
    return examinedWords({
      ...sample,
      lot: { ...sample.lot, primary_damage: 'FRONT END', secondary_damage: null },
      estimate: { ...sample.estimate, evidence },
      examined: { photos_total, photos_examined, zones_not_photographed: [] },
    });
  };
  expect(confirmed(8, 6, 3)).toBe('6 of 8 photos were examined, 3 parts confirmed by eye.');
  expect(confirmed(8, 0, 1)).toBe(
    'The estimate rests on 1 part confirmed by eye and on the declared damage FRONT END; no model looked at the photos.',
  );
  expect(confirmed(0, 0, 2)).toContain('2 parts confirmed by eye');
});

test('a report of schema_version 1 says the sentence it stores', () => {
  expect(examinedWords({ ...sample, examined: { ...sample.examined, statement: 'Eleven of twelve.' } })).toBe(
    'Eleven of twelve.',
  );
});
