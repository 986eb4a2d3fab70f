import { z } from 'zod';
import type { DealBrief } from '../../../contract/deal/deal-brief.ts';
import { type DealSettings, dealSettingsSchema } from '../../../contract/deal/deal-settings.ts';
import type { DealVerdict } from '../../../contract/deal/deal-verdict.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { DEAL_TABLES_ID } from '../../data-tables/table-files.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, rows } from '../rows.ts';
import { upgradeReport } from './upgrade-report.ts';

// What a later version no longer takes counts as not set.
const settingsRow = z.object({ deal_settings: dealSettingsSchema.nullable().catch(null) });

/** What the owner of a report set for its deal; nothing where it is not theirs. */
export async function findDealSettings(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<DealSettings> {
  const row = await firstRow(
    client,
    settingsRow,
    'SELECT deal_settings FROM reports WHERE id = $1 AND user_id = $2',
    [reportId, userId],
  );
  return row?.deal_settings ?? {};
}

/** In place of what was set; an empty object sets nothing. */
export async function saveDealSettings(
  client: Queryable,
  { userId, reportId, settings }: { userId: string; reportId: string; settings: DealSettings },
): Promise<void> {
  await execute(client, 'UPDATE reports SET deal_settings = $3 WHERE id = $1 AND user_id = $2', [
    reportId,
    userId,
    Object.keys(settings).length > 0 ? JSON.stringify(settings) : null,
  ]);
}

/** Names all that a report's deal is calculated from, the year by which customs count a car's age with it: another one, or its lot read otherwise, and its stored figures are old. */
export const DEAL_STAMP = `md5(concat_ws(' ', '${DEAL_TABLES_ID}', extract(year FROM now() AT TIME ZONE 'UTC'), reports.version, reports.deal_settings::text,
  (SELECT max(c.id) FROM lot_changes c WHERE c.report_id = reports.id),
  (SELECT concat_ws(' ', p.deal::text, p.state) FROM account_preferences p WHERE p.user_id = reports.user_id)))`;

const staleRow = z.object({
  id: z.string(),
  model: z.unknown(),
  deal_settings: settingsRow.shape.deal_settings,
  stamp: z.string(),
});
/** A finished report whose deal was not calculated yet, or from something else. */
export type StaleDeal = { id: string; model: ReportModel; settings: DealSettings; stamp: string };

/** Those of these reports of a user; nothing else of the account is looked at. */
export async function findStaleDeals(
  client: Queryable,
  userId: string,
  reportIds: readonly string[],
): Promise<StaleDeal[]> {
  const found = await rows(
    client,
    staleRow,
    `SELECT id, coalesce(edited_model, model) AS model, deal_settings, ${DEAL_STAMP} AS stamp FROM reports
      WHERE user_id = $1 AND id = ANY($2::uuid[]) AND status = 'finished' AND model IS NOT NULL
        AND deal_stamp IS DISTINCT FROM ${DEAL_STAMP}`,
    [userId, reportIds],
  );
  return found.map(({ id, model, deal_settings, stamp }) => ({
    id,
    model: upgradeReport(model),
    settings: deal_settings ?? {},
    stamp,
  }));
}

/** Stores what was calculated from what `stamp` names; what came meanwhile makes it old, not lost. */
export async function saveDealFigures(
  client: Queryable,
  deal: {
    id: string;
    stamp: string;
    verdict: DealVerdict | null;
    ceiling: Cents | null;
    brief: DealBrief | null;
  },
): Promise<void> {
  await execute(
    client,
    'UPDATE reports SET deal_verdict = $2, deal_ceiling_cents = $3, deal_stamp = $4, deal_brief = $5 WHERE id = $1',
    [deal.id, deal.verdict, deal.ceiling, deal.stamp, deal.brief && JSON.stringify(deal.brief)],
  );
}
