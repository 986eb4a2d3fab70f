import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { matchEstimateLine, matchListedName } from './match-estimate-line.ts';
import { readLabels, scoreNames } from './score-names.ts';

const labels = readLabels(
  readFileSync(new URL('../../tests/part-names/labels.tsv', import.meta.url), 'utf8'),
);
const splits = [...new Set(labels.map((label) => label.split))];

test('the labels cover all supported makes and hold back names the rules were not tuned on', () => {
  expect(new Set(labels.map((label) => label.make))).toEqual(new Set(Object.keys(SUPPORTED_MAKES)));
  expect(splits).toContain('held-out');
});

test.each(splits)(
  'names of the %s split reach the bar: precision 0.97, recall 0.90, side and position 0.99',
  (split) => {
    const score = scoreNames(labels.filter((label) => label.split === split));
    expect(score.precision).toBeGreaterThanOrEqual(0.97);
    expect(score.recall).toBeGreaterThanOrEqual(0.9);
    expect(score.side).toBeGreaterThanOrEqual(0.99);
    expect(score.position).toBeGreaterThanOrEqual(0.99);
  },
);

test('a wrong category lowers precision and recall, an unmapped name recall only', () => {
  const label = { split: '', make: 'kia', diagram: '', side: 'none', position: 'front' } as const;
  const right = { ...label, name: 'HOOD', category: 'hood' };
  const wrong = scoreNames([right, { ...label, name: 'HOOD', category: 'fender' }]);
  expect([wrong.precision, wrong.recall]).toEqual([0.5, 0.5]);
  const missed = scoreNames([right, { ...label, name: 'THINGUMMY', category: 'fender' }]);
  expect([missed.precision, missed.recall]).toEqual([1, 0.5]);
});

test('side and position are counted among the names placed rightly', () => {
  const label = {
    split: '',
    make: 'kia',
    name: 'LAMP ASSY-HEAD,LH',
    diagram: '',
    category: 'headlamp',
  } as const;
  const score = scoreNames([
    { ...label, side: 'left', position: 'front' },
    { ...label, side: 'right', position: 'rear' },
  ]);
  expect([score.precision, score.side, score.position]).toEqual([1, 0.5, 0.5]);
});

const estimateLines = readLabels(
  readFileSync(new URL('../../tests/part-names/estimates.tsv', import.meta.url), 'utf8'),
);
const estimateSplits = [...new Set(estimateLines.map((label) => label.split))];

test.each(estimateSplits)(
  'lines of estimating systems of the %s split reach precision 0.95 and recall 0.85',
  (split) => {
    const of = estimateLines.filter((label) => label.split === split);
    for (const match of [matchEstimateLine, matchListedName]) {
      const score = scoreNames(of, (label) => match({ ...label, section: label.diagram }));
      expect(score.precision).toBeGreaterThanOrEqual(0.95);
      expect(score.recall).toBeGreaterThanOrEqual(0.85);
      expect(score.side).toBeGreaterThanOrEqual(0.97);
    }
  },
);

test.each(splits)('catalog names of the %s split are not taken for lines of estimates', (split) => {
  const of = labels.filter((label) => label.split === split);
  const score = scoreNames(of, (label) => matchListedName({ ...label, section: label.diagram }));
  expect(score.precision).toBeGreaterThanOrEqual(0.97);
  expect(score.recall).toBeGreaterThanOrEqual(0.9);
});

test.each([
  ['Grille assy', 'grille'],
  ['Upper grille', 'grille'],
  ['Lower grille', 'front_bumper_grille'],
  ['Upper grille bracket', 'front_bumper_grille'],
])('under a heading of bumper and grille, %s is %s', (name, category) => {
  expect(matchEstimateLine({ make: 'toyota', name, section: 'FRONT BUMPER & GRILLE' }).category).toBe(
    category,
  );
});

test.each([
  ['Front Door', 'L Frt Door Shell Assembly', 'front_door_shell'],
  ['Front Door', 'Door assy (ALU)', 'front_door_shell'],
  ['Rear Door', 'RT Door shell', 'rear_door_shell'],
  ['Lift Gate', 'Lift gate w/wiper', 'liftgate'],
  ['Trunk Lid', 'Lid Assy', 'trunk_lid'],
  ['Front Door', 'L Frt Door Speaker', null],
  ['Front Door', 'L Frt Door Switch', null],
  ['Front Door', 'L Frt Door Wiring', 'wiring_harness'],
  ['Lift Gate', 'Lift Gate Motor', null],
  ['Quarter Panel', 'Wheelhouse', null],
  ['Quarter Panel', 'L Qtr Vent', null],
  ['Fender', 'L Fender Vent', null],
  ['Front Bumper', 'Air Guide', null],
  ['HOOD', 'Emblem', 'emblem_front'],
  ['FRONT BUMPER', 'Bumper emblem', 'emblem_front'],
  ['LIFT GATE', 'Emblem', 'emblem_rear'],
  ['REAR DOOR', 'LT Nameplate', null],
  ['FRONT BUMPER', 'Radar bracket', null],
  ['FRONT LAMPS', 'LT Fog lamp bracket', null],
  ['ROCKER/PILLARS/FLOOR', 'LT Center pillar trim', null],
  ['ROCKER/PILLARS/FLOOR', 'LT Center pillar', 'b_pillar'],
  ['BED/BOX', 'LT Outer side panel', 'quarter_panel'],
  ['BED/BOX', 'Tail gate shell', 'liftgate'],
  ['BED/BOX', 'Tail gate handle', null],
  ['BED/BOX', 'Bed floor', null],
  ['RESTRAINT SYSTEMS', 'LT Knee bolster', null],
  ['ENGINE & TRANSAXLE', 'Oil pan', null],
  ['FRONT DOOR', 'RT Inner panel', null],
  ['FRONT DOOR', 'RT Mirror actuator', null],
  ['REAR BUMPER', 'Hitch cover', null],
  ['ELECTRICAL', 'Battery cable', null],
  ['STEERING GEAR & LINKAGE', 'Shaft', null],
])('under %s, %s is %s: what is on a panel is not the panel', (section, name, category) => {
  expect(matchEstimateLine({ make: 'ford', name, section }).category).toBe(category);
});
