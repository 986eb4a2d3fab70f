import { inject } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { type ReportModel, reportModelSchema } from '../../contract/schemas/report.ts';
import { installEngine } from './install-engine.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';

/** The whole service with a configured model, asked for a report of a sample lot; `engine`: of the add-on, by its text. */
export async function reportWith(
  base: string,
  more: Record<string, string> = {},
  { lot = 'https://www.copart.com/lot/90000002', engine }: { lot?: string; engine?: string } = {},
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
    if (engine !== undefined) await installEngine(service.dataDir, engine);
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const started = await service.call('POST', 'auction/process_report', {
      token,
      json: { auction_url: lot },
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
