import { inSentence } from '../report-view/words/in-sentence.ts';
import type { BodyClass } from '../schemas/vehicle.ts';
import { declaredZone } from './declared-zone.ts';

type Drawn = {
  /** Its name, null where it has none. */
  car: string | null;
  body: BodyClass | null;
  /** The view, `from the front left`. */
  from: string;
  /** The listing's words, empty where it names no damage. */
  declared: string;
};

/** What a drawn car shows, for who does not see it: `Drawing, not a photo: 2019 Ford F-150, pickup, from the front left, front end damage`. */
export function drawingAlt({ car, body, from, declared }: Drawn): string {
  const words = inSentence(declared);
  // Words that name no place (`normal wear`) say more without it.
  const damage = declaredZone(words) === null || /damage/i.test(words) ? words : `${words} damage`;
  const shown = [car ?? 'the car', body === 'suv' ? 'SUV' : body, from, damage];
  return `Drawing, not a photo: ${shown.filter(Boolean).join(', ')}`;
}
