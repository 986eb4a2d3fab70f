import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import {
  DetectionRatesError,
  ratesFor,
  readDetectionRates,
} from '../../server/damage-detectors/detection-rates.ts';
import { evaluateLot, LabelsError, readLabels } from '../../server/damage-detectors/evaluation/eval.ts';
import { evaluationReport, evaluationText } from '../../server/damage-detectors/evaluation/eval-report.ts';
import { createReplayClient, type Recording } from '../../server/damage-detectors/evaluation/replay.ts';
import { createVisionDetector } from '../../server/damage-detectors/vision/model.ts';
import { PROMPT_VERSION } from '../../server/damage-detectors/vision/prompt.ts';
import { openVision } from '../../server/damage-detectors/vision/setup.ts';
import { FIRST_CURVE } from '../../server/estimate/evaluation/detection-rates.ts';
import { lookOf } from '../../server/estimate/inference/photo-likelihood.ts';
import { ingestPhoto } from '../../server/images/ingest-photo.ts';
import { createGuardedFetch } from '../../server/web-fetch/guarded-fetch.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { madePhoto } from './vision-photos.ts';
import { scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const LIMITS = { max_usd: 1, max_ms: 20_000, max_photos: 20 };

/** A folder with three lots of made-up photos, and what a model is recorded to have said of them. */
async function makeFolder(): Promise<{ folder: string; recording: Recording }> {
  const folder = await temporaryFolder();
  const hashes: string[] = [];
  for (let number = 1; number <= 4; number += 1) {
    const bytes = Buffer.from(await (await madePhoto(number, { width: 800, height: 600 })).read());
    await fs.writeFile(path.join(folder, `${number}.jpg`), bytes);
    const taken = await ingestPhoto(bytes);
    if (!taken.ok) throw new Error(taken.message);
    hashes.push(taken.photo.sha256);
  }
  const [front, side, rear, whole] = hashes as [string, string, string, string];
  const vehicle = { year: 2018, make: 'Toyota', model: 'Camry', body_class: 'sedan' };
  const labels = {
    lots: [
      {
        lot: 'a',
        vehicle,
        photos: ['1.jpg', '2.jpg'],
        parts: [
          { category: 'headlamp', side: 'right', position: 'front', severity: 4, operation: 'replace' },
          { category: 'front_door_shell', side: 'left', position: 'front', severity: 2, operation: 'repair' },
          { category: 'hood', position: 'front', severity: 3, operation: 'replace' },
        ],
      },
      {
        lot: 'b',
        vehicle,
        photos: ['3.jpg'],
        whole: [
          { category: 'trunk_lid' },
          { category: 'tail_lamp', side: 'right' },
          { category: 'back_glass' },
        ],
        parts: [{ category: 'tail_lamp', side: 'left', position: 'rear', severity: 3 }],
      },
      { lot: 'c', vehicle, photos: ['4.jpg'], parts: [] },
    ],
  };
  await fs.writeFile(path.join(folder, 'labels.json'), JSON.stringify(labels));
  const finding = { types: ['dent'], severity: 2, confidence: 0.8 };
  const recording: Recording = {
    model: 'recorded',
    tokens: { in: 1000, out: 100 },
    photos: {
      [front]: {
        view: 'front',
        findings: [
          // Picture left of a front view is the vehicle's right.
          { ...finding, part: 'headlamp', image_side: 'image_left', types: ['broken'], severity: 3 },
          { ...finding, part: 'grille', verdict: 'not_damage', reason: 'dirt' },
        ],
      },
      [side]: { view: 'left', findings: [{ ...finding, part: 'front_door_shell' }] },
      // Right side of a rear view is the vehicle's right: a wrong side.
      [rear]: {
        view: 'rear',
        findings: [{ ...finding, part: 'tail_lamp', image_side: 'image_right', severity: 3 }],
        seen_whole: [{ part: 'trunk_lid' }, { part: 'back_glass', visible: 0.2 }],
      },
      [whole]: {
        view: 'right',
        findings: [{ ...finding, part: 'rear_door_shell', types: ['scratch'], severity: 1 }],
      },
    },
  };
  return { folder, recording };
}

async function evaluated() {
  const { folder, recording } = await makeFolder();
  const detector = createVisionDetector({ client: createReplayClient(recording), price: { in: 2, out: 10 } });
  const { lots } = await readLabels(folder);
  return await Promise.all(
    lots.map((lot) => evaluateLot(folder, lot, detector, LIMITS, new AbortController().signal)),
  );
}

const ABOUT = {
  source: 'made-up photos',
  run: { model: 'recorded', prompt_version: 'vision-0', dated: '2026-11-20', replayed: true },
  first: FIRST_CURVE,
  lookOf,
};

describe('measuring on labelled photos, with recorded answers', () => {
  it('counts what the recording makes of the labels', async () => {
    const report = evaluationReport(await evaluated(), 0.5, ABOUT);
    const { figures } = report;
    // Found: headlamp right, door left, tail lamp right (labelled left), a scratch on the undamaged car; missed: hood.
    expect(figures.without_side.counts).toEqual({ tp: 3, fp: 1, fn: 1 });
    expect(figures.with_side.counts).toEqual({ tp: 2, fp: 2, fn: 2 });
    expect(figures.side).toEqual({ sided_pairs: 3, right: 2 / 3, unknown: 0 });
    expect(figures.severity).toMatchObject({ pairs: 3, exact: 2 / 3, within_one: 1 });
    expect(figures.operation).toEqual({
      pairs: 2,
      right: 1,
      replace_called_repair: 0,
      repair_called_replace: 0,
    });
    // The right lamp is found damaged, of the glass too little is in the picture.
    expect(figures.whole).toMatchObject({ labelled: 3, named_whole: 1, called_damaged: 1, specificity: 0.5 });
    expect(figures.undamaged).toEqual({ lots: 1, photos: 1, false_findings: 1, per_photo: 1 });
    // Four findings at 0.8, two of them right with their side.
    expect(figures.calibration).toEqual({
      findings: 4,
      ece: expect.closeTo(0.3, 9),
      brier: expect.closeTo((2 * 0.2 ** 2 + 2 * 0.8 ** 2) / 4, 9),
    });
    expect(report.calibration).toMatchObject({ labels: 4, curve: { ...FIRST_CURVE, form: 'first_values' } });
    expect(report.intervals_95.f1).not.toBeNull();
    expect(report.not_examined).toEqual([]);
  });

  it('adds up tokens and money over both passes', async () => {
    const { cost } = evaluationReport(await evaluated(), 0.5, ABOUT);
    // First pass 4 photos; second pass 4 overviews and 5 crops.
    expect(cost).toMatchObject({ tokens_in: 13_000, tokens_out: 1300 });
    expect(cost.usd).toBeCloseTo((13_000 * 2 + 1300 * 10) / 1e6);
    expect(cost.usd_per_lot).toBeCloseTo((cost.usd ?? 0) / 3);
  });

  it('says in words that its figures are no claim of accuracy', async () => {
    const text = evaluationText(evaluationReport(await evaluated(), 0.5, ABOUT));
    expect(text).toMatch(/^Figures of this folder .* no claim of accuracy/);
    expect(text).toMatch(/headlamp\s+1\t0\t0\t1\.000/);
  });

  it('names a lot whose photos were not examined, and counts it as found nothing', async () => {
    const { folder } = await makeFolder();
    const detector = createVisionDetector({
      client: createReplayClient({ model: 'recorded', photos: {} }),
      price: null,
    });
    const { lots } = await readLabels(folder);
    const [lot] = lots;
    if (!lot) throw new Error('no lot');
    const result = await evaluateLot(folder, lot, detector, LIMITS, new AbortController().signal);
    const report = evaluationReport([result], 0.5, ABOUT);
    expect(report.not_examined).toEqual(['a']);
    expect(report.figures.without_side.counts).toEqual({ tp: 0, fp: 0, fn: 3 });
  });

  it('refuses labels with an unknown category or photos outside the folder', async () => {
    const { folder } = await makeFolder();
    const write = (parts: unknown[], photos: string[]) =>
      fs.writeFile(
        path.join(folder, 'labels.json'),
        JSON.stringify({ lots: [{ lot: 'a', vehicle: {}, photos, parts }] }),
      );
    await write([{ category: 'warp_core' }], ['1.jpg']);
    await expect(readLabels(folder)).rejects.toThrow(LabelsError);
    await write([], ['../secret.jpg']);
    const { lots } = await readLabels(folder);
    const detector = createVisionDetector({
      client: createReplayClient({ model: 'm', photos: {} }),
      price: null,
    });
    const [lot] = lots;
    if (!lot) throw new Error('no lot');
    await expect(evaluateLot(folder, lot, detector, LIMITS, new AbortController().signal)).rejects.toThrow(
      /outside the folder/,
    );
  });
});

describe('labels.json', () => {
  const lot = (over: object = {}) => ({ lot: 'a', vehicle: {}, photos: ['1.jpg'], parts: [], ...over });
  const labelled = (...parts: object[]) => JSON.stringify({ lots: [lot({ parts })] });
  const read = async (text: string) => {
    const folder = await temporaryFolder();
    await fs.writeFile(path.join(folder, 'labels.json'), text);
    return await readLabels(folder);
  };

  it.each([
    ['', /labels\.json is empty/],
    ['{"lots":', /labels\.json is not JSON/],
    ['[]', /labels\.json: Invalid input: expected object/],
    ['{"lots":[]}', /lots: there is no lot/],
    [JSON.stringify({ lots: [lot(), lot()] }), /lots: two lots have the same name/],
    [JSON.stringify({ lots: [lot({ photos: ['1.jpg', '1.jpg'] })] }), /photos: a photo is listed twice/],
    [labelled({ category: 'warp_core' }), /lots\.0\.parts\.0: unknown category warp_core/],
    [labelled({ category: 'headlamp' }), /headlamp needs a side: left or right/],
    [labelled({ category: 'hood', side: 'right' }), /hood has no side/],
    [labelled({ category: 'wheel', side: 'left' }), /wheel needs a position: front or rear/],
    [labelled({ category: 'hood', position: 'rear' }), /hood is not at the rear/],
    [labelled({ category: 'hood' }, { category: 'hood', position: 'front' }), /a part is labeled twice/],
    [
      JSON.stringify({ lots: [lot({ parts: [{ category: 'hood' }], whole: [{ category: 'hood' }] })] }),
      /labeled both damaged and whole/,
    ],
    [JSON.stringify({ lots: [lot({ whole: [{ category: 'headlamp' }] })] }), /headlamp needs a side/],
  ])('%s says what is wrong', async (text, words) => {
    await expect(read(text)).rejects.toThrow(LabelsError);
    await expect(read(text)).rejects.toThrow(words);
  });

  it('takes from the category what a label leaves out, and a file that begins with a byte order mark', async () => {
    const { lots } = await read(`\ufeff${labelled({ category: 'headlamp', side: 'left' })}`);
    expect(lots[0]?.parts).toMatchObject([{ category: 'headlamp', side: 'left', position: 'front' }]);
  });
});

describe('the recorded model', () => {
  it('can’t be chosen by any configuration', () => {
    expect(() => readConfig({ VISION_PROVIDER: 'replay', VISION_MODEL: 'x' })).toThrow(/VISION_PROVIDER/);
  });

  it('is imported by no file of the product', async () => {
    const files = await fs.readdir(path.join(ROOT, 'server'), { recursive: true });
    const importing: string[] = [];
    for (const file of files.filter((entry) => entry.endsWith('.ts') && !entry.endsWith('.test.ts'))) {
      const text = await fs.readFile(path.join(ROOT, 'server', file), 'utf8');
      if (/from '.*\/replay\.ts'/.test(text)) importing.push(file);
    }
    expect(importing).toEqual([]);
  });
});

describe('npm run eval:damage', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['server/cli/eval-damage.ts', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' },
    });
  const hash = createHash('sha256').update('x').digest('hex').slice(0, 8);

  it('says that no model is configured, and exits 2', () => {
    const { status, stderr, stdout } = run(path.join(os.tmpdir(), hash));
    expect(status).toBe(2);
    expect(stderr).toContain('No vision model is configured');
    expect(stdout).toBe('');
  });

  /** Runs the command beside a stand-in model; resolves with what it printed. */
  async function runBeside(env: Record<string, string>, ...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/eval-damage.ts', ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
    });
    return stdout;
  }
  const standInModel = async () => {
    const { site, asked } = await startStandIn(
      'openai_compatible',
      scripted({ findings: [{ photo: 1, part: 'hood', image_side: 'center', types: ['crease'] }] }),
    );
    const env = {
      VISION_PROVIDER: 'openai_compatible',
      VISION_MODEL: 'eye',
      VISION_BASE_URL: `${site.origin}/v1`,
    };
    return { env, asked };
  };

  it('asks the configured model about the folder’s photos and prints the figures', async () => {
    const { folder } = await makeFolder();
    const { env, asked } = await standInModel();
    const json = path.join(folder, 'figures.json');
    const stdout = await runBeside(env, folder, '--json', json);
    expect(asked.length).toBeGreaterThanOrEqual(6);
    expect(stdout).toContain('no claim of accuracy');
    expect(stdout).toContain('cost           unknown');
    const report = JSON.parse(await fs.readFile(json, 'utf8'));
    // A hood on the first photo of each of three lots: one is labelled.
    expect(report.figures.without_side.counts).toEqual({ tp: 1, fp: 2, fn: 3 });
  });

  it('gives the same figures and rates from answers it kept, with no model and no request', async () => {
    const { folder } = await makeFolder();
    const { env, asked } = await standInModel();
    const file = (name: string) => path.join(folder, name);
    const priced = { ...env, VISION_PRICE_IN: '2', VISION_PRICE_OUT: '10' };
    await runBeside(
      priced,
      folder,
      '--record',
      file('kept.json'),
      '--json',
      file('asked.json'),
      '--rates',
      file('rates.json'),
    );
    const before = asked.length;
    const args = [
      '--replay',
      file('kept.json'),
      '--json',
      file('again.json'),
      '--rates',
      file('again-rates.json'),
    ];
    const text = await runBeside({}, folder, ...args);
    expect(asked.length).toBe(before);
    expect(text).toContain(`eye, prompts ${PROMPT_VERSION}, answers recorded on`);
    const read = async (name: string) => JSON.parse(await fs.readFile(file(name), 'utf8'));
    const [first, again] = [await read('asked.json'), await read('again.json')];
    expect(first.cost.usd).toBeGreaterThan(0);
    expect(again).toEqual({ ...first, run: { ...first.run, replayed: true }, seconds: expect.anything() });
    expect(await read('again-rates.json')).toEqual(await read('rates.json'));
  });

  it('writes rates that the service takes for this model with these prompts, and for no other', async () => {
    const { folder } = await makeFolder();
    const { env } = await standInModel();
    const file = path.join(folder, 'rates.json');
    await runBeside(env, folder, '--rates', file);
    const rates = await readDetectionRates(file);
    expect(rates).toMatchObject({ model: 'eye', prompt_version: PROMPT_VERSION, lots: 3, photos: 4 });
    expect(ratesFor(rates, { model: 'eye' })).toBe(rates);
    expect(ratesFor(rates, { model: 'ear' })).toBeNull();
    expect(ratesFor({ ...rates, prompt_version: 'vision-0' }, { model: 'eye' })).toBeNull();
    const fetch = createGuardedFetch({ userAgent: 'LotLens' });
    const open = (model: string) =>
      openVision(readConfig({ ...env, VISION_MODEL: model, VISION_RATES: file, NODE_ENV: 'test' }), fetch);
    expect((await open('eye')).rated).toContain(`measured on ${rates.dated} (3 lots`);
    expect((await open('ear')).rated).toContain('first values, for VISION_RATES is of eye');
    await fetch.close();
  });

  it.each([
    ['{', /is not JSON/],
    ['{}', /version: /],
  ])('a file of rates that holds %s is refused by name', async (text, words) => {
    const file = path.join(await temporaryFolder(), 'rates.json');
    await fs.writeFile(file, text);
    await expect(readDetectionRates(file)).rejects.toThrow(DetectionRatesError);
    await expect(readDetectionRates(file)).rejects.toThrow(words);
  });

  it('exits 2 over a file of answers that can’t be read', async () => {
    const { folder } = await makeFolder();
    const { status, stderr } = run(folder, '--replay', path.join(folder, 'nowhere.json'));
    expect(status).toBe(2);
    expect(stderr).toContain("nowhere.json can't be read");
  });

  it('tells its usage and exits 2 without a folder', () => {
    const { status, stderr } = run();
    expect(status).toBe(2);
    expect(stderr).toContain('usage: npm run eval:damage');
  });
});
