import fs from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { scrapeAnswerSchema } from '../../contract/api/auction-answers.ts';
import { odometerReadWords, unreadWords } from '../../contract/report-view/head/photo-readings.ts';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import { gapWords } from '../../contract/report-view/words/reservation.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { drawPhoto } from '../../server/images/fixtures/draw-photo.ts';
import { readFile } from '../../server/reports/claim/read-file.ts';
import { startWorker } from '../../server/start-worker.ts';
import { createTools } from '../../server/tools.ts';
import { installEngine } from './install-engine.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { readReportOf, SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

// Each makes a report and waits for its next version: ten seconds, on a busy machine many times that.
vi.setConfig({ testTimeout: 400_000 });

const VIN = 'WBA3A5C58EF900001';
const SHORT = { TEXT_READER_WAIT_SECONDS: '1' };
/** Longer than any machine takes here. */
const LONG = { TEXT_READER_WAIT_SECONDS: '180' };

const linesOf = (...texts: string[]): string =>
  JSON.stringify(
    texts.map((text, at) => ({ text, mean: 0.9, box: [0.1, 0.1 + at / 5, 0.6, 0.14 + at / 5] })),
  );
/** An engine that reads these lines off every photo. */
const reads = (...texts: string[]): string => `export const readText = async () => ${linesOf(...texts)};`;

/** The account of a service with this engine, and what tests do with it. */
async function serviceWith(engine: string, environment: Record<string, string>) {
  const service = await startService(inject('databaseServer'), { environment });
  onTestFinished(() => service.close());
  await installEngine(service.dataDir, engine);
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);

  async function enter(mileage: number, photos: number): Promise<string> {
    const drawn = await Promise.all(
      Array.from({ length: photos }, (_, seed) =>
        drawPhoto({ width: 800, height: 600, seed: seed + 1 })
          .jpeg()
          .toBuffer(),
      ),
    );
    const entered = await service.call('POST', 'auction/enter_lot', {
      token,
      json: {
        vin: VIN,
        mileage,
        primary_damage: 'Front end',
        photos: drawn.map((photo) => photo.toString('base64')),
      },
    });
    expect(entered.status).toBe(200);
    return scrapeAnswerSchema.parse(entered.json).lot_key ?? '';
  }

  /** A report that is ready; of a sample lot, or of one that was entered. */
  async function report(json: { auction_url: string; lot_key?: string }) {
    const started = await service.call('POST', 'auction/process_report', { token, json });
    expect([started.status, started.text]).toEqual([200, expect.stringContaining('report_id')]);
    const id = String(started.json.report_id);
    const read = async (): Promise<ReportModel | null> => {
      const detail = await readReportOf(service, token, id);
      if (detail?.task_status.endsWith('_failed')) throw new Error(detail.task_status);
      return detail?.task_status === 'finished' ? detail.report : null;
    };
    const made = await until('the report is ready', 300_000, read);
    const wait = (what: string, holds: (model: ReportModel) => boolean): Promise<ReportModel> =>
      until(what, 300_000, async () => {
        const model = await read();
        return model && holds(model) && model;
      });
    return { id, made, wait };
  }

  return {
    service,
    token,
    enter,
    report,
    /** Why each version was made anew, oldest first. */
    reasons: async (id: string): Promise<unknown[]> =>
      (
        await service.tools.pool.query<{ why: string }>(
          `SELECT told ->> 'late_photos' AS why FROM reports_before WHERE report_id = $1 ORDER BY version`,
          [id],
        )
      ).rows.map(({ why }) => why),
  };
}

/** Holds the turn of the text reader, as a slow lot before would, until `free` is called. */
function heldReader({ tools }: TestService): { free: () => void } {
  const turn = Promise.withResolvers<void>();
  void tools.textReader.forLot(SERVICE, () => turn.promise);
  onTestFinished(() => turn.resolve());
  return { free: turn.resolve };
}

async function jobsOf({ tools }: TestService, name: string): Promise<number> {
  const { rowCount } = await tools.pool.query('SELECT 1 FROM pgboss.job WHERE name = $1', [name]);
  return rowCount ?? 0;
}

const isRead = ({ photo_text }: ReportModel): boolean => photo_text !== 'later';

test('a report beside a slow text reader ends without it, says so, and is told what it read by its next version', async () => {
  const gate = path.join(await temporaryFolder(), 'gate');
  const { enter, report, reasons } = await serviceWith(
    `
import fs from 'node:fs';
export const readText = async () => {
  while (!fs.existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));
  return ${linesOf('ODO 087412 mi')};
};`,
    SHORT,
  );
  // More photos than there is time for, should one of them be held longer than a photo may take.
  const { id, made, wait } = await report({ auction_url: '', lot_key: await enter(150_000, 8) });
  expect([made.photo_text, made.photo_readings]).toEqual(['later', undefined]);
  expect(unreadWords(made)).toBe(
    'The VIN and the odometer on the photos are still being read: with them this report gets a new version, free of charge.',
  );
  await fs.writeFile(gate, '');
  const model = await wait('the version with the odometer', isRead);
  expect(reservationsOf(model).head).toContainEqual(
    expect.stringMatching(
      /^Red flag: the odometer on photo \d reads 87,412 mi, its user entered 150,000 mi\.$/,
    ),
  );
  expect(model.lot.mileage).toBe(150_000);
  expect(await reasons(id)).toEqual(['read']);
});

