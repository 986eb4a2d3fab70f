import type { Cents } from '../../../contract/schemas/money.ts';
import { centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { type Deal, destinationOf, fuelOf } from '../deal-lot.ts';
import { IMPORT_RULES } from '../tables/destinations.ts';
import { coastRow, TRANSPORT, yardRow } from '../tables/transport-legs.ts';
import { type Figure, flat, type Ledger, middle, percentCents, unknown } from './ledger.ts';

/** From the yard to a port, or at home to its buyer: then only its user knows how far. */
function inland({ lot, settings }: Deal, abroad: boolean): Figure {
  const band = TRANSPORT.truck_bands.find((row) => row.band === settings.yard_distance);
  if (band) return middle(band);
  const yard = abroad ? yardRow(lot) : null;
  return yard ? middle(yard) : unknown('yard');
}

function ocean(deal: Deal, port: string | null): Figure {
  const { lot } = deal;
  const yard = yardRow(lot);
  const ground = yard ?? coastRow(lot.state);
  const row = TRANSPORT.ocean.find((leg) => leg.port === port && leg.coast === ground?.coast);
  if (!row || !ground) return unknown('freight');
  const figure = middle(row);
  return { ...figure, rows: [...figure.rows, ground] };
}

function insurance(bid: Cents): Figure {
  const [row] = TRANSPORT.insurance;
  if (!row) return unknown('figure');
  const { percent, minimum } = row;
  return {
    cents: Math.max(centsFromDollars(minimum), percentCents(bid, percent)),
    basis: { code: 'percent', percent, of: dollarsFromCents(bid), minimum },
    rows: [row],
  };
}

/** Ways of the car until it is sold, or at the border of the country it is sold in. */
export function putTransportRows(ledger: Ledger, deal: Deal, bid: Cents): void {
  const destination = destinationOf(deal);
  const abroad = destination !== 'US';
  ledger.put('inland', 'transport', inland(deal, abroad));
  const [nonRunner] = TRANSPORT.non_runner;
  if (nonRunner && deal.lot.facts.run !== null && deal.lot.facts.run !== 'runs_and_drives')
    ledger.put('non_runner', 'transport', middle(nonRunner));
  if (!abroad) return;
  const port = IMPORT_RULES.destinations.find(({ country }) => country === destination)?.port ?? null;
  ledger.put('ocean', 'transport', ocean(deal, port));
  const [surcharge] = TRANSPORT.powertrain_surcharge;
  const fuel = fuelOf(deal);
  if (surcharge && port === 'klaipeda' && fuel !== 'petrol' && fuel !== 'diesel')
    ledger.put('powertrain', 'transport', fuel === null ? unknown('fuel') : flat(surcharge.usd, surcharge));
  const border = TRANSPORT.border_legs.find((leg) => leg.port === port && leg.to === destination);
  if (border) ledger.put('border_leg', 'transport', flat(border.usd, border));
  ledger.put('insurance', 'transport', insurance(bid));
}
