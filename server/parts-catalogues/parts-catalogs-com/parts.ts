import type { CataloguePart, Fit } from '../../../contract/schemas/part.ts';
import { successorsIn } from '../merge/superseded-by.ts';
import type { DrawingParts } from './schema.ts';

export type DrawingOf = {
  readonly catalogue: string;
  readonly source: string;
  /** ISO date of the answer. */
  readonly dated: string;
  /** Name of the drawing. */
  readonly group: string;
  readonly fit: Fit;
  readonly holdsFor: string | null;
};

/** One drawing's answer as catalogue parts, in its order. Entries without a number are no parts. */
export function partsOfDrawing(answer: DrawingParts, of: DrawingOf): CataloguePart[] {
  const image = answer.img ? answer.img.replace(/^\/\//, 'https://') : null;
  return answer.partGroups.flatMap((place) => {
    const parts = place.parts.flatMap((part) => {
      const number = part.number?.trim() ?? '';
      const name = (part.name?.trim() || place.name?.trim()) ?? '';
      return number === '' ? [] : [{ ...part, number, name }];
    });
    return parts.map((part): CataloguePart => {
      const description = part.description ?? place.description ?? '';
      const notice = part.notice?.trim() ?? '';
      const details = description
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !QUANTITY.test(line));
      const notes = [of.holdsFor, notice === part.name ? '' : notice, ...details].filter(Boolean);
      // The VIN left several numbers for one thing at one place of the drawing: something else decides.
      const rivals = parts.some((other) => other.name === part.name && other.number !== part.number);
      return {
        number: part.number,
        name: part.name,
        group: of.group,
        side: null,
        position: null,
        quantity: Number(QUANTITY.exec(description)?.[1] ?? 0) || null,
        notes: notes.join('; ') || null,
        price: null,
        currency: null,
        url: null,
        ...successorsIn([notice, description].join('; ')),
        catalogue: of.catalogue,
        source: of.source,
        dated: of.dated,
        fit: of.fit === 'exact_vin' && rivals ? 'needs_option' : of.fit,
        ...yearsOf(description),
        name_id: part.nameId ?? null,
        image,
      };
    });
  });
}

const QUANTITY = /\bQTY:\s*0*(\d{1,3})\b/i;

/** `Production date: …/1995-10/1997` or an open `…/1995-`: when the part was fitted. */
function yearsOf(description: string): Pick<CataloguePart, 'year_from' | 'year_to'> {
  const found = /Production date:.*?\/(\d{4})-(?:\d{1,2}\/(\d{4}))?/i.exec(description);
  const year = (text: string | undefined) => (text === undefined ? null : Number(text));
  return { year_from: year(found?.[1]), year_to: year(found?.[2]) };
}
