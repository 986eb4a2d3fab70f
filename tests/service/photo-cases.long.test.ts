import { expect, it } from 'vitest';
import { examinedWords } from '../../contract/report-view/head/examined.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { reportWith } from './report-with-model.ts';
import { type Script, type ScriptedFinding, scripted } from './vision-script.ts';

/** The BMW of the samples: declared front end, eight photos. */
const BMW = 'https://bid.cars/en/lot/1-90000001';
const SIDES = ['image_left', 'image_right'];
/** Outer parts that a front end shows, with the side of the picture they are seen on. */
const OUTER: readonly (readonly [part: string, image_side: string])[] = [
  ...['front_bumper_cover', 'hood', 'grille', 'front_bumper_grille', 'emblem_front', 'windshield'].map(
    (part) => [part, 'center'] as const,
  ),
  ...[
    'headlamp',
    'fender',
    'fog_lamp_front',
    'fender_liner',
    'wheel',
    'front_door_shell',
    'door_mirror',
  ].flatMap((part) => SIDES.map((side) => [part, side] as const)),
];
const wholeBut = (...damaged: string[]): object[] =>
  OUTER.filter(([part]) => !damaged.includes(part)).flatMap(([part, image_side]) =>
    [1, 2].map((photo) => ({ part, photo, image_side, visible: 0.95 })),
  );

async function seen(script: Script): Promise<ReportModel> {
  const model = { name: 'qwen3-vl:8b-instruct', sees: true };
  const ollama = await startModelServer('ollama', [model], scripted(script));
  return (await reportWith(ollama.site.origin, await freshBeside({ ollama }), { lot: BMW })).model;
}
const finding = (part: string, severity: number, types: string[], more = {}): ScriptedFinding => ({
  photo: 1,
  part,
  severity,
  types,
  confidence: 0.9,
  also_photos: [2],
  ...more,
});

const middling = [
  finding('front_bumper_cover', 3, ['crack'], { op_hint: 'replace' }),
  finding('hood', 2, ['dent'], { op_hint: 'repair', extent: 0.35 }),
  finding('headlamp', 3, ['broken'], { image_side: 'image_right', op_hint: 'replace' }),
];
const CASES = {
  whole: { seen_whole: wholeBut() },
  scratch: {
    findings: [finding('front_bumper_cover', 1, ['scratch'], { op_hint: 'repair', confidence: 0.8 })],
    seen_whole: wholeBut('front_bumper_cover'),
    verdicts: { front_bumper_cover: { verdict: 'confirmed', severity: 1 } },
  },
  middling: {
    findings: middling,
    seen_whole: wholeBut('front_bumper_cover', 'hood', 'headlamp'),
    unsure: [
      { part: 'roof_panel', photo: 1, image_side: 'center' },
      { part: 'windshield', photo: 3, image_side: 'center' },
    ],
    verdicts: { hood: { verdict: 'confirmed', severity: 2 } },
  },
  heavy: {
    findings: [
      ...['front_bumper_cover', 'hood', 'grille', 'front_bumper_grille'].map((part) =>
        finding(part, 4, ['torn'], { op_hint: 'replace' }),
      ),
      ...['headlamp', 'fender'].flatMap((part) =>
        SIDES.map((image_side) => finding(part, 4, ['broken'], { image_side, op_hint: 'replace' })),
      ),
    ],
  },
  dropped: {
    // On one photo: what shows on two is told of twice where those are asked about apart.
    findings: [
      finding('front_bumper_cover', 3, ['crack']),
      finding('warp_core', 3, ['dent'], { also_photos: [] }),
    ],
    seen_whole: wholeBut('front_bumper_cover'),
  },
} satisfies Record<string, Script>;

const reports = new Map<string, Promise<ReportModel>>();
/** The report of a case: made once, by the first test that asks for it. */
function of(name: keyof typeof CASES): Promise<ReportModel> {
  const made = reports.get(name) ?? seen(CASES[name]);
  reports.set(name, made);
  return made;
}
const written = async (name: keyof typeof CASES) =>
  (await of(name)).estimate.lines.filter(({ standing }) => standing === 'scope');

