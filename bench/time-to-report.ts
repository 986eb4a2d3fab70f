import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { CataloguePart } from '../contract/schemas/part.ts';
import { pause } from '../server/concurrency/pause.ts';
import { userCaller } from '../server/concurrency/work-caller.ts';
import { readConfig } from '../server/config.ts';
import { detectDeclared } from '../server/damage-detectors/declared/declared.ts';
import type { DamageDetector } from '../server/damage-detectors/detector.ts';
import type { VisionClient } from '../server/damage-detectors/vision/client.ts';
import { createVisionDetector } from '../server/damage-detectors/vision/model.ts';
import { VISION_PROFILES } from '../server/damage-detectors/vision/profiles.ts';
import { grantReports } from '../server/db/accounts/quota.ts';
import { insertUser, markVerified } from '../server/db/accounts/users.ts';
import { createLog } from '../server/log.ts';
import type { PartsCatalogue } from '../server/parts-catalogues/parts-catalogue.ts';
import { letHeapGrow } from '../server/process/settle-memory.ts';
import { requestReport } from '../server/reports/request-report.ts';
import { startWorker } from '../server/start-worker.ts';
import { createTools } from '../server/tools.ts';
import { type Bench, type BenchRow, median } from './bench.ts';
import { auctionStandIn } from './measuring/auction-stand-in.ts';

const RATIO = 'wall / critical';
/** Modelled latencies, seconds. */
const LOT_S = 0.8;
/** Two requests to one site are so far apart: the list of a lot's photos, answered at once, is asked for after its page. */
const PACE_S = 1;
const PHOTOS = 12;
const PHOTO_S = 0.5;
const CATALOGUE_CALLS = 20;
const CATALOGUE_S = 0.3;
const CATALOGUE_AT_ONCE = 4;
const DETECTOR_S = 6;
/** A model that takes two requests of four photos at a time, two rounds of them; photos that come slowly, all at once. */
const FIND_S = 2;
const VERIFY_S = 1;
const SLOW_PHOTO_S = 1.5;
const SLOW_LOTS = '72';
const ROUNDS = 5;
const MODEL_ROUNDS = 3;
/** Reports between the first one and those measured after it: a service's code is compiled by then. */
const WARMING = 12;

/** lot, then the slower of photos → detector and catalogue: what no implementation can go below. */
const CRITICAL_S =
  Math.max(LOT_S, PACE_S) +
  Math.max(PHOTO_S + DETECTOR_S, (CATALOGUE_CALLS / CATALOGUE_AT_ONCE) * CATALOGUE_S);

/** Held: wall ÷ critical path of the middle round, once warm. */
const COLD = 'cold: nothing read before';
const AFTER_SUMMARY = 'after the summary, photos fetched ahead';
const MOST: Readonly<Record<string, number>> = { [COLD]: 1.12, [AFTER_SUMMARY]: 1.05 };

/** The photos, both rounds of the first pass over them, the second pass. */
const MODEL_CRITICAL_S = Math.max(LOT_S, PACE_S) + SLOW_PHOTO_S + 2 * FIND_S + VERIFY_S;

function slowCatalogue(origin: string): PartsCatalogue {
  return {
    name: 'bench',
    label: 'bench',
    supports: () => true,
    async findParts() {
      for (let call = 0; call < CATALOGUE_CALLS; call += CATALOGUE_AT_ONCE) {
        await Promise.all(
          Array.from({ length: CATALOGUE_AT_ONCE }, (_, index) => get(`${origin}/catalogue/${call + index}`)),
        );
      }
      return { kind: 'ok', parts: [] satisfies CataloguePart[] };
    },
  };
}

const PLAIN: DamageDetector = {
  id: 'bench',
  name: 'bench',
  examines_photos: false,
  detect: async (input) => detectDeclared(input),
};
const slowDetector = (origin: string): DamageDetector => ({
  ...PLAIN,
  async detect(input) {
    await get(`${origin}/detector`);
    return detectDeclared(input);
  },
});

/** Both passes of the real photo detector; only the model's answers and their time are made up. */
function slowModel(): DamageDetector {
  const client: VisionClient = {
    provider: 'bench',
    model: 'bench',
    profile: VISION_PROFILES.openai_compatible,
    async ask({ pass, images }) {
      await pause(1000 * (pass === 'find' ? FIND_S : VERIFY_S));
      const numbers = images.map(({ label }) => Number(/\d+$/.exec(label)?.[0]));
      const found = {
        photos: numbers.map((i) => ({ i, view: 'front', usable: true, notes: '' })),
        findings: numbers
          .filter((photo) => photo <= 2)
          .map((photo) => ({
            photo,
            part: 'front_bumper_cover',
            image_side: 'center',
            types: ['dent'],
            severity: 3,
            op_hint: 'replace',
            box: [200, 200, 500, 500],
            confidence: 0.8,
            evidence: '',
            also_photos: [],
          })),
        likely_hidden: [],
        seen_whole: [],
        airbags_seen: [],
        warnings: [],
      };
      const answer = pass === 'find' ? found : { items: [], zones: [] };
      return { text: JSON.stringify(answer), cut: false, usage: { tokens_in: 1000, tokens_out: 100 } };
    },
  };
  return createVisionDetector({ client, price: null });
}

