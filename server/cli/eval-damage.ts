import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { noteWords } from '../../contract/report-view/words/reservation.ts';
import { type Config, processConfig } from '../config.ts';
import { DetectionRatesError } from '../damage-detectors/detection-rates.ts';
import type { DamageDetector } from '../damage-detectors/detector.ts';
import {
  type EvaluatedLot,
  evaluateLot,
  type Labels,
  LabelsError,
  readLabels,
} from '../damage-detectors/evaluation/eval.ts';
import {
  type EvaluatedModel,
  evaluationReport,
  evaluationText,
} from '../damage-detectors/evaluation/eval-report.ts';
import {
  createRecorder,
  type RecordedAnswers,
  RecordedAnswersError,
  readRecordedAnswers,
  recordedClient,
} from '../damage-detectors/evaluation/recorded-answers.ts';
import { createVisionDetector } from '../damage-detectors/vision/model.ts';
import { openVision, visionAddresses } from '../damage-detectors/vision/setup.ts';
import { detectionRates, FIRST_CURVE } from '../estimate/evaluation/detection-rates.ts';
import { lookOf } from '../estimate/inference/photo-likelihood.ts';
import { createGuardedFetch } from '../web-fetch/guarded-fetch.ts';

const HELP = `Measures the configured vision model on labeled photos.

usage: npm run eval:damage -- <folder> [--threshold 0.5] [--json file] [--record file] [--replay file] [--rates file]

folder         holds labels.json: {"source", "lots": [{"lot", "vehicle": {"year", "make", "model", "body_class"},
               "photos": ["a/1.jpg", …], "parts": [{"category", "side", "position", "severity", "operation", "types"}, …],
               "whole": [{"category", "side", "position"}, …]}, …]};
               every visibly damaged part is listed once in "parts", with side and position where it has several; an
               empty list says that the car is undamaged. "whole" may name parts one sees to be whole: of these it is
               counted how many are called damaged (specificity). "types" may say what the damage is (dent, torn, …),
               "source" whose photos and labels they are
--threshold    findings of this confidence or more count (0.5)
--json FILE    the figures as JSON too; - prints them instead of the text
--record FILE  keeps the model's answers
--replay FILE  takes kept answers in place of a model: same figures, no model and no cost
--rates FILE   writes how well the model sees, as the estimate takes it with VISION_RATES=FILE; each rate is held towards its first
               value, which counts as 20 labels, and stated confidence is calibrated in the form that loses least on lots held
               out: slope and offset from 50 findings on, a beta curve from 300, steps from 1,000; what a damage looks like
               (dent, scratch, …) has an offset of its own from 50 findings of it on, where that loses less

Asks the model of VISION_PROVIDER and VISION_MODEL, or the best known one found on this machine, within VISION_MAX_USD_PER_REPORT for each lot.
Exit codes: 0 done · 2 wrong usage, a faulty folder or file, or no model · 1 anything else.
`;

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const MAX_PHOTOS = 40;
const MAX_MS = 300_000;

type Measured = {
  labels: Labels;
  lots: EvaluatedLot[];
  run: EvaluatedModel;
  recorded: RecordedAnswers;
};
const today = (): string => new Date().toISOString().slice(0, 10);

async function evaluateAll(
  config: Config,
  folder: string,
  labels: Labels,
  detector: DamageDetector,
): Promise<EvaluatedLot[]> {
  say(`${labels.lots.length} lots, ${detector.name}`);
  const limits = { max_usd: config.VISION_MAX_USD_PER_REPORT, max_ms: MAX_MS, max_photos: MAX_PHOTOS };
  const done: EvaluatedLot[] = [];
  for (const lot of labels.lots) {
    const result = await evaluateLot(folder, lot, detector, limits, AbortSignal.timeout(MAX_MS + 10_000));
    done.push(result);
    say(
      `${lot.lot}: ${result.examined} of ${result.photos} photos, ${result.found.length} findings, ${(result.ms / 1000).toFixed(1)} s`,
    );
    for (const warning of result.examined < result.photos ? result.warnings : [])
      say(`  ${noteWords(warning)}`);
  }
  return done;
}

/** By answers that were kept: the model, its price and what it is like are those of then. */
async function replay(config: Config, folder: string, file: string): Promise<Measured> {
  const labels = await readLabels(folder);
  const recorded = await readRecordedAnswers(file);
  const { model, prompt_version, dated, price } = recorded;
  const detector = createVisionDetector({ client: recordedClient(recorded), price });
  const lots = await evaluateAll(config, folder, labels, detector);
  return { labels, lots, run: { model, prompt_version, dated, replayed: true }, recorded };
}

async function measure(config: Config, folder: string): Promise<Measured | null> {
  const fetch = createGuardedFetch({
    userAgent: config.USER_AGENT ?? 'LotLens',
    sourceOrigins: config.SOURCE_ORIGINS,
    ...visionAddresses(config),
  });
  try {
    const recorder = createRecorder();
    const { detector, searched } = await openVision(config, fetch, { through: recorder.through });
    if (!detector.examines_photos) {
      const why = searched === null ? ' is configured (VISION_PROVIDER, VISION_MODEL)' : `: ${searched}`;
      say(`No vision model${why}. Photos are not examined, there is nothing to measure.`);
      return null;
    }
    const labels = await readLabels(folder);
    const lots = await evaluateAll(config, folder, labels, detector);
    const recorded = recorder.recorded(today());
    if (recorded === null) throw new Error('The model was asked nothing.');
    const { model, prompt_version, dated } = recorded;
    return { labels, lots, run: { model, prompt_version, dated, replayed: false }, recorded };
  } finally {
    await fetch.close();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      threshold: { type: 'string', default: '0.5' },
      json: { type: 'string' },
      record: { type: 'string' },
      replay: { type: 'string' },
      rates: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [folder, ...rest] = positionals;
  const threshold = Number(values.threshold);
  if (folder === undefined || rest.length > 0 || !(threshold >= 0 && threshold <= 1)) {
    process.stderr.write(HELP);
    return 2;
  }
  const config = processConfig();
  const write = (file: string, value: unknown) => fs.writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
  const measured =
    values.replay === undefined ? await measure(config, folder) : await replay(config, folder, values.replay);
  if (measured === null) return 2;
  const { labels, lots, run, recorded } = measured;
  const source = labels.source ?? path.basename(path.resolve(folder));
  const report = evaluationReport(lots, threshold, { source, run, first: FIRST_CURVE, lookOf });
  process.stdout.write(values.json === '-' ? `${JSON.stringify(report, null, 2)}\n` : evaluationText(report));
  if (values.json !== undefined && values.json !== '-') await write(values.json, report);
  if (values.record !== undefined) await write(values.record, recorded);
  if (values.rates !== undefined) {
    const { model, prompt_version, dated } = run;
    await write(values.rates, detectionRates(lots, { source, model, prompt_version, dated }));
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const usage =
    error instanceof LabelsError ||
    error instanceof RecordedAnswersError ||
    error instanceof DetectionRatesError ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = usage ? 2 : 1;
}