test('what was read later is told by a frame and one mail with its red flag, and costs nothing', async () => {
  const { service, token, enter, report } = await serviceWith(reads('ODO 087412 mi'), SHORT);
  const reader = heldReader(service);
  const { id, wait } = await report({ auction_url: '', lot_key: await enter(150_000, 1) });
  const quota = async () => (await service.call('GET', 'users/quota', { token })).json.available_reports;
  const before = await quota();
  reader.free();
  await wait('the version with the odometer', isRead);
  const events = await service.tools.pool.query<{ payload: unknown }>(
    'SELECT payload FROM report_events WHERE report_id = $1 ORDER BY seq DESC LIMIT 1',
    [id],
  );
  expect(events.rows).toMatchObject([{ payload: { status: 'finished', report_version: 1 } }]);
  expect([await quota(), await jobsOf(service, 'send-mail')]).toEqual([before, 2]);
  const { outbox } = service.tools;
  const mails = await until('both mails', 300_000, async () => {
    // One that is still being written is listed and cannot be read yet.
    const written = await Promise.all((await outbox.list()).map((mail) => outbox.read(mail)));
    return written.length === 2 && written.every((mail) => mail !== null) && written.map(String);
  });
  expect(
    mails.filter((mail) => /Red\s+flag:\s+the\s+odometer/.test(mail.replaceAll('=\r\n', ''))),
  ).toHaveLength(1);
});

test('a report whose photos a quick machine reads has one version, and nothing is queued after it', async () => {
  const { service, enter, report, reasons } = await serviceWith(reads('ODO 087412 mi'), LONG);
  const { id, made } = await report({ auction_url: '', lot_key: await enter(87_000, 1) });
  expect([made.photo_text, odometerReadWords(made)]).toEqual(['read', 'read from photo 1 too']);
  expect([await jobsOf(service, 'examine-photos'), await reasons(id)]).toEqual([0, []]);
});

test.each([
  ['of which nothing is read', `export const readText = async () => [];`, 'read'],
  ['whose reader goes down', `export const readText = async () => process.exit(3);`, 'failed'],
])('a report %s later says so in a version that nobody is written about', async (_, engine, text) => {
  const { service, enter, report } = await serviceWith(engine, SHORT);
  const reader = heldReader(service);
  const { made, wait } = await report({ auction_url: '', lot_key: await enter(87_000, 2) });
  reader.free();
  const model = await wait('the version that says so', isRead);
  expect([model.photo_text, model.photo_readings]).toEqual([text, undefined]);
  expect(model.estimate.total).toEqual(made.estimate.total);
  expect(await jobsOf(service, 'send-mail')).toBe(1);
});

test('what its user changed and approved before it was read stays as it was', async () => {
  const { service, token, enter, report } = await serviceWith(reads('ODO 087412 mi'), SHORT);
  const reader = heldReader(service);
  const { id, made, wait } = await report({ auction_url: '', lot_key: await enter(87_000, 1) });
  const at = (rest: string): string => `reports/${id}/${rest}`;
  const [line] = made.estimate.lines.filter(({ category }) => category !== null);
  const edit = await service.call('PATCH', at('lines'), {
    token,
    json: { version: 0, edits: [{ kind: 'exclude', line_id: line?.id }] },
  });
  expect(edit.json).toMatchObject({ version: 1 });
  const approved = await service.call('POST', at('approval'), { token, json: { version: 1 } });
  expect(approved.status).toBe(200);
  reader.free();
  const { estimate } = await wait('the version with the odometer', isRead);
  expect(estimate.excluded?.map((entry) => entry.id)).toContain(line?.id);
  const approvals = await service.call('GET', at('approvals'), { token });
  expect(approvals.json).toEqual([approved.json]);
  const kept = await service.call('GET', at(`approvals/${String(approved.json.approval_id)}`), { token });
  expect(JSON.stringify(kept.json)).toContain('"photo_text":"later"');
});

