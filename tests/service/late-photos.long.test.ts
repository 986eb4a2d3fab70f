import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { pushMessageSchema } from '../../contract/push/push-message.ts';
import { pushStateSchema } from '../../contract/push/push-subscription.ts';
import { gapWords } from '../../contract/report-view/words/reservation.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { startWorker } from '../../server/start-worker.ts';
import { createTools } from '../../server/tools.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { PUSH_ORIGIN, startPushService } from './push-stand-in.ts';
import { readReportOf, SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';

// Each makes a report and waits for its next version: ten seconds, on a busy machine many times that.
vi.setConfig({ testTimeout: 400_000 });

const answered = scripted({
  findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }],
});

/**
 * A service beside a model that answers nothing about photos before `open` is called (about the first ones: `openFirst`), with
 * a report that did not wait for it. `fails`: then it answers nothing of use. `origins`: who answers for whom besides.
 */
async function besideSlowModel({ fails = false, origins = {} } = {}) {
  const first = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ollama = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:8b-instruct', sees: true }],
    async (asked) => {
      const isFirst = isFind(asked) && photosAsked(asked).includes(1);
      await Promise.race(isFirst ? [first.promise, gate.promise] : [gate.promise]);
      return fails ? { status: 500 } : answered(asked);
    },
  );
  const { SOURCE_ORIGINS = '{}', ...fresh } = await freshBeside({ ollama });
  const service = await startService(inject('databaseServer'), {
    environment: {
      ...fresh,
      SOURCE_ORIGINS: JSON.stringify({ ...(JSON.parse(SOURCE_ORIGINS) as object), ...origins }),
      VISION_WAIT_SECONDS: '1',
    },
  });
  onTestFinished(async () => {
    gate.resolve();
    await service.close();
  });
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const started = await service.call('POST', 'auction/process_report', {
    token,
    json: { auction_url: 'https://bid.cars/en/lot/1-90000001' },
  });
  expect([started.status, started.text]).toEqual([200, expect.stringContaining('report_id')]);
  const id = String(started.json.report_id);
  const read = () => readReportOf(service, token, id);
  const made = await until('the report is ready', 180_000, async () => {
    const detail = await read();
    return detail?.task_status === 'finished' && detail.report;
  });
  return { service, ollama, token, id, made, openFirst: first.resolve, open: gate.resolve, read };
}

const examinedOf = async (read: () => Promise<{ report: ReportModel | null } | null>): Promise<ReportModel> =>
  await until('the version with the photos', 180_000, async () => {
    const report = (await read())?.report;
    return report?.detection.engine.id === 'vision' && report;
  });

async function readyMails({ tools: { outbox } }: TestService): Promise<number> {
  const texts = await Promise.all(
    (await outbox.list()).map(async (id) => (await outbox.read(id))?.toString('utf8') ?? ''),
  );
  return texts.filter((text) => /^Subject: Report ready/m.test(text)).length;
}

test('a report beside a slow model ends from the listing and says that the photos come later', async () => {
  const { made } = await besideSlowModel();
  expect(made.detection.engine).toMatchObject({ id: 'declared', examined_photos: 0 });
  expect(made.gaps.map(gapWords)).toContain(
    `${made.photos.length} photos are still being examined: with them this report gets a new version, free of charge.`,
  );
});

test('the photos make its next version, free of charge, told by a frame and one mail', async () => {
  const { service, token, id, open, read } = await besideSlowModel();
  const quota = async () => (await service.call('GET', 'users/quota', { token })).json.available_reports;
  const before = await quota();
  expect(before).toBe(99);
  open();
  const model = await examinedOf(read);
  expect(model.examined.photos_examined).toBe(model.photos.length);
  expect(model.gaps.map(({ fact }) => fact?.code)).not.toContain('examined_later');
  expect(await quota()).toBe(before);
  const events = await service.tools.pool.query<{ payload: unknown }>(
    'SELECT payload FROM report_events WHERE report_id = $1 ORDER BY seq DESC LIMIT 1',
    [id],
  );
  expect(events.rows).toMatchObject([{ payload: { status: 'finished', report_version: 1 } }]);
  await until('both mails', 180_000, async () => (await readyMails(service)) === 2);
});

