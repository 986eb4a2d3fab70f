import { z } from 'zod';
import { destinationSchema, truckBandSchema } from '../../../contract/deal/deal-settings.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { headed, lowHigh, readDealTable, sourcedRows } from './sourced-row.ts';

const coastSchema = z.enum(['east', 'gulf_midwest', 'west']);
export const portSchema = z.enum([
  'bremerhaven',
  'rotterdam',
  'klaipeda',
  'gdynia',
  'gdansk',
  'poti',
  'jebel_ali',
]);
const states = z.array(z.string().refine((code) => Object.hasOwn(US_STATES, code), 'no US state')).min(1);

const table = readDealTable(
  'transport.json',
  z.object({
    ...headed,
    yards: sourcedRows({ town: z.string().min(1), states, ...lowHigh, coast: coastSchema }),
    coasts: sourcedRows({ coast: coastSchema, states }),
    truck_bands: sourcedRows({ band: truckBandSchema, ...lowHigh }),
    non_runner: sourcedRows(lowHigh),
    ocean: sourcedRows({ port: portSchema, coast: coastSchema, ...lowHigh }),
    powertrain_surcharge: sourcedRows({ usd: z.number().min(0) }),
    border_legs: sourcedRows({ port: portSchema, to: destinationSchema, usd: z.number().min(0) }),
    insurance: sourcedRows({ percent: z.number().min(0).max(100), minimum: z.number().min(0) }),
  }),
);

export const TRANSPORT = table;

type Yard = { readonly location: string | null; readonly state: string | null };

/** The row of a yard, by the town its listing names. */
export function yardRow({ location, state }: Yard): (typeof table.yards)[number] | null {
  const told = (location ?? '').toLowerCase();
  return (
    table.yards.find(
      ({ town, states: of }) => told.includes(town.toLowerCase()) && (state === null || of.includes(state)),
    ) ?? null
  );
}

/** From which coast a car of a yard sails. */
export const coastRow = (state: string | null) =>
  table.coasts.find(({ states: of }) => state !== null && of.includes(state)) ?? null;
