import { showUnits, US_UNITS } from '../../../contract/report-view/units/shown-units.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { createStore, useStore } from '../store.ts';
import { onOwnerChange } from './session-store.ts';

/** As a text: what is answered anew is no change. */
const store = createStore(JSON.stringify(US_UNITS));

/** From now on every figure is written in these. What stands already is drawn anew by `useUnitsKey`. */
export function keepUnits(units: ShownUnits = US_UNITS): void {
  const key = JSON.stringify(units);
  if (key === store.get()) return;
  showUnits(units);
  store.set(key);
}

// Of nobody, or of somebody else: what one of them set is not the other's.
onOwnerChange(() => keepUnits());

/** Names the units that figures are written in: as the key of what shows them it draws all of it anew. */
export const useUnitsKey = (): string => useStore(store);
