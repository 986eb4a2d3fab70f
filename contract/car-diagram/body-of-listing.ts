import type { BodyClass } from '../schemas/vehicle.ts';

const WORDS: readonly (readonly [RegExp, BodyClass])[] = [
  [/pick ?up|crew|cab\b|truck/i, 'pickup'],
  [/suv|spor|utility|crossover|4dr? suv/i, 'suv'],
  [/van\b/i, 'van'],
  [/wagon|estate/i, 'wagon'],
  [/hatch|liftback/i, 'hatchback'],
  [/convert|cabrio|roadster/i, 'convertible'],
  [/coupe|2 ?d/i, 'coupe'],
  [/sedan|saloon/i, 'sedan'],
];

/** The body to draw for a listing's words (`Sedan 4D`, `4DR SPOR`); null where they name none. For a picture only. */
export const pictureBody = (bodyStyle: string | null): BodyClass | null =>
  WORDS.find(([pattern]) => pattern.test(bodyStyle ?? ''))?.[1] ?? null;
