import type pg from 'pg';
import { type KeptEstimate, MOST_KEPT_ESTIMATES } from '../../contract/estimate-exchange/kept-estimate.ts';
import { centsFromDollars } from '../../contract/schemas/money.ts';
import { makeName, type NumberMake } from '../../contract/vehicles/makes.ts';
import { type KeptEstimateRow, keepEstimate, listKeptEstimates } from '../db/catalogue/kept-estimates.ts';
import type { Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { keepableParts } from '../estimate-exchange/keepable-parts.ts';
import type { ReadEstimate } from '../estimate-exchange/read-estimate.ts';

/** A kept row as its owner sees it. */
export const listedEstimate = ({ id, make, hours, ...row }: KeptEstimateRow): KeptEstimate => ({
  estimate_id: id,
  ...row,
  make: makeName(make as NumberMake),
  hours: Math.round(hours * 100) / 100,
});

/** The estimates an account keeps, newest first. */
export const keptEstimates = async (client: Queryable, userId: string): Promise<KeptEstimate[]> =>
  (await listKeptEstimates(client, userId)).map(listedEstimate);

/**
 * Keeps the OEM numbers, prices and hours of an estimate for the reports of an account; the same files once. Throws
 * validation_error where it has none that can be kept, or too many are.
 */
export async function keepSentEstimate(
  pool: pg.Pool,
  userId: string,
  { estimate, file_name, sha256 }: ReadEstimate,
): Promise<KeptEstimate> {
  const { parts, model_key, ...car } = keepableParts(estimate);
  const id = await keepEstimate(
    pool,
    {
      userId,
      fileName: file_name,
      sha256,
      format: estimate.format,
      system: estimate.system,
      dated: estimate.dated,
      ...car,
      modelKey: model_key,
      parts: parts.map(({ price, labour_hours, refinish_hours, ...part }) => ({
        ...part,
        priceCents: price === null ? null : centsFromDollars(price),
        labourHours: labour_hours,
        refinishHours: refinish_hours,
      })),
    },
    MOST_KEPT_ESTIMATES,
  );
  if (id === null)
    throw new AppError(
      'validation_error',
      `You keep ${MOST_KEPT_ESTIMATES} estimates already: remove one under Account Settings first.`,
      { details: { field: 'files', reason: 'too_many' } },
    );
  const [kept] = await listKeptEstimates(pool, userId, { only: id });
  if (!kept) throw new AppError('not_found', 'This estimate was removed again meanwhile.');
  return listedEstimate(kept);
}
