import { expect, test } from 'vitest';
import { isAirbag } from '../../../contract/evidence.ts';
import {
  answerEdits,
  confirmQuestions,
  confirmSteps,
  takeBackEdits,
} from '../../../contract/report-view/confirm-questions.ts';
import { hasSide, sideEdits } from '../../../contract/report-view/grounds/part-answers.ts';
import { photoName, photoOfLine } from '../../../contract/report-view/photo-views.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';
import { categoryById } from '../../categories/generic-categories.ts';

const report = scopeReport({ damage: 'FRONT END' });
const questions = confirmQuestions(report);
const lineOf = (id: string): EstimateLine => {
  const line = report.estimate.lines.find((entry) => entry.id === id);
  if (!line) throw new Error(`no line ${id}`);
  return line;
};

test('parts that photos can show are asked once a pair, most money in doubt first and far ones not', () => {
  const at = (category: string): number => questions.findIndex(({ place }) => place.category === category);
  expect(at('hood')).toBeGreaterThanOrEqual(0);
  expect(at('hood')).toBeLessThan(at('license_plate_bracket'));
  expect(at('headlamp')).toBeLessThan(at('license_plate_bracket'));
  expect(at('airbag_driver')).toBeLessThan(at('seat_belt_front'));
  expect(at('roof_panel')).toBe(-1);
  expect(new Set(questions.map(({ key }) => key)).size).toBe(questions.length);
  const blocks = new Set(questions.map(({ line }) => line?.block));
  expect([...blocks].filter((block) => block === 'standard' || block === 'likely_hidden')).toEqual([]);
  const fender = questions.find(({ place }) => place.category === 'fender');
  expect(fender).toMatchObject({ name: 'Front fender', side_open: true });
  expect(fender?.panels).toEqual(['fender_left', 'fender_right']);
});

test('bags are asked about before belts, seats and dash', () => {
  for (const damage of ['FRONT END', 'LEFT FRONT', 'ALL OVER']) {
    const asked = confirmQuestions(scopeReport({ damage })).filter(
      ({ line }) => line?.section === 'restraints' || line?.section === 'interior',
    );
    const bags = asked.map(({ place }) => isAirbag(place.category));
    expect(bags, damage).toContain(true);
    expect(bags.lastIndexOf(true), damage).toBeLessThan(bags.indexOf(false));
  }
});

test('parts that one look shows together are one step, after the large parts they sit on', () => {
  for (const damage of ['FRONT END', 'REAR END', 'LEFT FRONT']) {
    const steps = confirmSteps(scopeReport({ damage }));
    expect(steps.flatMap(({ parts }) => parts).length, damage).toBeGreaterThan(steps.length);
    const at = (key: string): number => steps.findIndex((step) => step.key.startsWith(key));
    for (const [small, large] of [
      ['front', ['front_bumper_cover', 'headlamp']],
      ['rear', ['rear_bumper_cover', 'tail_lamp']],
    ] as const)
      if (steps.some(({ key }) => key === small))
        for (const part of large)
          expect(at(`${part}:`), `${damage} ${part}`).toBeLessThan(
            steps.findIndex(({ key }) => key === small),
          );
  }
});

test('what a model marked on photos has a step of its own', () => {
  const [marked] = confirmSteps(report).find(({ key }) => key === 'airbags')?.parts ?? [];
  if (!marked?.line) throw new Error('no airbag is asked about');
  const evidence = [{ photo: 1, box: [0, 0, 0.5, 0.5] as const, kind: 'model_box' as const }];
  const lines = report.estimate.lines.map((line) =>
    line.id === marked.line?.id ? ({ ...line, evidence } as unknown as EstimateLine) : line,
  );
  const step = confirmSteps({ estimate: { ...report.estimate, lines } }).find(
    ({ key }) => key === marked.key,
  );
  expect(step).toMatchObject({ asks: 'is this right?', name: marked.name });
});

test('what is left out of a pass is not asked, and its group goes on with the others', () => {
  const [first, ...others] = confirmSteps(report).find(({ key }) => key === 'airbags')?.parts ?? [];
  if (!first) throw new Error('no airbag is asked about');
  const after = confirmSteps(report, new Set([first.key])).find(({ key }) => key === 'airbags');
  expect(after?.parts.map(({ key }) => key)).toEqual(others.map(({ key }) => key));
});

