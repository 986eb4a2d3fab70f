import type { DealRowId, Fuel } from '../../../contract/deal/deal-settings.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { DatedRate } from '../../estimate/pricing/catalogue-price.ts';
import { customsClassOf, type Deal, destinationOf, fuelOf, litersOf, yearOf } from '../deal-lot.ts';
import { IMPORT_RULES, type ImportCountry, percentAt } from '../tables/destinations.ts';
import { type SourcedRow, sourceOf } from '../tables/sourced-row.ts';
import { AUCTION_FEES } from './auction-rows.ts';
import {
  doubted,
  type Figure,
  flat,
  type Ledger,
  percentCents,
  percentOfTotal,
  plus,
  type Total,
  unknown,
} from './ledger.ts';

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

/** Listed liters are rounded to a tenth: at the size where a rate changes they leave it open. */
const isRounded = ({ settings }: Deal, liters: number, bound: number | null): boolean =>
  settings.liters === undefined && liters === bound;

/** The car may be customs' vehicle for goods, and its rate there was not found. */
const classDoubt = (deal: Deal): 'class_open' | null =>
  customsClassOf(deal) === 'passenger' ? null : 'class_open';

/** Fuel and engine are both not known: it may be electric. */
const mayBeElectric = (deal: Deal): boolean => fuelOf(deal) === null && litersOf(deal) === null;

