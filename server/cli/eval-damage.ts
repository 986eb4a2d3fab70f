import fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { noteWords } from '../../contract/report-view/words/reservation.ts';
import { type Config, processConfig } from '../config.ts';
import {
  type EvaluatedLot,
  evaluateLot,
  LabelsError,
  readLabels,
} from '../damage-detectors/evaluation/eval.ts';
import { evaluationReport, evaluationText } from '../damage-detectors/evaluation/eval-report.ts';
import { openVision, visionAddresses } from '../damage-detectors/vision/setup.ts';
import { createGuardedFetch } from '../web-fetch/guarded-fetch.ts';

const HELP = `Measures the configured vision model on labeled photos.

usage: npm run eval:damage -- <folder> [--threshold 0.5] [--json file]

folder         holds labels.json: {"lots": [{"lot", "vehicle": {"year", "make", "model", "body_class"},
               "photos": ["a/1.jpg", …], "parts": [{"category", "side", "position", "severity", "operation"}, …],
               "whole": [{"category", "side", "position"}, …]}, …]};
               every visibly damaged part is listed once in "parts", with side and position where it has several; an
               empty list says that the car is undamaged. "whole" may name parts one sees to be whole: of these it is
               counted how many are called damaged (specificity)
--threshold    findings of this confidence or more count (0.5)
--json FILE    the figures as JSON too; - prints them instead of the text

Asks the model of VISION_PROVIDER and VISION_MODEL, or the best known one found on this machine, within VISION_MAX_USD_PER_REPORT for each lot.
Exit codes: 0 done · 2 wrong usage, a faulty folder, or no model · 1 anything else.
`;

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const MAX_PHOTOS = 40;
const MAX_MS = 300_000;

async function measure(config: Config, folder: string): Promise<EvaluatedLot[] | null> {
  const fetch = createGuardedFetch({
    userAgent: config.USER_AGENT ?? 'LotLens',
    sourceOrigins: config.SOURCE_ORIGINS,
    ...visionAddresses(config),
  });
  try {
    const { detector, searched } = await openVision(config, fetch);
    if (!detector.examines_photos) {
      const why = searched === null ? ' is configured (VISION_PROVIDER, VISION_MODEL)' : `: ${searched}`;
      say(`No vision model${why}. Photos are not examined, there is nothing to measure.`);
      return null;
    }
    const labels = await readLabels(folder);
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
  const lots = await measure(processConfig(), folder);
  if (lots === null) return 2;
  const report = evaluationReport(lots, threshold);
  const json = `${JSON.stringify(report, null, 2)}\n`;
  process.stdout.write(values.json === '-' ? json : evaluationText(report));
  if (values.json !== undefined && values.json !== '-') await fs.writeFile(values.json, json);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const usage =
    error instanceof LabelsError ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = usage ? 2 : 1;
}
