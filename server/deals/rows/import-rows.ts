import type { DealRowId, Fuel } from '../../../contract/deal/deal-settings.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { DatedRate } from '../../estimate/pricing/catalogue-price.ts';
import { type Deal, destinationOf, fuelOf, litersOf, yearOf } from '../deal-lot.ts';
import { IMPORT_RULES, type ImportCountry } from '../tables/destinations.ts';
import { type SourcedRow, sourceOf } from '../tables/sourced-row.ts';
import { AUCTION_FEES } from './auction-rows.ts';
import { type Figure, flat, type Ledger, percentOf, unknown } from './ledger.ts';

type Rate = DatedRate & { readonly row?: SourcedRow };

/** US dollars for a unit: the user's, the dated table's, else what a source of the deal tables says. */
function rateOf({ settings, rates, day }: Deal, currency: string): Rate | null {
  const own = new Map<string, number | undefined>(Object.entries(settings.rates ?? {})).get(currency);
  if (own !== undefined) return { usd: own, date: day, source: 'user' };
  const dated = rates[currency];
  if (dated) return dated;
  const row = IMPORT_RULES.rates.find((one) => one.currency === currency);
  return row ? { usd: row.usd, date: row.source.date ?? day, source: row.source.key, row } : null;
}

type Tariff = {
  readonly amount: number;
  readonly quantity: number;
  readonly unit: 'liter' | 'cc' | 'kwh' | 'once';
  readonly years?: number;
  readonly currency: string;
};

/** An amount in another currency, times what it is by. */
function tariff(deal: Deal, of: Tariff, row: SourcedRow): Figure {
  const rate = rateOf(deal, of.currency);
  if (rate === null) return unknown('exchange_rate');
  const { amount, quantity, unit, years = null, currency } = of;
  return {
    cents: Math.round(Number((amount * quantity * (years ?? 1) * rate.usd * 100).toFixed(6))),
    basis: {
      code: 'tariff',
      amount,
      quantity,
      unit,
      years,
      currency,
      rate: rate.usd,
      rate_source: rate.source ?? '',
      rate_date: rate.date,
      ...(rate.old || (rate.row && sourceOf(rate.row, deal.day).old) ? { rate_old: true as const } : {}),
    },
    rows: rate.row ? [row, rate.row] : [row],
  };
}

/** Years of a car on the day of the deal, as customs count them: the year less the model year. */
function ageAt(deal: Deal): number | null {
  const year = yearOf(deal);
  return year === null ? null : Math.max(0, Number(deal.day.slice(0, 4)) - year);
}

function ukraineExcise(deal: Deal): Figure {
  const fuel = fuelOf(deal);
  if (fuel === null) return unknown('fuel');
  if (fuel === 'electric') {
    const [row] = IMPORT_RULES.ukraine_electric_excise;
    const kwh = deal.settings.battery_kwh;
    if (!row || kwh === undefined) return unknown('battery');
    return tariff(deal, { amount: row.per_kwh, quantity: kwh, unit: 'kwh', currency: row.currency }, row);
  }
  const row = IMPORT_RULES.ukraine_excise.find(
    (one) => one.fuel === (fuel === 'diesel' ? 'diesel' : 'petrol'),
  );
  const liters = litersOf(deal);
  const age = ageAt(deal);
  if (!row || liters === null) return unknown('engine');
  if (age === null) return unknown('year');
  const amount = liters > row.above_liters ? row.above : row.per_liter_year;
  const years = Math.min(15, Math.max(1, age));
  return tariff(deal, { amount, quantity: liters, unit: 'liter', years, currency: row.currency }, row);
}

/** At the first registration, by brackets of the value in hryvnias; electric cars pay none. */
function ukrainePension(deal: Deal, value: Cents): Figure {
  const [row] = IMPORT_RULES.ukraine_pension;
  if (!row) return unknown('figure');
  if (fuelOf(deal) === 'electric') return flat(0, row);
  const rate = rateOf(deal, row.currency);
  if (rate === null) return unknown('exchange_rate');
  const inCurrency = value / 100 / rate.usd;
  const bracket = row.brackets.find(([upTo]) => upTo === null || inCurrency <= upTo);
  return bracket ? percentOf(value, bracket[1], row) : unknown('figure');
}

function georgiaExcise(deal: Deal): Figure {
  const age = ageAt(deal);
  const liters = litersOf(deal);
  if (fuelOf(deal) === 'electric') return unknown('figure');
  if (liters === null) return unknown('engine');
  const row =
    age === null
      ? undefined
      : IMPORT_RULES.georgia_excise.find(({ to_age }) => to_age === null || age <= to_age);
  if (!row) return unknown('year');
  return tariff(
    deal,
    { amount: row.per_cc, quantity: Math.round(liters * 1000), unit: 'cc', currency: row.currency },
    row,
  );
}

