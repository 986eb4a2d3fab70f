import { siteSchema } from '../../../contract/schemas/lot.ts';
import { damageKeysOf } from '../../damage-detectors/declared/damage-codes.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import type { Queryable } from '../../db/client.ts';
import { findOwnResults, type OwnResult } from '../../db/reports/own-results.ts';
import { lotClass, type OwnLot } from '../../deals/expected/own-lots.ts';
import { readJurisdiction } from '../../estimate/tables/read-place.ts';

/** A lot that was sold as others are compared with it; null where no day of its sale is known. */
export function ownLotOf(result: OwnResult): OwnLot | null {
  const { usd, value, day, year, title, location } = result;
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const site = siteSchema.safeParse(result.site).data ?? null;
  return {
    ...lotClass({
      damage: damageKeysOf({ ...result, site }),
      title: readTitle(title, location === null ? null : readJurisdiction(location)),
    }),
    share: usd / value,
    day,
    year,
  };
}

/** What the other lots of an account brought, by its reports. */
export const readOwnLots = async (client: Queryable, userId: string, reportId: string): Promise<OwnLot[]> =>
  (await findOwnResults(client, userId, reportId)).map(ownLotOf).filter((lot) => lot !== null);
