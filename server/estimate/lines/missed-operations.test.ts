import { expect, test } from 'vitest';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine, OperationCheck } from '../../../contract/schemas/estimate.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { editEstimate } from '../editing/apply-edits.ts';
import { declaredAs } from '../fixtures/declared-as.ts';

const vehicle = { year: 2020, make: 'Toyota', model: 'Camry', body_class: 'sedan' as const };
const made = (primary: string, more: { year?: number; airbags?: 'deployed' | 'intact' } = {}): Estimate => {
  const car = { ...vehicle, year: more.year ?? vehicle.year };
  const declared = declaredAs(primary, { airbags: more.airbags ?? null });
  return buildEstimate({
    vehicle: car,
    mileage: null,
    title: null,
    state: 'TX',
    findings: [],
    probabilities: partProbabilities({ declared, vehicle: car }),
    retailValue: 15_000,
  });
};
const NONE: ReportEdits = { changed: {}, excluded: [], added: [], order: null };
const edited = (estimate: Estimate, edits: Partial<ReportEdits>): Estimate =>
  editEstimate(estimate, { ...NONE, ...edits }, { vehicle, retailValue: 15_000 });
const check = ({ checks }: Estimate, id: string): OperationCheck | undefined =>
  checks?.find((it) => it.id === id);
const missing = ({ checks }: Estimate): string[] =>
  (checks ?? []).filter(({ status }) => status === 'missing').map(({ id }) => id);
const said = ({ assumptions }: Estimate): string | undefined =>
  assumptions.find((text) => text.startsWith('Checked for missed operations'));

test.each(['FRONT END', 'SIDE', 'REAR END', 'ROLLOVER', 'ALL OVER'])(
  'an estimate as made misses no operation: %s',
  (primary) => {
    const estimate = made(primary);
    expect(missing(estimate)).toEqual([]);
    expect(said(estimate)).toContain('none is missing');
  },
);

test('dents taken out without paint call for nothing, and nothing is said', () => {
  const estimate = made('HAIL');
  expect(missing(estimate)).toEqual([]);
  expect(said(estimate)).toBeUndefined();
});

test('an operation its user takes out is missing, and named with what calls for it', () => {
  const estimate = edited(made('FRONT END'), { excluded: ['standard:aim_headlamps'] });
  expect(missing(estimate)).toEqual(['aim_headlamps']);
  expect(check(estimate, 'aim_headlamps')?.missing_for[0]).toMatch(/^headlamp:/);
  expect(said(estimate)).toContain('missing: Aim headlamps (called for by headlamp');
});

test('a line of the user’s own serves as well', () => {
  const estimate = edited(made('FRONT END'), {
    excluded: ['standard:aim_headlamps'],
    added: [
      {
        id: 'user:1',
        section: 'front_lamps',
        name: 'Aim both lamps',
        side: 'none',
        position: 'none',
        operation: 'align',
      },
    ],
  });
  expect(missing(estimate)).toEqual([]);
});

test('an operation goes unasked when nothing calls for it any more', () => {
  const estimate = made('FRONT END');
  const lamps = estimate.lines.filter(({ category }) => category === 'headlamp').map(({ id }) => id);
  expect(check(edited(estimate, { excluded: lamps }), 'aim_headlamps')?.status).toBe('not_needed');
});

test('a car too old for radar is never asked for its calibration', () => {
  const old = made('FRONT END', { year: 2005 });
  expect(check(old, 'calibrate_front_radar')?.status).toBe('not_fitted');
  expect(check(edited(old, {}), 'calibrate_front_radar')?.status).toBe('not_fitted');
});

test('what one deployment brings is as likely as its likeliest bag, no likelier', () => {
  const { lines } = made('FRONT END');
  const bags = lines.filter(
    ({ category }) =>
      category?.startsWith('airbag_') && category !== 'airbag_module' && category !== 'airbag_sensor',
  );
  const inspection = lines.find(({ id }) => id === 'standard:restraint_check');
  expect(inspection?.probability).toBeCloseTo(Math.max(...bags.map(({ probability }) => probability)), 3);
});

test('without its likeliest caller a joint operation falls to the next', () => {
  const estimate = made('FRONT END', { airbags: 'deployed' });
  const bags = estimate.lines
    .filter(
      ({ category }) =>
        category === 'airbag_driver' || category === 'airbag_passenger' || category === 'airbag_knee',
    )
    .sort((a, b) => b.probability - a.probability);
  const [first, second] = bags as [EstimateLine, EstimateLine];
  const after = edited(estimate, { excluded: [first.id] }).lines;
  expect(after.find(({ id }) => id === 'standard:restraint_check')?.probability).toBeCloseTo(
    second.probability,
    2,
  );
});
