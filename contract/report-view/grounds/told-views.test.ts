import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { ReportModel } from '../../schemas/report.ts';
import { toldViewsWords } from './told-views.ts';

const report: ReportModel = JSON.parse(fs.readFileSync('samples/sample-report.json', 'utf8'));
const photo = (number: number, label: string | null): ReportModel['photos'][number] => {
  const url = `/${number}.jpg`;
  return { number, label, url, thumbnail: url, width: 4, height: 3, source_url: null, problem: null };
};
const words = (labels: readonly (string | null)[], over: Partial<ReportModel> = {}): string =>
  toldViewsWords({
    ...report,
    photos: labels.map((label, at) => photo(at + 1, label)),
    examined: { ...report.examined, photos_examined: 0 },
    ...over,
  });
const COPART = ['DSFA', 'DSRA', 'PSRA', 'PSFA', 'CKPT', 'ODOM', 'ENGN', 'VINS'];

test('labels of a site are told as the views they name, with what none of them names', () => {
  expect(words(COPART)).toBe(
    'Labeled by the site: four corners, cockpit, odometer, engine bay, VIN; none of underbody, roof. What its codes mean is our judgment.',
  );
  expect(words(['ODOM', 'DSFA', 'DSFA', 'PSRA'])).toBe(
    'Labeled by the site: two of four corners, odometer; none of cockpit, engine bay, VIN, underbody, roof. What its codes mean is our judgment.',
  );
  expect(words(['ODOM'])).toMatch(/none of the corners, cockpit/);
});

test('codes that may mean two things name no view', () => {
  expect(words([...COPART, 'DENT', 'DIRF', 'DIRR', 'SUVN', 'PSRS', null])).toMatch(
    / What 6 other photos show nobody has looked at\./,
  );
  expect(words(['DENT', 'DIRF'])).toBe('2 photos; which sides they show nobody has looked at.');
});

test('photos without labels are said to show what nobody has looked at', () => {
  expect(words(Array.from({ length: 16 }, () => null))).toBe(
    '16 photos; which sides they show nobody has looked at.',
  );
  expect(words([null])).toBe('One photo; which side it shows nobody has looked at.');
});

test('where somebody looked, nobody is not said to have', () => {
  const evidence = [{ id: 'a', kind: 'part_answer' as const, says: 'damaged', moves: 0 }];
  expect(words([null, null], { estimate: { ...report.estimate, evidence } })).toBe('');
  expect(words([...COPART, null], { estimate: { ...report.estimate, evidence } })).not.toMatch(/nobody/);
  expect(words(COPART, { examined: { ...report.examined, photos_examined: 8 } })).toBe('');
  expect(words([])).toBe('');
});