test('a device that asked for notifications is told of the version with the photos', async () => {
  const standIn = await startPushService();
  onTestFinished(() => standIn.close());
  const { service, token, id, open } = await besideSlowModel({ origins: { [PUSH_ORIGIN]: standIn.origin } });
  const state = await service.call('GET', 'users/me/push', { token });
  const device = standIn.subscribe(pushStateSchema.parse(state.json).public_key);
  await service.call('POST', 'users/me/push', { token, json: device.subscription });
  open();
  await until('the notification', 180_000, async () => device.told.length > 0);
  expect(device.told.map(({ text }) => pushMessageSchema.parse(JSON.parse(text)))).toMatchObject([
    { outcome: 'updated', report_id: id },
  ]);
});

test('photos that no try was any use for are said to stay unexamined, in a version that nobody is written about', async () => {
  const { service, token, open, made, read } = await besideSlowModel({ fails: true });
  const { pool } = service.tools;
  // The last try of them all.
  await pool.query(`UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'examine-photos'`);
  open();
  const model = await until('the version that says so', 180_000, async () => {
    const report = (await read())?.report;
    return report?.gaps.some(({ fact }) => fact?.code === 'later_failed') && report;
  });
  expect(model.gaps.map(gapWords)).toContain(
    `The photo model of this service was asked about ${made.photos.length} photos again after the report was ready and could not examine them.`,
  );
  expect(model.gaps.map(({ fact }) => fact?.code)).not.toContain('examined_later');
  expect(model.estimate.total).toEqual(made.estimate.total);
  const mails = await pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'send-mail'`);
  expect(mails.rowCount).toBe(1);
  const quota = await service.call('GET', 'users/quota', { token });
  expect(quota.json.available_reports).toBe(99);
});

test('what its user changed in between is kept', async () => {
  const { service, token, id, made, open, read } = await besideSlowModel();
  const seen = 'front_bumper_cover';
  const line = made.estimate.lines.find(({ category }) => category === seen);
  if (!line) throw new Error(`no ${seen}`);
  const edit = await service.call('PATCH', `reports/${id}/lines`, {
    token,
    json: { version: 0, edits: [{ kind: 'exclude', line_id: line.id }] },
  });
  expect(edit.json).toMatchObject({ version: 1 });
  open();
  const { estimate } = await examinedOf(read);
  expect(estimate.lines.map(({ id: of }) => of)).not.toContain(line.id);
  expect(estimate.excluded?.map(({ id: of }) => of)).toContain(line.id);
});

test('a worker that goes down in between leaves the rest, and what was seen, to the next one', async () => {
  const { service, ollama, open, openFirst, read } = await besideSlowModel();
  openFirst();
  const finds = () => ollama.asked.filter(isFind).map(photosAsked);
  // What the model said of the first three photos is kept; the later job waits for the others.
  await until(
    'the first photos',
    180_000,
    async () => (await service.tools.store.list('vision/')).length >= 3,
  );
  await service.tools.queue.stop(0);
  const before = finds().length;
  const tools = await createTools(service.config, pino({ level: 'silent' }));
  const stopWorker = await startWorker(tools);
  onTestFinished(async () => {
    await stopWorker(0);
    await tools.queue.stop(0);
    tools.hub.close();
    await tools.close();
  });
  open();
  const model = await examinedOf(read);
  expect(model.examined.photos_examined).toBe(model.photos.length);
  expect(finds().slice(before).flat()).not.toContain(1);
});

test('a report that is deleted in between is left alone', async () => {
  const { service, open, id } = await besideSlowModel();
  await service.tools.pool.query('DELETE FROM reports WHERE id = $1', [id]);
  open();
  await until('the job is done', 180_000, async () => {
    const { rows } = await service.tools.pool.query<{ state: string }>(
      `SELECT state FROM pgboss.job WHERE name = 'examine-photos'`,
    );
    return rows.length === 1 && rows[0]?.state === 'completed';
  });
});
