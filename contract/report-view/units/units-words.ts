import { CURRENCIES } from '../../units/currencies.ts';
import { dayInUtc } from '../figures.ts';
import { shownUnits } from './shown-units.ts';

/** What a reader of other units must know of them, a sentence each: said once on every page and document. None of US units. */
export function unitsWords(): string[] {
  const { money, distance } = shownUnits();
  return [
    ...(money === null
      ? []
      : [
          `Amounts are shown in ${money.currency} (${CURRENCIES[money.currency]}), 1 US dollar = ${money.per_usd.toPrecision(5)} ${money.currency}, ${money.rate_source ?? 'this service’s own rate'} of ${dayInUtc(Date.parse(money.rate_date))}${money.old ? ', more than a year old' : ''}; they are counted, and entered, in US dollars.`,
        ]),
    ...(distance === 'km' ? ['Distances are shown in kilometers.'] : []),
  ];
}
