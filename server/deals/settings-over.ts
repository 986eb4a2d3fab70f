import type { DealDefaults } from '../../contract/deal/deal-settings.ts';
import type { Deal } from './deal-lot.ts';

/** The settings of an account with those of a report over them; rates and thresholds are taken one by one. */
export function settingsOver(defaults: DealDefaults, own: Deal['settings']): Deal['settings'] {
  const rates = { ...defaults.rates, ...own.rates };
  const thresholds = { ...defaults.thresholds, ...own.thresholds };
  return {
    ...defaults,
    ...own,
    ...(Object.keys(rates).length > 0 ? { rates } : {}),
    ...(Object.keys(thresholds).length > 0 ? { thresholds } : {}),
  };
}