const get = (url: string) =>
  new Promise<void>((resolve, reject) => {
    http.get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
  });

async function run(): Promise<{ rows: BenchRow[]; broken: string[] }> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-bench-'));
  const stand = await auctionStandIn(PHOTOS, {
    lot: LOT_S,
    photo: (url) => (url.includes(`/1126/${SLOW_LOTS}`) ? SLOW_PHOTO_S : PHOTO_S),
    catalogue: CATALOGUE_S,
    detector: DETECTOR_S,
  });
  const map = { 'https://www.copart.com': stand.origin, 'https://cs.copart.com': stand.origin };
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SAMPLES: 'false',
    SOURCE_ORIGINS: JSON.stringify(map),
    LOG_LEVEL: 'silent',
  });
  const waiting = slowDetector(stand.origin);
  const model = slowModel();
  const tools = {
    ...(await createTools(config, createLog('silent'))),
    catalogues: [slowCatalogue(stand.origin)],
    detector: waiting,
  };
  // As a process that makes reports does at its start.
  letHeapGrow();
  const stopWorker = await startWorker(tools);
  const userId = await insertUser(tools.pool, {
    email: 'bench@example.test',
    first_name: 'B',
    last_name: 'E',
    passwordHash: 'none',
  });
  if (userId === null) throw new Error('the bench user exists');
  await markVerified(tools.pool, userId);
  await grantReports(tools.pool, userId, 100, 'bench');

  const measure = async (
    lot: string,
    mode: string,
    critical: number,
    before?: () => Promise<void>,
  ): Promise<BenchRow> => {
    await before?.();
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { reportId } = await requestReport(
      tools.requests,
      userId,
      { auction_url: `https://www.copart.com/lot/${lot}` },
      null,
    );
    for (;;) {
      const found = await tools.pool.query<{ status: string }>('SELECT status FROM reports WHERE id = $1', [
        reportId,
      ]);
      const status = found.rows[0]?.status ?? '';
      if (status === 'finished') break;
      if (status.endsWith('_failed')) throw new Error(`the report failed at ${status}`);
      await pause(10);
    }
    const wall = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    return {
      mode,
      'wall s': Number(wall.toFixed(2)),
      'critical path s': critical,
      [RATIO]: Number((wall / critical).toFixed(3)),
      'CPU s': Number(((used.user + used.system) / 1e6).toFixed(2)),
    };
  };

  const cold = (number: number, mode: string) => measure(String(70_000_000 + number), mode, CRITICAL_S);
  const rows: BenchRow[] = [await cold(0, 'cold: the first of a process')];
  const { catalogues } = tools;
  Object.assign(tools, { catalogues: [], detector: PLAIN });
  for (let made = 1; made <= WARMING; made += 1) await cold(made, 'warming up');
  Object.assign(tools, { catalogues, detector: waiting });
  for (let round = 0; round < ROUNDS; round += 1) {
    rows.push(await cold(WARMING + 1 + round, COLD));
    const lot = `7100000${round}`;
    const summary = async () => {
      await tools.lots.listPhotos(
        await tools.requests.lotFor({ auction_url: `https://www.copart.com/lot/${lot}` }, userId),
        userCaller(userId),
      );
      await pause(4_000);
    };
    rows.push(await measure(lot, AFTER_SUMMARY, DETECTOR_S, summary));
  }
  tools.detector = model;
  for (let round = 0; round < MODEL_ROUNDS; round += 1)
    rows.push(
      await measure(`${SLOW_LOTS}00000${round}`, 'photos by a model, as they arrive', MODEL_CRITICAL_S),
    );
  tools.detector = { id: model.id, name: model.name, examines_photos: true, detect: model.detect };
  rows.push(await measure(`${SLOW_LOTS}000009`, 'photos by a model, once all are there', MODEL_CRITICAL_S));
  await Promise.all([stopWorker(0), tools.queue.stop(0)]);
  tools.hub.close();
  await tools.close();
  stand.close();
  await fs.rm(dataDir, { recursive: true, force: true });
  const broken = Object.entries(MOST).flatMap(([mode, most]) => {
    const middle = median(rows.filter((row) => row.mode === mode).map((row) => Number(row[RATIO])));
    return middle > most ? [`${mode}: ${middle} of the critical path, goal ${most}`] : [];
  });
  return { rows, broken };
}

export const bench: Bench = {
  name: 'time-to-report',
  about: `request to finished report against stand-ins (lot ${LOT_S} s, its list of photos ${PACE_S} s after it was asked for, ${PHOTOS} photos of some 460 kB at ${PHOTO_S} s, ${CATALOGUE_CALLS} catalogue calls at ${CATALOGUE_S} s ${CATALOGUE_AT_ONCE} at a time, detector ${DETECTOR_S} s; with a model: photos at ${SLOW_PHOTO_S} s, first pass ${FIND_S} s, second ${VERIFY_S} s); ${WARMING} reports lie between the first of the process and those measured; goal, for the middle round: wall / critical path ≤ 1.12 cold, ≤ 1.05 after the summary`,
  run,
};