function ukraineExcise(deal: Deal): Figure {
  const fuel = fuelOf(deal);
  if (fuel === null) return unknown('fuel');
  if (fuel === 'electric') {
    const [row] = IMPORT_RULES.ukraine_electric_excise;
    const kwh = deal.settings.battery_kwh;
    if (!row || kwh === undefined) return unknown('battery');
    return tariff(
      deal,
      { amount: row.per_kwh, quantity: kwh, unit: 'kwh', currency: row.currency },
      doubted(row, classDoubt(deal)),
    );
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
  const at = (count: number, rate: number): Figure =>
    tariff(
      deal,
      { amount: rate, quantity: liters, unit: 'liter', years: count, currency: row.currency },
      doubted(row, classDoubt(deal) ?? (rounded ? 'engine_rounded' : ageOpen ? 'age_open' : null)),
    );
  const rounded = isRounded(deal, liters, row.above_liters);
  const ageOpen = deal.settings.year === undefined && years > 1 && age <= 15;
  const figure = at(years, amount);
  return between(figure, at(ageOpen ? years - 1 : years, amount), rounded ? at(years, row.above) : figure);
}

/** A figure with the ends that its doubts leave open. */
const between = (figure: Figure, low: Figure, high: Figure): Figure =>
  figure.cents === null || low.cents === null || high.cents === null || low.cents === high.cents
    ? figure
    : { ...figure, low: low.cents, high: high.cents };

/** At the first registration, by brackets of the value in hryvnias; electric cars pay none. */
function ukrainePension(deal: Deal, value: Total): Figure {
  const [row] = IMPORT_RULES.ukraine_pension;
  if (!row) return unknown('figure');
  if (fuelOf(deal) === 'electric') return flat(0, row);
  if (mayBeElectric(deal)) return unknown('fuel');
  const rate = rateOf(deal, row.currency);
  if (rate === null) return unknown('exchange_rate');
  const percent = percentAt(row.brackets, value.cents / 100 / rate.usd);
  return percent === null ? unknown('figure') : percentOfTotal(value, percent, row);
}

function georgiaExcise(deal: Deal): Figure {
  const age = ageAt(deal);
  const liters = litersOf(deal);
  const fuel = fuelOf(deal);
  if (fuel === 'electric') return unknown('figure');
  if (liters === null) return unknown('engine');
  const rows = IMPORT_RULES.georgia_excise;
  const at = age === null ? -1 : rows.findIndex(({ to_age }) => to_age === null || age <= to_age);
  const row = rows[at];
  if (!row) return unknown('year');
  const isHybrid = fuel === 'hybrid' || fuel === 'plug_in_hybrid';
  // Whether a car of exactly the last year counts as older was not settled.
  const next = age === row.to_age ? rows[at + 1] : undefined;
  const doubt =
    classDoubt(deal) ??
    (fuel === null ? 'fuel_open' : next ? 'age_open' : fuel === 'plug_in_hybrid' ? 'hybrid_open' : null);
  const ofRow = (one: typeof row, share: number): Figure =>
    tariff(
      deal,
      {
        amount: Number((one.per_cc * share).toFixed(6)),
        quantity: Math.round(liters * 1000),
        unit: 'cc',
        currency: one.currency,
      },
      doubted(one, doubt),
    );
  const share = isHybrid ? row.hybrid_share : 1;
  return between(
    ofRow(row, share),
    ofRow(row, fuel === null ? row.hybrid_share : share),
    ofRow(next ?? row, share),
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

/** By fuel and engine; a vehicle for goods pays none. Where its class is open, as a car, which is the dearer. */
function polandExcise(deal: Deal, value: Total): Figure {
  const customsClass = customsClassOf(deal);
  const fuel = fuelOf(deal);
  const liters = fuel === 'electric' ? 0 : litersOf(deal);
  if (customsClass === 'goods') {
    const [row] = IMPORT_RULES.poland_excise;
    return row ? percentOfTotal(value, 0, row) : unknown('figure');
  }
  if (fuel === null) return unknown('fuel');
  const row = IMPORT_RULES.poland_excise.find(({ drive }) => drive === POLISH_DRIVES[fuel]);
  if (!row || liters === null) return unknown('engine');
  const at = row.percents.findIndex(([upTo]) => upTo === null || liters <= upTo);
  const percent = row.percents[at]?.[1];
  if (percent === undefined) return unknown('engine');
  const next = isRounded(deal, liters, row.percents[at]?.[0] ?? null) ? row.percents[at + 1]?.[1] : undefined;
  const isOpen = customsClass === null && percent > 0;
  return spread(
    percentOfTotal(
      value,
      percent,
      doubted(row, isOpen ? 'class_open' : next === undefined ? (row.doubt ?? null) : 'engine_rounded'),
    ),
    value,
    [isOpen ? 0 : percent, next ?? percent],
  );
}

/** A percentage with the lowest and highest one that its doubts leave open. */
const spread = (figure: Figure, { cents }: Total, [low, high]: readonly [number, number]): Figure =>
  low === high ? figure : { ...figure, low: percentCents(cents, low), high: percentCents(cents, high) };

const EU: ReadonlySet<ImportCountry> = new Set(['PL', 'LT', 'DE']);

/** By class and age; where the class of a pickup is open, at the dearer rate. */
function duty(deal: Deal, country: ImportCountry, value: Total): Figure {
  const inEu = EU.has(country);
  const row = IMPORT_RULES.duties.find((one) => one.country === (inEu ? 'EU' : country));
  if (!row) return unknown('figure');
  const { us_built, body } = deal.lot;
  if (inEu && deal.settings.eu_duty_off === true && us_built === true)
    return percentOfTotal(value, 0, doubted(row, 'annex_not_seen'));
  const customsClass = customsClassOf(deal);
  const ofCar = fuelOf(deal) === 'electric' ? row.electric_percent : row.percent;
  const ofGoods = row.goods_percent ?? ofCar;
  const isClassOpen =
    row.goods_percent === null ? customsClass !== 'passenger' : customsClass === null && ofGoods !== ofCar;
  const percent =
    customsClass === 'goods' || (customsClass === null && body === 'pickup')
      ? Math.max(ofGoods, customsClass === 'goods' ? 0 : ofCar)
      : ofCar;
  const isFuelOpen = row.electric_percent !== row.percent && mayBeElectric(deal);
  const isOld = row.collector_from_age !== undefined && (ageAt(deal) ?? 0) >= row.collector_from_age;
  const doubt = isClassOpen
    ? 'class_open'
    : isOld
      ? 'classic_open'
      : isFuelOpen
        ? 'fuel_open'
        : inEu && us_built !== false && customsClass === 'passenger'
          ? 'annex_not_seen'
          : (row.doubt ?? null);
  const all = [
    percent,
    ...(isClassOpen ? [ofCar, ofGoods] : []),
    ...(isOld ? [0] : []),
    ...(isFuelOpen ? [row.electric_percent] : []),
  ];
  return spread(percentOfTotal(value, percent, doubted(row, doubt)), value, [
    Math.min(...all),
    Math.max(...all),
  ]);
}

function vat(country: ImportCountry, value: Total): Figure {
  const row = IMPORT_RULES.vats.find((one) => one.country === country);
  return row ? percentOfTotal(value, row.percent, row) : unknown('figure');
}

/** A customs agency in the EU takes one sum for all it does, port handling too; elsewhere neither is in the tables. */
function putAgency(ledger: Ledger, deal: Deal, country: ImportCountry): void {
  const [row] = IMPORT_RULES.eu_agency;
  const isAllIn = EU.has(country) && row !== undefined && deal.settings.rows?.customs_broker === undefined;
  ledger.put(
    'customs_broker',
    'import',
    EU.has(country) && row
      ? tariff(deal, { amount: row.amount, quantity: 1, unit: 'once', currency: row.currency }, row)
      : unknown('figure'),
  );
  ledger.put('port_handling', 'import', isAllIn ? flat(0, row) : unknown('figure'));
}

/** What the country takes that the car is sold in. To be checked before the car ships. */
export function putImportRows(ledger: Ledger, deal: Deal, bid: Cents): void {
  const country = destinationOf(deal);
  const put = (id: DealRowId, figure: Figure): Total => {
    ledger.put(id, 'import', figure);
    return ledger.totalOf([id]);
  };
  if (country === 'US') {
    if (deal.lot.sold_in_canada) put('duty', unknown('us_import'));
    return;
  }
  if (country === 'other') {
    for (const id of ['duty', 'excise', 'customs_broker', 'port_handling', 'vat', 'certification'] as const)
      put(id, unknown('figure'));
    return;
  }
  const rule = IMPORT_RULES.destinations.find((row) => row.country === country);
  const value = plus({ cents: bid, open: false }, ledger.totalOf(AUCTION_FEES), ledger.total('transport'));
  const fixed = (usd: number | undefined): Figure =>
    rule && usd !== undefined ? flat(usd, rule) : unknown('figure');
  const dutied = plus(value, put('duty', duty(deal, country, value)));
  switch (country) {
    case 'UA': {
      const excised = plus(dutied, put('excise', ukraineExcise(deal)));
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
      const excised = country === 'PL' ? plus(dutied, put('excise', polandExcise(deal, dutied))) : dutied;
      putAgency(ledger, deal, country);
      // The agency's sum has its own tax in it; what its user enters instead is taxed with the car.
      const handled = EU.has(country)
        ? ledger.rows.filter(
            ({ id, from }) => (id === 'customs_broker' || id === 'port_handling') && from !== 'table',
          )
        : [];
      put('vat', vat(country, plus(excised, ledger.totalOf(handled.map(({ id }) => id)))));
    }
  }
  put('certification', fixed(rule?.certification));
}
