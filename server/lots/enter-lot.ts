import type { EnterLotRequest } from '../../contract/api/auction-answers.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { NO_FACTS } from '../auction-sites/auction-site.ts';
import { odometerOf, tidy, vinOf } from '../auction-sites/page/listing-values.ts';
import { AppError } from '../errors.ts';
import { decodeVin, FIRST_VIN_YEAR, sharesMakerCode } from '../vehicles/decode-vin.ts';
import { readMake } from '../vehicles/makes.ts';
import { readVin } from '../vehicles/read-vin.ts';
import { finishLot } from './finish-lot.ts';

/** The part of the request that is no photo. */
export type LotEntry = Omit<EnterLotRequest, 'photos'>;

/**
 * A lot as its user typed it in: a VIN, which tells the car as far as it goes, or year, make and model. It has a site only
 * where its user names one, and no address.
 */
export function enterLot(entry: LotEntry): Lot {
  const given = (text: string | undefined): string | null => (text === undefined ? null : tidy(text) || null);
  const vin = vinOf(entry.vin);
  if (given(entry.vin) !== null && vin === null)
    throw invalid('This is not a VIN: it has 17 letters and digits.');
  const illegal = readVin(entry.vin ?? '')?.illegal ?? [];
  if (illegal.length > 0)
    throw invalid(`A VIN never holds the letter ${illegal.join(' or ')}: please look at it again.`);
  const latest = new Date().getFullYear() + 1;
  if (entry.year !== undefined && entry.year > latest)
    throw invalid(`There is no model year ${entry.year} yet: the latest is ${latest}.`);
  const decoded = vin === null ? null : decodeVin(vin, entry.year ?? null);
  const year = entry.year ?? decoded?.year ?? null;
  const typed = given(entry.make);
  const make = typed === null ? (decoded?.make ?? null) : readMake(typed).name;
  if (vin !== null && typed !== null && decoded?.make != null && decoded.make !== make)
    if (!sharesMakerCode(vin, typed))
      throw invalid(`This VIN is of a ${decoded.make}, not of a ${make}: please look at both again.`);
  const model = given(entry.model) ?? decoded?.model ?? null;
  if (decoded === null && (year === null || make === null || model === null))
    throw invalid(
      vin === null
        ? 'Enter the VIN, or year, make and model.'
        : 'This number is not a VIN, which has 17 letters and digits. Cars built before 1981 have none. Enter year, make and model.',
    );
  if (vin !== null && decoded === null && !isOtherNumber(entry.vin ?? '', year))
    throw invalid('This is not a VIN: it has 17 letters and digits.');
  return finishLot({
    ...NO_FACTS,
    ...odometerOf({ value: entry.mileage ?? null, unit: 'mi', brand: null }),
    site: entry.site ?? null,
    lot_number: given(entry.lot_number) ?? '',
    url: '',
    name: null,
    vin,
    vin_masked: vin?.endsWith('*') ?? false,
    year,
    make,
    model,
    trim: given(entry.trim),
    body_style: given(entry.body_style),
    primary_damage: given(entry.primary_damage),
    secondary_damage: given(entry.secondary_damage),
    run_condition: entry.run_condition ?? null,
    airbags: entry.airbags ?? null,
    title: given(entry.title),
    listing_state: 'active',
    market: null,
  });
}

/** A car's number that is no VIN: of a car built before them, or a frame number of Japan (`BNR32-003456`). */
const isOtherNumber = (text: string, year: number | null): boolean =>
  (year !== null && year < FIRST_VIN_YEAR) || /^\s*[A-Z0-9]{2,8}-\d{4,7}\s*$/i.test(text);

const invalid = (message: string): AppError => new AppError('validation_error', message);
