import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';

/** What a pickup's shops call panels that the vocabulary names after closed bodies. */
const ON_PICKUPS: Readonly<Record<string, string>> = {
  quarter_panel: 'Bed side',
  quarter_liner: 'Bed wheelhouse liner',
  liftgate: 'Tailgate',
  rear_bumper_cover: 'Rear step bumper',
  cab_corner: 'Cab corner',
};

/** A part's name on a car of this body: a pickup has a bed side and a tailgate, no quarter panel and no liftgate. */
export const partName = (category: string, body: BodyClass | null, steelFrontBumper = false): string =>
  (steelFrontBumper && category === 'front_bumper_cover' ? 'Front bumper (steel)' : undefined) ??
  (body === 'pickup' ? ON_PICKUPS[category] : undefined) ??
  categoryById(category)?.name ??
  category.replaceAll('_', ' ');
