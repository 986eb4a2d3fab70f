import { expect, test } from 'vitest';
import { factOf } from '../../../contract/report-view/words/assumptions.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine, OperationCheck } from '../../../contract/schemas/estimate.ts';
import { buildEstimate } from '../build-estimate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { CAMRY, editedWith, inputsOf, type MadeUpLot } from '../fixtures/made-up-lot.ts';

const vehicle = { ...CAMRY, year: 2020 };
const lot = (primary: string, more: MadeUpLot = {}): EstimateInputs =>
  inputsOf({ vehicle, primary, ...more });
const made = (primary: string): Estimate => buildEstimate(lot(primary));
const edited = (inputs: EstimateInputs, edits: Partial<ReportEdits>): Estimate => editedWith(inputs, edits);
const check = ({ checks }: Estimate, id: string): OperationCheck | undefined =>
  checks?.find((it) => it.id === id);
const missing = ({ checks }: Estimate): string[] =>
  (checks ?? []).filter(({ status }) => status === 'missing').map(({ id }) => id);
const said = (estimate: Estimate): string => plain(factOf('operation_checks', estimate) ?? []);

test.each(['FRONT END', 'SIDE', 'REAR END', 'ROLLOVER', 'ALL OVER'])(
  'an estimate as made misses no operation: %s',
  (primary) => {
    const estimate = made(primary);
    expect(missing(estimate)).toEqual([]);
    expect(said(estimate)).toContain('none is missing');
  },
);

test('dents taken out without paint call for no paint work', () => {
  const estimate = made('HAIL');
  expect(missing(estimate)).toEqual([]);
  const dents = estimate.lines.filter(({ operation }) => operation === 'pdr').map(({ id }) => id);
  expect(dents.length).toBeGreaterThan(5);
  const work = estimate.lines.filter(({ operation }) => /^(refinish|blend)$/.test(operation));
  expect(work.flatMap(({ called_by }) => (called_by ?? []).filter((id) => dents.includes(id)))).toEqual([]);
});

test('an operation its user takes out is missing, and named with what calls for it', () => {
  const estimate = edited(lot('FRONT END'), { excluded: ['standard:aim_headlamps'] });
  expect(missing(estimate)).toEqual(['aim_headlamps']);
  expect(check(estimate, 'aim_headlamps')?.missing_for[0]).toMatch(/^headlamp:/);
  expect(said(estimate)).toContain('missing: Aim headlamps (for Headlamp');
});

test('a line of the user’s own serves as well', () => {
  const estimate = edited(lot('FRONT END'), {
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
  const aimed = ['headlamp', 'radiator_support'];
  const lamps = made('FRONT END').lines.filter(({ category }) => aimed.includes(category ?? ''));
  const after = edited(lot('FRONT END'), { excluded: lamps.map(({ id }) => id) });
  expect(check(after, 'aim_headlamps')?.status).toBe('not_needed');
});

test('a car too old for radar is never asked for its calibration', () => {
  const old = inputsOf({ vehicle: { ...vehicle, year: 2005 } });
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
  const inputs = lot('FRONT END', { airbags: 'deployed' });
  const bags = buildEstimate(inputs)
    .lines.filter(({ category }) => /^airbag_(driver|passenger|knee)$/.test(category ?? ''))
    .sort((a, b) => b.probability - a.probability);
  const [first, second] = bags as [EstimateLine, EstimateLine];
  const after = edited(inputs, { excluded: [first.id] }).lines;
  expect(after.find(({ id }) => id === 'standard:restraint_check')?.probability).toBeCloseTo(
    second.probability,
    2,
  );
});
