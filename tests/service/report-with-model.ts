import { inject } from 'vitest';
import { type ReportModel, reportModelSchema } from '../../contract/schemas/report.ts';
import { installEngine } from './install-engine.ts';
import { readReportOf, SAMPLE_ACCOUNT, startService, until } from './service.ts';

/**
 * The whole service with a configured model, asked for a report of a sample lot; `engine`: of the add-on, by its text; `reports`: as
 * many one after the other, of which the last is told.
 */
export async function reportWith(
  base: string,
  more: Record<string, string> = {},
  {
    lot = 'https://www.copart.com/lot/90000002',
    engine,
    reports = 1,
  }: { lot?: string; engine?: string; reports?: number } = {},
): Promise<{ model: ReportModel; roles: { detector: string } }> {
  const service = await startService(inject('databaseServer'), {
    environment: {
      VISION_PROVIDER: 'openai_compatible',
      VISION_MODEL: 'eye',
      VISION_BASE_URL: `${base}/v1`,
      VISION_PRICE_IN: '2',
      VISION_PRICE_OUT: '10',
      // Longer than any machine takes for an engine that does nothing.
      TEXT_READER_WAIT_SECONDS: '180',
      ...more,
    },
  });
  try {
    if (engine !== undefined) await installEngine(service.dataDir, engine);
    const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const make = async () => {
      const started = await service.call('POST', 'auction/process_report', {
        token,
        json: { auction_url: lot },
      });
      return await until('the report is ready', 180_000, async () => {
        const detail = await readReportOf(service, token, String(started.json.report_id));
        if (detail === null) return null;
        if (detail.task_status.endsWith('_failed')) throw new Error(detail.task_status);
        return detail.task_status === 'finished' && detail.report;
      });
    };
    for (let before = 1; before < reports; before += 1) await make();
    const model = await make();
    return { model: reportModelSchema.parse(model), roles: service.tools.roles };
  } finally {
    await service.close();
  }
}
