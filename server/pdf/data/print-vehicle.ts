import { AIRBAG_WORDS, declaredWords, KEY_WORDS, RUN_WORDS } from '../../../contract/lot-words.ts';
import { odometerFigure } from '../../../contract/report-view/head/lot-facts.ts';
import { odometerReadWords, vinReadWords } from '../../../contract/report-view/head/photo-readings.ts';
import { marketFacts } from '../../../contract/report-view/market/market-facts.ts';
import { disagreementWords } from '../../../contract/report-view/words/reservation.ts';
import { titleWords } from '../../../contract/report-view/words/title-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { dayOf, joined } from './figures.ts';

const MASKED =
  'Make, model year and body are decoded from the rest; part numbers are matched by model and year, never by VIN.';

/**
 * The car and its condition: facts, what its VIN decodes to, where VIN and listing differ, and what its page says of the market. `now`:
 * ms since 1970, for a sale that is over.
 */
export function printVehicle(model: ReportModel, now: number) {
  const { vehicle } = model;
  const entered = model.lot_origin === 'entered';
  const masked = `${entered ? 'The end of the VIN was not entered.' : 'The auction hides the end of the VIN.'} ${MASKED}`;
  return {
    facts: [...factsOf(model), ...marketFacts(model.lot, now).map(({ label, value }) => ({ label, value }))],
    vin_notes: [decodedWords(vehicle), vehicle.vin_masked ? masked : ''].filter((note) => note !== ''),
    disagreements: disagreementWords(model),
  };
}

/** `VIN decoded: 2014 BMW 328i, 3-Series, Sedan/Saloon, 4 doors, 2.0L 4-cylinder, Gasoline. VIN check digit valid.` */
function decodedWords({ decoded }: Vehicle): string {
  if (!decoded) return '';
  const [years, makes] = [decoded.possible_years ?? [], decoded.possible_makes ?? []];
  const car = joined(
    [
      decoded.year?.toString() ?? (years.length > 1 && `model year ${years.join(' or ')},`),
      decoded.make ?? (makes.length > 1 && makes.join(' or ')),
      decoded.model,
      decoded.trim,
    ],
    ' ',
  );
  const facts = joined(
    [
      car,
      decoded.series,
      decoded.body_class,
      decoded.doors !== null && `${decoded.doors} doors`,
      decoded.engine,
      decoded.fuel,
      decoded.drive,
      decoded.plant && `built in ${decoded.plant}`,
    ],
    ', ',
  );
  const digit =
    decoded.check_digit_ok === null
      ? ''
      : decoded.check_digit_ok
        ? ' VIN check digit valid.'
        : ' Its check digit is wrong: compare the VIN with the car.';
  return facts === '' ? '' : `VIN decoded: ${facts}.${digit}`;
}

function factsOf(model: ReportModel): { label: string; value: string }[] {
  const { vehicle, lot } = model;
  const listed = lot.odometer?.brand?.toLowerCase();
  const brand = lot.odometer?.value == null ? listed && `not read (${listed})` : listed;
  const facts: [string, string | null | undefined][] = [
    [
      'VIN',
      joined(
        [
          vehicle.vin === null ? null : `${vehicle.vin}${vehicle.vin_masked ? ' (masked)' : ''}`,
          vinReadWords(model),
        ],
        '; ',
      ) || null,
    ],
    [
      'Odometer',
      joined([joined([odometerFigure(lot), brand], ', '), odometerReadWords(model)], '; ') || null,
    ],
    ['Title', titleWords(lot)],
    ['Declared damage', declaredWords(lot) || 'not declared'],
    ['Loss', lot.loss_type],
    ['Condition', lot.run_condition && RUN_WORDS[lot.run_condition]],
    ['Airbags', lot.airbags && AIRBAG_WORDS[lot.airbags]],
    ['Keys', lot.keys && KEY_WORDS[lot.keys]],
    ['Body', vehicle.body_style],
    ['Engine', vehicle.engine],
    ['Drive', joined([vehicle.drive, vehicle.transmission], ', ')],
    ['Fuel', vehicle.fuel],
    ['Color', vehicle.color],
    ['Sale', dayOf(lot.sale_date)],
    ['Location', lot.location],
  ];
  return facts.map(([label, value]) => ({ label, value: value || 'not known' }));
}
