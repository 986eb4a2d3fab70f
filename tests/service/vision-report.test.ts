import { expect, inject, it } from 'vitest';
import { reportDetailSchema } from '../../contract/calls.ts';
import { type ReportModel, reportModelSchema } from '../../contract/report.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';
import { isFind, scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

/** The whole service with a configured model, asked for a report of a sample lot. */
async function reportWith(
  base: string,
  more: Record<string, string> = {},
): Promise<{ model: ReportModel; roles: { detector: string } }> {
  const service = await startService(inject('databaseServer'), {
    environment: {
      VISION_PROVIDER: 'openai_compatible',
      VISION_MODEL: 'eye',
      VISION_BASE_URL: `${base}/v1`,
      VISION_PRICE_IN: '2',
      VISION_PRICE_OUT: '10',
      ...more,
    },
  });
  try {
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const started = await service.call('POST', 'auction/process_report', {
      token,
      json: { auction_url: 'https://www.copart.com/lot/90000002' },
    });
    const model = await until('the report is ready', 60_000, async () => {
      const answer = await service.call('GET', `reports/${String(started.json.report_id)}`, { token });
      const detail = reportDetailSchema.parse(answer.json);
      if (detail.task_status.endsWith('_failed')) throw new Error(detail.task_status);
      return detail.task_status === 'finished' && detail.report;
    });
    return { model: reportModelSchema.parse(model), roles: service.tools.roles };
  } finally {
    await service.close();
  }
}

it('a configured model examines the photos of a real report, through the guard', async () => {
  const { site, asked } = await startStandIn(
    'openai_compatible',
    scripted({ findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }] }),
  );
  const { model, roles } = await reportWith(site.origin);
  expect(roles.detector).toContain('eye');
  expect(asked.filter(isFind).length).toBeGreaterThan(0);
  expect(model.detection.engine).toMatchObject({ id: 'vision', model: 'eye' });
  expect(model.examined.photos_examined).toBe(model.photos.length);
  const bumper = model.detection.findings.find((it) => it.category === 'front_bumper_cover');
  expect(bumper?.evidence).toMatchObject([{ photo: 1 }]);
  expect(model.detection.engine.usd).toBeGreaterThan(0);
});

it('a report beyond the account’s cap of the day rests on the declared damage and says so', async () => {
  const { site, asked } = await startStandIn('openai_compatible', scripted({}));
  const { model } = await reportWith(site.origin, { VISION_MAX_USD_PER_USER_DAY: '0.001' });
  expect(asked).toHaveLength(0);
  expect(model.detection.engine.id).toBe('declared');
  expect(model.gaps.map((gap) => gap.message).join(' ')).toContain('spend cap for photo checks');
});
