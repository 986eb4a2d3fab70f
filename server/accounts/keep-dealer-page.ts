import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { KeptDealerPart } from '../../contract/dealer-page/opened-page.ts';
import { MOST_IMPORTED_LINES } from '../../contract/estimate-exchange/imported-estimate.ts';
import { MOST_KEPT_ESTIMATES } from '../../contract/estimate-exchange/kept-estimate.ts';
import { centsFromDollars } from '../../contract/schemas/money.ts';
import { keepDealerPart, listKeptEstimates } from '../db/catalogue/kept-estimates.ts';
import { AppError } from '../errors.ts';
import { keepableCar } from '../estimate-exchange/keepable-parts.ts';
import type { OpenedPart } from '../parts-catalogues/dealer-store/opened-page.ts';
import { unkeepablePage } from '../parts-catalogues/dealer-store/unkeepable-page.ts';
import { numberFormatOk } from '../parts-catalogues/merge/number-format.ts';
import { listedEstimate } from './kept-estimates.ts';

/**
 * Keeps the number and price of a dealer's page for an account's reports of its VIN; those of one store, VIN and day stand
 * together. Throws validation_error where the number has not the form of the VIN's make, or too much is kept.
 */
export async function keepDealerPage(
  { pool, now }: { pool: pg.Pool; now: () => Date },
  userId: string,
  opened: OpenedPart,
): Promise<KeptDealerPart> {
  const { store, url, vin, number, name, price } = opened;
  const car = keepableCar(vin);
  if (car?.make == null || !numberFormatOk(car.make, number)) throw unkeepablePage('no_number');
  const day = now().toISOString().slice(0, 10);
  const id = await keepDealerPart(
    pool,
    {
      userId,
      fileName: store,
      sha256: createHash('sha256').update(`${store} ${vin} ${day}`).digest('hex'),
      dated: day,
      vin,
      make: car.make,
      model: car.model,
      modelKey: car.model_key,
      year: car.year,
      part: {
        number,
        name,
        priceCents: price === null ? null : centsFromDollars(price),
        url,
        fitsVin: opened.fitsVin,
      },
    },
    { most: MOST_KEPT_ESTIMATES, mostParts: MOST_IMPORTED_LINES },
  );
  if (id === null)
    throw new AppError(
      'validation_error',
      'You keep as many estimates and dealers’ pages as LotLens holds: remove one under Account Settings first.',
      { details: { field: 'page', reason: 'too_many' } },
    );
  const [kept] = await listKeptEstimates(pool, userId, { only: id });
  if (!kept) throw new AppError('not_found', 'These pages were removed again meanwhile.');
  return {
    number,
    name,
    price,
    vin,
    vin_from: opened.vinFrom,
    fits_vin: opened.fitsVin,
    kept: listedEstimate(kept),
  };
}