function georgiaImportTax(deal: Deal): Figure {
  const [row] = IMPORT_RULES.georgia_import_tax;
  const age = ageAt(deal);
  const liters = litersOf(deal);
  if (!row || fuelOf(deal) === 'electric') return unknown('figure');
  if (liters === null) return unknown('engine');
  if (age === null) return unknown('year');
  const amount = Number((row.per_cc + row.per_cc_year * age).toFixed(6));
  return tariff(
    deal,
    { amount, quantity: Math.round(liters * 1000), unit: 'cc', currency: row.currency },
    row,
  );
}

const POLISH_DRIVES: Record<Fuel, (typeof IMPORT_RULES.poland_excise)[number]['drive']> = {
  petrol: 'combustion',
  diesel: 'combustion',
  hybrid: 'hybrid',
  plug_in_hybrid: 'plug_in_hybrid',
  electric: 'electric',
};

function polandExcise(deal: Deal, value: Cents): Figure {
  const fuel = fuelOf(deal);
  if (fuel === null) return unknown('fuel');
  const row = IMPORT_RULES.poland_excise.find(({ drive }) => drive === POLISH_DRIVES[fuel]);
  const liters = fuel === 'electric' ? 0 : litersOf(deal);
  if (!row || liters === null) return unknown('engine');
  return percentOf(value, liters > row.to_liters ? row.above_percent : row.percent, row);
}

const EU: ReadonlySet<ImportCountry> = new Set(['PL', 'LT', 'DE']);

function duty(deal: Deal, country: ImportCountry, value: Cents): Figure {
  const inEu = EU.has(country);
  const row = IMPORT_RULES.duties.find((one) => one.country === (inEu ? 'EU' : country));
  if (!row) return unknown('figure');
  const off = inEu && deal.settings.eu_duty_off === true;
  const percent = off ? 0 : fuelOf(deal) === 'electric' ? row.electric_percent : row.percent;
  return percentOf(value, percent, row);
}

function vat(country: ImportCountry, value: Cents): Figure {
  const row = IMPORT_RULES.vats.find((one) => one.country === country);
  return row ? percentOf(value, row.percent, row) : unknown('figure');
}

/** What the country takes that the car is sold in. To be checked before the car ships. */
export function putImportRows(ledger: Ledger, deal: Deal, bid: Cents): void {
  const country = destinationOf(deal);
  if (country === 'US') return;
  const put = (id: DealRowId, figure: Figure): Cents => ledger.put(id, 'import', figure);
  if (country === 'other') {
    for (const id of ['duty', 'excise', 'customs_broker', 'port_handling', 'vat', 'certification'] as const)
      put(id, unknown('figure'));
    return;
  }
  const rule = IMPORT_RULES.destinations.find((row) => row.country === country);
  const fees = AUCTION_FEES.reduce((sum, id) => sum + (ledger.amount(id) ?? 0), 0);
  const value = bid + fees + ledger.sum('transport');
  const fixed = (usd: number | undefined): Figure =>
    rule && usd !== undefined ? flat(usd, rule) : unknown('figure');
  const dutied = value + put('duty', duty(deal, country, value));
  switch (country) {
    case 'UA': {
      const excised = dutied + put('excise', ukraineExcise(deal));
      put('forwarder', fixed(rule?.forwarder));
      put('customs_broker', fixed(rule?.customs_broker));
      put('vat', vat(country, excised));
      put('pension_fund', ukrainePension(deal, excised));
      break;
    }
    case 'GE': {
      put('excise', georgiaExcise(deal));
      put('import_tax', georgiaImportTax(deal));
      put('vat', vat(country, dutied));
      const [fee] = IMPORT_RULES.georgia_fees;
      put(
        'registration',
        fee
          ? tariff(
              deal,
              { amount: fee.registration + fee.plates, quantity: 1, unit: 'once', currency: fee.currency },
              fee,
            )
          : unknown('figure'),
      );
      break;
    }
    default: {
      const excised = dutied + (country === 'PL' ? put('excise', polandExcise(deal, dutied)) : 0);
      const handled =
        excised + put('customs_broker', unknown('figure')) + put('port_handling', unknown('figure'));
      put('vat', vat(country, country === 'AE' ? excised : handled));
    }
  }
  put('certification', fixed(rule?.certification));
}
