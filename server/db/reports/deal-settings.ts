import { z } from 'zod';
import { type DealSettings, dealSettingsSchema } from '../../../contract/deal/deal-settings.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow } from '../rows.ts';

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
