import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../server/config.ts';
import { makeSampleReport } from '../server/reports/make-sample-report.ts';
import { SAMPLE_REPORT_FILE } from '../server/reports/sample-report.ts';
import { createTools } from '../server/tools.ts';
import { SAMPLE_INPUTS_FILE } from '../tests/fixtures/sample-inputs.ts';
import { readUsage } from './read-usage.ts';
import { makeSamplePictures, writeSamplePictures } from './sample-pictures.ts';

/**
 * `npm run build-sample-report`: runs the pipeline on the sample lot, with nothing configured, in a database of its own, and
 * writes samples/sample-report.json, for the tests what its estimate is calculated from, and what the home page's pictures show
 * of the sample lots, with their drawings. To be run after every change of what
 * a report says; a test compares.
 */
readUsage(`Makes the sample report and the home page's pictures anew, and writes them into the project.

usage: npm run build-sample-report
`);
const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-sample-'));
const config = readConfig({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  SAMPLES: 'on',
  PREFETCH_PHOTOS: 'off',
  VISION_PROVIDER: 'none',
});
const tools = await createTools(config, pino({ level: 'error' }));
try {
  const { model, inputs } = await makeSampleReport(tools);
  const { engine: _, ...versions } = inputs.versions;
  await fs.writeFile(SAMPLE_REPORT_FILE, `${JSON.stringify(model, null, 1)}\n`);
  await fs.writeFile(SAMPLE_INPUTS_FILE, `${JSON.stringify({ ...inputs, versions }, null, 1)}\n`);
  await writeSamplePictures(await makeSamplePictures(tools));
  process.stdout.write(`${model.estimate.lines.length} lines, ${model.photos.length} photos\n`);
} finally {
  await tools.queue.stop(0);
  tools.hub.close();
  await tools.close();
  await fs.rm(dataDir, { recursive: true, force: true });
}
process.exit();
