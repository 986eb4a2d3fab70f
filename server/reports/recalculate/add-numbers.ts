import { createHash } from 'node:crypto';
import type { PastedNumbers, PastedNumbersAnswer } from '../../../contract/dealer-page/pasted-numbers.ts';
import { MOST_KEPT_ESTIMATES } from '../../../contract/estimate-exchange/kept-estimate.ts';
import { numberShare } from '../../../contract/report-view/head/missing-numbers.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import { numberMake } from '../../../contract/vehicles/makes.ts';
import { keepEstimate } from '../../db/catalogue/kept-estimates.ts';
import { AppError } from '../../errors.ts';
import { readPastedNumbers } from '../../parts-catalogues/pasted-numbers/read-pasted-numbers.ts';
import { modelKey } from '../../vehicles/model-key.ts';
import { listedMake } from '../../vehicles/models.ts';
import { readFinishedReport } from '../read-report.ts';
import { type RecalculateTools, recalculateReport } from './recalculate-report.ts';

const refused = (message: string, reason: string): AppError =>
  new AppError('validation_error', message, { details: { field: 'text', reason } });

/**
 * Saves the numbers that a user pasted for their report's car, and updates the report with them: they serve later reports of the
 * same model and year too, marked as seen on a similar car.
 * @throws {AppError} `validation_error` with a reason where nothing can be saved; what `recalculateReport` throws.
 */
export async function addNumbers(
  tools: RecalculateTools,
  userId: string,
  reportId: string,
  { version, text }: PastedNumbers,
  by: Parameters<typeof recalculateReport>[4] = {},
): Promise<PastedNumbersAnswer> {
  const { vehicle } = await readFinishedReport(tools, userId, reportId);
  const make = numberMake(vehicle);
  const { model, year, vin } = vehicle;
  if (make === null && vehicle.make !== null)
    throw refused(`LotLens can’t read ${vehicle.make} part numbers yet.`, 'unknown_form');
  if (make === null || model === null)
    throw refused('This report has no make or model, so numbers can’t be saved for its car.', 'no_car');
  const read = readPastedNumbers(make, text);
  const known = read.filter(({ category }) => category !== null);
  if (known.length === 0)
    throw refused(
      read.length === 0
        ? `We found no ${vehicle.make ?? ''} part numbers in this text.`
        : 'We found part numbers, but no part names we know. Paste each number with its part name.',
      read.length === 0 ? 'no_numbers' : 'no_names',
    );
  const saved = await keepEstimate(
    tools.pool,
    {
      userId,
      fileName: 'Numbers you added',
      sha256: createHash('sha256').update(`${vin} ${model} ${year} ${text}`).digest('hex'),
      format: 'pasted',
      system: null,
      dated: tools.now().toISOString().slice(0, 10),
      vin: vin ?? '',
      make,
      model,
      modelKey: modelKey(listedMake(make), model),
      year,
      parts: known.map(({ number, name, price, side }, index) => ({
        line: index + 1,
        number,
        name,
        group: '',
        side,
        priceCents: price === null ? null : centsFromDollars(price),
        quantity: 1,
        labourHours: 0,
        refinishHours: 0,
        operation: null,
      })),
    },
    MOST_KEPT_ESTIMATES,
  );
  if (saved === null)
    throw refused(
      `You have ${MOST_KEPT_ESTIMATES} saved estimates. Remove one in Account Settings first.`,
      'too_many',
    );
  const recalculated = await recalculateReport(tools, userId, reportId, version, by);
  const { with_number, of } = numberShare(recalculated.report);
  const shown = ({ number, name, price }: (typeof read)[number]) => ({ number, name, price });
  return {
    saved: known.map(shown),
    unknown: read.filter(({ category }) => category === null).map(shown),
    lines_with_number: with_number,
    lines: of,
    recalculated,
  };
}
