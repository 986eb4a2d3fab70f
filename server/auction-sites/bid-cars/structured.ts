import { z } from 'zod';
import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { attributeOf, type Element, type HtmlPage, rawText } from '../page/html-page.ts';
import { field, recordOf, recordsIn } from '../page/json-values.ts';
import { odometerFromText, saleDateOf, textOf, vinOf } from '../page/listing-values.ts';
import { jsonOf } from '../page/parsed-page.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { placeOf } from './facts.ts';

/** What a bid.cars page tells search engines: its structured data and its one-line description. */

const structuredSchema = z.object({
  name: field(textOf),
  url: field(textOf),
  vehicleIdentificationNumber: field(vinOf),
  manufacturer: field(textOf),
  model: field(textOf),
  vehicleModelDate: field(textOf),
  color: field(textOf),
  vehicleTransmission: field(textOf),
  vehicleEngine: field((value) => textOf(recordOf(value)?.name)),
  knownVehicleDamages: field(textOf),
  purchaseDate: field(saleDateOf),
  offers: field((value) => textOf(recordOf(recordOf(value)?.seller)?.name)),
});

const vehiclesIn = (script: Element): Record<string, unknown>[] =>
  attributeOf(script, 'type') === 'application/ld+json'
    ? [...recordsIn(jsonOf(rawText(script).trim()))].filter((record) =>
        /^(vehicle|car)$/i.test(String(record['@type'])),
      )
    : [];

/** The lots the structured data speaks of. */
export const structuredLots = (html: HtmlPage): string[] => [
  ...new Set(
    html
      .byTag('script')
      .flatMap(vehiclesIn)
      .map((vehicle) => /\/lot\/(\d{1,2}-\d{1,12})(?:\/|$)/.exec(String(vehicle.url))?.[1] ?? ''),
  ),
];

/** The structured data; its price and fuel are dummies and are left out. */
export function structuredFacts(html: HtmlPage, lotId: string | null): LotFacts {
  for (const script of html.byTag('script')) {
    const [vehicle] = vehiclesIn(script);
    const data = vehicle ? structuredSchema.safeParse(vehicle).data : undefined;
    if (
      !data ||
      (lotId !== null && data.url !== null && /\/lot\/\d/.test(data.url) && !data.url.includes(lotId))
    )
      continue;
    const name = cutName(data.name);
    return {
      ...NO_FACTS,
      ...readVehicleTitle(name, data.model),
      vin: data.vehicleIdentificationNumber,
      ...(data.manufacturer === null ? {} : { make: data.manufacturer }),
      ...(data.model === null ? {} : { model: data.model }),
      color: data.color,
      transmission: data.vehicleTransmission,
      engine: data.vehicleEngine,
      primary_damage: data.knownVehicleDamages,
      sale_date: data.purchaseDate,
      seller: data.offers,
    };
  }
  return NO_FACTS;
}

/** A name ends where the VIN, the site's own words or a check mark begin. */
export const cutName = (text: string | null): string | null =>
  textOf(text?.split(/ \| | ✔| VIN:/, 1)[0] ?? null);

/** `… VIN: X Lot: 1-12345678, Sale date: 2026-01-31 ➡️ Location: City (ST), USA | Odometer: 12 345 mi`. */
export function descriptionFacts(html: HtmlPage): LotFacts {
  const meta = html.byTag('meta').find((element) => attributeOf(element, 'name') === 'description');
  const text = textOf(meta ? attributeOf(meta, 'content') : null);
  if (text === null || !/lot: ?\d/i.test(text)) return NO_FACTS;
  const part = (name: string): string | null =>
    new RegExp(`${name}: ?([^|➡✔]{1,80}?)(?=,? (?:Lot|Sale date|Location|Odometer|VIN):|[|➡✔]|$)`, 'iu').exec(
      text,
    )?.[1] ?? null;
  return {
    ...NO_FACTS,
    vin: vinOf(part('VIN')),
    sale_date: saleDateOf(part('Sale date')?.replace(/,$/, '')),
    location: placeOf(part('Location')),
    ...odometerFromText(part('Odometer')),
  };
}
