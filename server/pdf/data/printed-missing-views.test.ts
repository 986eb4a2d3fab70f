import { expect, test } from 'vitest';
import { missingViews, sellerRequest } from '../../../contract/report-view/grounds/missing-views.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { type Listed, scopeReport } from '../../../tests/fixtures/scope-report.ts';

const COPART = ['DSFA', 'DSRA', 'PSRA', 'PSFA', 'CKPT', 'ODOM', 'ENGN', 'VINS'];
const photo = (number: number, label: string | null): ReportModel['photos'][number] => {
  const url = `/${number}.jpg`;
  return { number, label, url, thumbnail: url, width: 4, height: 3, source_url: null, problem: null };
};

/** A report whose photos nobody looked at, labeled so, of which nothing is open but what is named. */
function reportOf(
  labels: readonly (string | null)[],
  narrowing: ReportModel['estimate']['narrowing'] = [],
  listed: Listed = { damage: 'FRONT END' },
): ReportModel {
  const report = scopeReport(listed);
  return {
    ...report,
    vehicle: { ...report.vehicle, vin: '4T1B11HK1JU000001', vin_masked: false },
    photos: labels.map((label, at) => photo(at + 1, label)),
    detection: { ...report.detection, photo_notes: [] },
    estimate: {
      ...report.estimate,
      lines: report.estimate.lines.filter(({ standing }) => standing === 'scope'),
      narrowing,
    },
  };
}

test('a view is asked for only where it was not taken and would narrow something', () => {
  const narrowing = [
    { kind: 'photos' as const, zone: 'roof' as const, narrows: 0.3 },
    { kind: 'photos' as const, zone: 'front' as const, narrows: 0.2 },
    { kind: 'odometer' as const, narrows: 0.1 },
  ];
  expect(missingViews(reportOf(COPART, narrowing))).toEqual(['the roof, from above']);
  expect(missingViews(reportOf(['DSRA', 'PSFA'], narrowing))).toEqual([
    'the front, driver side',
    'the roof, from above',
    'the odometer, ignition on',
  ]);
  expect(missingViews(reportOf(['DSRA'], []))).toEqual([]);
});

test('a masked VIN asks for its plate, unless a photo is labeled so', () => {
  const masked = (labels: string[]) => {
    const report = reportOf(labels);
    return missingViews({ ...report, vehicle: { ...report.vehicle, vin_masked: true } });
  };
  expect(masked(['DSFA'])).toEqual(['the VIN plate, legible']);
  expect(masked(['DSFA', 'VINS'])).toEqual([]);
});

test('an open part is asked for by the view that shows it best, a part behind the front with the hood open', () => {
  const part = (category: string) => ({
    kind: 'part_answer' as const,
    part: { category, name: null, side: 'none' as const, position: 'none' as const },
    narrows: 0.1,
  });
  expect(missingViews(reportOf(['DSRA'], [part('fuel_tank')]))).toEqual(['the underbody']);
  expect(missingViews(reportOf(['DSRA'], [part('radiator_support')]))).toContain('the engine bay, hood open');
  expect(missingViews(reportOf(['DSRA'], [part('trunk_lid')]))).toEqual([]);
});

test('nothing is asked for where nobody knows what the photos show, or they are not shown', () => {
  const narrowing = [{ kind: 'photos' as const, zone: 'roof' as const, narrows: 0.3 }];
  expect(missingViews(reportOf([null, 'DENT'], narrowing))).toEqual([]);
  expect(missingViews({ ...reportOf([], narrowing), photos_not_shared: true })).toEqual([]);
  expect(missingViews({ ...reportOf(COPART, narrowing), schema_version: 1 })).toEqual([]);
});

test('without any photo all that would narrow is asked for', () => {
  const narrowing = [{ kind: 'photos' as const, zone: 'left' as const, narrows: 0.3 }];
  expect(missingViews(reportOf([], narrowing))).toEqual(['the front, driver side', 'the rear, driver side']);
});

test('the message to the seller names lot and car, then one photo a line', () => {
  const narrowing = [{ kind: 'photos' as const, zone: 'roof' as const, narrows: 0.3 }];
  const report = reportOf(COPART, narrowing);
  const lot = { ...report.lot, site: 'copart' as const, lot_number: '51234567' };
  const vehicle = { ...report.vehicle, year: 2018, make: 'Toyota', model: 'Camry' };
  expect(sellerRequest({ ...report, lot, vehicle })).toBe(
    'Copart lot 51234567, 2018 Toyota Camry: could you please send photos of\n- the roof, from above',
  );
  expect(sellerRequest(reportOf(COPART, []))).toBe('');
});