test('a photo that was read before its worker went down is not read again by the next one', async () => {
  const folder = await temporaryFolder();
  const [gate, looks] = [path.join(folder, 'gate'), path.join(folder, 'looks')];
  const { service, enter, report } = await serviceWith(
    `
import { createHash } from 'node:crypto';
import fs from 'node:fs';
export const readText = async (photo, { side, box }) => {
  const id = createHash('sha256').update(photo).digest('hex');
  if (side < 1000 && !box) fs.appendFileSync(${JSON.stringify(looks)}, id + '\\n');
  const first = fs.readFileSync(${JSON.stringify(looks)}, 'utf8').split('\\n')[0];
  while (id !== first && !fs.existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));
  return ${linesOf('ODO 087412 mi')};
};`,
    SHORT,
  );
  const { made, wait } = await report({ auction_url: '', lot_key: await enter(87_000, 8) });
  expect(made.photo_text).toBe('later');
  await until(
    'the first photo',
    180_000,
    async () =>
      (await service.tools.store.list('lots/')).filter((key) => key.endsWith('/readings.json')).length > 0,
  );
  await service.tools.queue.stop(0);
  const tools = await createTools(service.config, pino({ level: 'silent' }));
  const stopWorker = await startWorker(tools);
  onTestFinished(async () => {
    await stopWorker(0);
    await tools.queue.stop(0);
    tools.hub.close();
    await tools.close();
  });
  await fs.writeFile(gate, '');
  await wait('the version with the odometer', isRead);
  const [first, ...others] = (await fs.readFile(looks, 'utf8')).trim().split('\n');
  expect(others.length).toBeGreaterThan(0);
  expect(others).not.toContain(first);
});

test('a late reading and a late look make two versions at most, each with its reason', async () => {
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const answered = scripted({ findings: [{ photo: 1, part: 'hood', types: ['torn'], confidence: 0.9 }] });
  const ollama = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:8b-instruct', sees: true }],
    async (asked) => {
      await gate.promise;
      return answered(asked);
    },
  );
  const { service, report, reasons } = await serviceWith(reads('ODO 011111 mi'), {
    ...(await freshBeside({ ollama })),
    ...SHORT,
    VISION_WAIT_SECONDS: '1',
  });
  const reader = heldReader(service);
  const { id, made, wait } = await report({ auction_url: 'https://bid.cars/en/lot/1-90000001' });
  expect([made.photo_text, made.detection.engine.id]).toEqual(['later', 'declared']);
  reader.free();
  await wait('the version with the odometer', isRead);
  gate.resolve();
  const model = await wait(
    'the version with the photos',
    ({ detection }) => detection.engine.id === 'vision',
  );
  expect(model.photo_readings).toMatchObject([{ of: 'odometer', value: 11_111, listing: 'lower' }]);
  expect(await reasons(id)).toEqual(['read', 'examined']);
  const { rows } = await service.tools.pool.query<{ user_id: string }>(
    'SELECT user_id FROM reports WHERE id = $1',
    [id],
  );
  const { history } = await readFile(service.tools, String(rows[0]?.user_id), id);
  expect(history.versions.map(({ changes }) => changes[0])).toEqual([
    'Photos examined after the report was ready',
    'VIN and odometer looked for on the photos after the report was ready',
    'As made from the listing',
  ]);
});

test('to a model that others run no photo leaves before it was looked through: the report ends, and its look is late', async () => {
  const { site, asked } = await startStandIn('openai', scripted({}));
  const { service, report, reasons } = await serviceWith(
    `
export const findFaces = async () => [[0, 0, 1, 1]];
export const readText = async () => [];`,
    {
      ...SHORT,
      VISION_PROVIDER: 'openai',
      VISION_MODEL: 'gpt-5.5',
      VISION_API_KEY: 'key-1',
      VISION_BASE_URL: `${site.origin}/v1`,
    },
  );
  const reader = heldReader(service);
  const { id, made, wait } = await report({ auction_url: 'https://www.copart.com/lot/90000002' });
  expect(asked).toEqual([]);
  const late = made.gaps.find(({ fact }) => fact?.code === 'examined_later');
  expect(made.gaps.map(gapWords)).toContainEqual(
    expect.stringMatching(/^Photos were not examined: the look for faces and plates was not done in time/),
  );
  reader.free();
  const model = await wait(
    'the version with the photos',
    ({ detection }) => detection.engine.id === 'vision',
  );
  const sent = asked.filter(isFind);
  expect(late?.fact).toMatchObject({ count: new Set(sent.flatMap(photosAsked)).size });
  expect(model.gaps.map(({ fact }) => fact?.code)).not.toContain('photos_uncovered');
  // Of each picture all is face: none shows anything but the fill.
  for (const picture of asked.flatMap(({ images }) => images)) {
    const { channels } = await sharp(Buffer.from(picture, 'base64')).stats();
    for (const { min, max } of channels)
      expect([min, max].map((value) => Math.abs(value - 128) <= 2)).toEqual([true, true]);
  }
  expect(sent.length).toBeGreaterThan(0);
  expect(await reasons(id)).toContain('examined');
});
