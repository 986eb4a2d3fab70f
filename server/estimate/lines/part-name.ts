import { inSentence } from '../../../contract/report-view/words/in-sentence.ts';
import type { Position } from '../../../contract/schemas/part.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { ON_PICKUPS } from '../../categories/pickup-names.ts';

/** What tells parts of one category apart where its name does not: wheels stand at both ends, impact sensors at the sides too. */
function whereOf(category: string, position: Position): string | null {
  if (categoryById(category)?.position !== 'named') return null;
  if (position === 'front') return 'Front';
  if (position === 'rear') return 'Rear';
  return category === 'airbag_sensor' ? 'Side' : null;
}

/** A part's name on a car of this body: a pickup has a bed side and a tailgate, no quarter panel and no liftgate. */
export function partName(
  category: string,
  position: Position,
  body: BodyClass | null,
  steelFrontBumper = false,
): string {
  if (steelFrontBumper && category === 'front_bumper_cover') return 'Front bumper (steel)';
  const name =
    (body === 'pickup' ? ON_PICKUPS[category] : undefined) ??
    categoryById(category)?.name ??
    category.replaceAll('_', ' ');
  const where = whereOf(category, position);
  return where === null ? name : `${where} ${inSentence(name)}`;
}
