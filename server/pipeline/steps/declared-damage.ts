import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { readJurisdiction } from '../../estimate/tables/read-place.ts';

/** What the listing declares, as the detectors take it. */
export const declaredDamageOf = (lot: Lot): DeclaredDamage => ({
  site: lot.site,
  primary: lot.primary_damage,
  secondary: lot.secondary_damage,
  run: lot.run_condition,
  airbags: lot.airbags,
  title: lot.title,
  state: readJurisdiction(lot.location),
  loss_type: lot.loss_type,
});