test('where nothing is declared the whole car is looked over, and answers end what they settle', () => {
  const undeclared = scopeReport({ damage: null });
  const asked = confirmQuestions(undeclared);
  expect(asked.length).toBeGreaterThanOrEqual(18);
  expect(asked.slice(0, 3).every(({ place }) => isAirbag(place.category))).toBe(true);
  for (const { place, panels } of asked) {
    expect(categoryById(place.category), place.category).toBeDefined();
    expect(panels.length, place.category).toBeGreaterThan(0);
  }
  const place = { category: 'fender', name: null, side: 'left', position: 'front' } as const;
  const evidence = [{ id: 'answer', kind: 'part_answer' as const, says: 'damaged', part: place, moves: 0 }];
  const after = confirmQuestions({ ...undeclared, estimate: { ...undeclared.estimate, evidence } });
  expect(after.map(({ key }) => key)).toEqual(
    asked.map(({ key }) => key).filter((key) => !key.startsWith('fender:')),
  );
});

test('a part that was answered is not asked again', () => {
  const hood = questions.find(({ place }) => place.category === 'hood');
  if (!hood) throw new Error('the hood is not asked about');
  const evidence = [
    { id: 'answer', kind: 'part_answer' as const, says: 'damaged', part: hood.place, moves: 0 },
  ];
  const after = confirmQuestions({ estimate: { ...report.estimate, evidence } });
  expect(after.map(({ key }) => key)).toEqual(
    questions.map(({ key }) => key).filter((key) => key !== hood.key),
  );
});

test('both sides are two answers, and taking them back names the same places', () => {
  const fender = questions.find(({ place }) => place.category === 'fender');
  if (!fender) throw new Error('the fender is not asked about');
  const both = answerEdits(fender, 'both');
  expect(both.map(({ place, answer }) => [place.side, answer])).toEqual([
    ['left', 'damaged'],
    ['right', 'damaged'],
  ]);
  expect(takeBackEdits(both)).toEqual(both.map((edit) => ({ ...edit, answer: null })));
  expect(answerEdits(fender, 'left')).toEqual([{ kind: 'part', place: fender.place, answer: 'left' }]);
});

test('a side that is set takes back what was said of either piece', () => {
  const fender = lineOf('fender:unknown');
  const place = { category: 'fender', name: null, position: 'front' } as const;
  const said = {
    id: 'answer',
    kind: 'part_answer' as const,
    says: 'damaged',
    part: { ...place, side: 'left' as const },
    moves: 0,
  };
  expect(sideEdits({ ...fender, side: 'left' }, 'right', [said])).toEqual([
    { kind: 'part', place: { ...place, side: 'left' }, answer: null },
    { kind: 'part', place: { ...place, side: 'unknown' }, answer: 'right' },
  ]);
  expect(hasSide(fender)).toBe(true);
  expect(hasSide(lineOf('hood:none'))).toBe(false);
  expect(hasSide({ ...fender, other_side: true })).toBe(false);
});

test('the photo of a part is the one with its largest box, else one of a view that shows it, else nobody knows', () => {
  const photo = (number: number, label: string | null, url: string | null = `/${number}.jpg`) => ({
    ...{ number, label, url, thumbnail: url, width: 4, height: 3, source_url: null, problem: null },
  });
  const photos = [photo(1, null), photo(2, 'DSRA'), photo(3, 'PSFA'), photo(4, 'DSFA', null)];
  const shown = (more: Partial<ReportModel> = {}): ReportModel => ({ ...report, photos, ...more });
  const fender = { ...lineOf('fender:unknown'), side: 'left' as const };
  expect(photoOfLine(fender, shown())).toBeNull();
  expect(photoOfLine({ ...fender, side: 'right' }, shown())).toBe(3);
  const photo_notes = [{ photo: 1, view: 'front_left', usable: true }];
  expect(photoOfLine(fender, shown({ detection: { ...report.detection, photo_notes } }))).toBe(1);
  const box = (size: number): [number, number, number, number] => [0, 0, size, size];
  const evidence = [
    { photo: 1, box: box(0.2), kind: 'model_box' as const },
    { photo: 2, box: box(0.4), kind: 'model_box' as const },
    { photo: 4, box: box(0.9), kind: 'model_box' as const },
  ];
  expect(photoOfLine({ ...fender, evidence }, shown())).toBe(2);
  expect(photos.map(photoName)).toEqual([
    'Photo 1',
    'Photo 2: Rear, driver side',
    'Photo 3: Front, passenger side',
    'Photo 4: Front, driver side',
  ]);
});
