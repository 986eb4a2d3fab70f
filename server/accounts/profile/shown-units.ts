import { US_UNITS } from '../../../contract/report-view/units/shown-units.ts';
import type { Currency } from '../../../contract/units/currencies.ts';
import type { ShownUnits, UnitsSetting } from '../../../contract/units/shown-units.ts';
import { findPreferences } from '../../db/accounts/preferences.ts';
import type { Queryable } from '../../db/client.ts';
import type { CurrencyRates } from '../../estimate/pricing/catalogue-price.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';

export type UnitsTools = { pool: Queryable; estimate: { readonly currencies: CurrencyRates } };

/** What stands before an amount of this money, and how many decimals it has, as US readers write it. */
function writtenMoney(currency: Currency): { sign: string; decimals: 0 | 2 } {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const parts = format.formatToParts(1);
  return {
    sign: parts
      .slice(
        0,
        parts.findIndex(({ type }) => type === 'integer'),
      )
      .map(({ value }) => value)
      .join(''),
    decimals: format.resolvedOptions().maximumFractionDigits === 0 ? 0 : 2,
  };
}

/** The units of a setting at the rates of a day (ISO); US dollars where no rate of its money is held any more. */
export function shownUnitsOf(setting: UnitsSetting | null, own: CurrencyRates, day: string): ShownUnits {
  if (setting === null) return US_UNITS;
  const { distance, currency } = setting;
  const rate = currency === null ? undefined : currencyRates(own, day)[currency];
  if (currency === null || rate === undefined) return { ...US_UNITS, distance };
  return {
    distance,
    money: {
      currency,
      ...writtenMoney(currency),
      per_usd: Number((1 / rate.usd).toPrecision(6)),
      rate_date: rate.date,
      rate_source: rate.source ?? null,
      ...(rate.old ? { old: true as const } : {}),
    },
  };
}

/** What this account's figures are shown in today; nobody's are in US dollars and miles. */
export async function readShownUnits(
  { pool, estimate }: UnitsTools,
  userId: string | null,
): Promise<ShownUnits> {
  if (userId === null) return US_UNITS;
  const { units } = await findPreferences(pool, userId);
  return shownUnitsOf(units, estimate.currencies, new Date().toISOString().slice(0, 10));
}
