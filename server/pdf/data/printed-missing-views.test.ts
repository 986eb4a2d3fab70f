import { describe, expect, test } from 'vitest';
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

describe('a part that no photo lets the model judge', () => {
  type Line = ReportModel['estimate']['lines'][number];
  /** A report with these lines alone, its photos labeled and looked at, and what the model was unsure of. */
  function unsureOf(
    changes: readonly Partial<Line>[],
    unsure: ReportModel['detection']['unsure'],
  ): ReportModel {
    const report = reportOf(COPART);
    const [line] = report.estimate.lines;
    if (!line) throw new Error('a line');
    const open = { block: 'declared' as const, position: 'none' as const, probability: 0.5 };
    return {
      ...report,
      detection: { ...report.detection, ...(unsure ? { unsure } : {}) },
      estimate: {
        ...report.estimate,
        lines: changes.map((change, at) => ({ ...line, id: `${at}`, ...open, ...change })),
      },
    };
  }
  const costing = (likely: number) => ({ low: likely, likely, high: likely });
  const hood = { category: 'hood', side: 'none' as const, name: 'Hood', cost: costing(800) };
  const lamp = { category: 'tail_lamp', side: 'left' as const, name: 'Tail lamp', cost: costing(2_000) };
  const seenBadly = ({ category, side }: typeof hood | typeof lamp) => ({
    category,
    side,
    position: 'none' as const,
    photo: 1,
  });

  test('is asked for by the view that shows it best, though that was taken', () => {
    expect(missingViews(unsureOf([hood], [seenBadly(hood)]))).toEqual([
      'the front, driver side, clear enough to judge hood',
    ]);
    expect(missingViews(unsureOf([hood], []))).toEqual([]);
    expect(missingViews(unsureOf([hood], undefined))).toEqual([]);
  });

  test('stands first where it would settle most', () => {
    expect(missingViews(unsureOf([hood, lamp], [seenBadly(hood), seenBadly(lamp)]))).toEqual([
      'the rear, driver side, clear enough to judge left tail lamp',
      'the front, driver side, clear enough to judge hood',
    ]);
  });

  test('is asked for by three photos at most, of those that would settle most of the cost', () => {
    const from = { code: 'photos' as const, photos: [1], by: 'eye', confidence: 0.8 };
    const because = { from: { ...from, doubts: ['unsettled' as const] } };
    const roof = { category: 'roof_panel', side: 'none' as const, name: 'Roof', cost: costing(400) };
    const dash = { category: 'airbag_driver', side: 'none' as const, name: 'Bag', cost: costing(1_200) };
    const door = { category: 'front_door_shell', side: 'right' as const, name: 'Door', cost: costing(900) };
    const views = (...lines: Partial<Line>[]) =>
      missingViews(
        unsureOf(
          lines.map((line) => ({ ...line, because })),
          [],
        ),
      ).map((words) => words.replace(/, clear.* judge/, ':'));
    expect(views(roof)).toEqual(['the roof, from above: roof']);
    expect(views(roof, hood, lamp, dash, door)).toEqual([
      'the rear, driver side: left tail lamp',
      'the cockpit, with steering wheel and dash: bag',
      'the front, passenger side: right door',
    ]);
  });

  test('keeps no photo from being asked for that was not taken and would narrow something', () => {
    const report = unsureOf([hood, lamp], [seenBadly(hood), seenBadly(lamp)]);
    const narrowing = [{ kind: 'photos' as const, zone: 'underbody' as const, narrows: 0.3 }];
    expect(missingViews({ ...report, estimate: { ...report.estimate, narrowing } })).toContain(
      'the underbody',
    );
  });

  test('is not asked for where it is settled anyway, or next to nothing hangs on it', () => {
    const asked = (change: Partial<Line>) =>
      missingViews(unsureOf([{ ...hood, ...change }], [seenBadly(hood)]));
    expect(asked({ probability: 0.99 })).toEqual([]);
    expect(asked({ probability: 0.01 })).toEqual([]);
    expect(asked({ cost: costing(60) })).toEqual([]);
    expect(asked({ block: 'standard' })).toEqual([]);
  });

  test('counts as well where the model found damage and doubts it', () => {
    const from = { code: 'photos' as const, photos: [1], by: 'eye' };
    const because = (confidence: number, doubts: 'unsettled'[]) => ({
      from: { ...from, confidence, doubts },
    });
    const asked = (confidence: number, doubts: 'unsettled'[]) =>
      missingViews(unsureOf([{ ...hood, because: because(confidence, doubts) }], []));
    expect(asked(0.8, [])).toEqual([]);
    expect(asked(0.8, ['unsettled'])).toHaveLength(1);
    expect(asked(0.4, [])).toHaveLength(1);
  });
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