it('a front that eight photos show whole costs next to nothing', async () => {
  const { total, outcome } = (await of('whole')).estimate;
  expect(total.likely).toBeLessThanOrEqual(1_500);
  expect(outcome?.as_written).toBeLessThanOrEqual(1_500);
  expect((await of('whole')).examined.photos_examined).toBe((await of('whole')).photos.length);
});

it('a lone scratch on the bumper is the bumper repaired and painted, nothing else of the front', async () => {
  const { total, outcome } = (await of('scratch')).estimate;
  expect(total.likely).toBeLessThanOrEqual(3_000);
  expect(outcome?.as_written).toBeLessThanOrEqual(3_000);
  const damaged = (await written('scratch')).filter(({ block }) => block !== 'standard');
  expect(damaged.map(({ category, operation }) => [category, operation])).toEqual([
    ['front_bumper_cover', 'repair'],
  ]);
});

it('middling damage writes what is seen and leaves what is seen whole', async () => {
  const categories = (await written('middling')).map(({ category, side }) => `${category}:${side}`);
  expect(categories).toEqual(
    expect.arrayContaining(['front_bumper_cover:none', 'hood:none', 'headlamp:left']),
  );
  expect(categories).not.toContain('headlamp:right');
  expect(categories).not.toContain('windshield:none');
  const { low, likely, high } = (await of('middling')).estimate.total;
  expect(likely).toBeGreaterThan((await of('scratch')).estimate.total.likely);
  expect(likely).toBeLessThan((await of('heavy')).estimate.total.likely);
  expect(low).toBeLessThanOrEqual(likely);
  expect(high).toBeGreaterThanOrEqual(likely);
});

it('the size of a damage sets the hours of its repair, and what could not be judged is kept apart', async () => {
  const hood = (await written('middling')).find(({ category }) => category === 'hood');
  expect(hood).toMatchObject({ operation: 'repair', labour: { extent: 0.35, basis: 'judgement' } });
  // The windshield is seen whole on other photos.
  expect((await of('middling')).detection.unsure).toMatchObject([{ category: 'roof_panel', photo: 1 }]);
});

it('heavy damage brings what hides behind it', async () => {
  const categories = (await written('heavy')).map(({ category }) => category);
  expect(categories).toEqual(
    expect.arrayContaining(['radiator_support', 'front_bumper_reinforcement', 'headlamp', 'fender', 'hood']),
  );
  expect((await of('heavy')).estimate.outcome?.as_written).toBeGreaterThan(
    (await of('middling')).estimate.outcome?.as_written ?? Number.POSITIVE_INFINITY,
  );
});

it('an entry that had to be dropped is counted and costs nothing', async () => {
  const { given, unusable } = (await of('dropped')).detection.answer_entries ?? { given: 0, unusable: 0 };
  expect(unusable).toBe(1);
  expect(given).toBeGreaterThan(1);
  expect(examinedWords(await of('dropped'))).toContain('could not be used');
  expect(JSON.stringify((await of('dropped')).estimate)).not.toContain('warp');
});

it('every piece of evidence is shown with what it moved', async () => {
  const evidence = (await of('scratch')).estimate.evidence ?? [];
  const bumper = evidence.find(
    ({ kind, part }) => kind === 'photos' && part?.category === 'front_bumper_cover',
  );
  const hood = evidence.find(({ kind, part }) => kind === 'photos' && part?.category === 'hood');
  expect(bumper).toMatchObject({ says: 'damaged', photos: [1, 2] });
  expect(hood).toMatchObject({ says: 'whole', photos: [1, 2] });
  expect(hood?.moves).toBeLessThanOrEqual(0);
  expect(evidence.find(({ kind }) => kind === 'declared_damage')?.says).toMatch(/front/i);
});
