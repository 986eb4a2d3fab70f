import type { CataloguePart } from '../../contract/part.ts';
import type { CatalogueFailure, CatalogueVehicle, CatalogueWant, PartsCatalogue } from './parts-catalogue.ts';

export type CataloguesAnswer = {
  /** In order of trust; variants and repeats kept as the sources gave them. */
  parts: CataloguePart[];
  /** Names of the catalogues that had something. */
  catalogues: string[];
  /** Catalogues that could not tell; with none and no parts, there is no catalogue data for this car. */
  failures: { catalogue: string; kind: CatalogueFailure; message: string; retry_after_ms: number | null }[];
};

/** Asks every catalogue that knows the make, side by side. A failure of one is named and stops no other. */
export async function askCatalogues(
  catalogues: readonly PartsCatalogue[],
  vehicle: CatalogueVehicle,
  want: CatalogueWant,
  signal: AbortSignal,
): Promise<CataloguesAnswer> {
  const { make_key: make } = vehicle;
  const able = make === null ? [] : catalogues.filter((catalogue) => catalogue.supports(make));
  const answers = await Promise.all(able.map((catalogue) => catalogue.findParts(vehicle, want, signal)));
  const result: CataloguesAnswer = { parts: [], catalogues: [], failures: [] };
  for (const [at, answer] of answers.entries()) {
    const name = able[at]?.name ?? '';
    if (answer.kind === 'ok') {
      result.parts.push(...answer.parts);
      result.catalogues.push(name);
    } else if (answer.kind !== 'not_found') {
      const { kind, message, retry_after_ms } = answer;
      result.failures.push({ catalogue: name, kind, message, retry_after_ms });
    }
  }
  return result;
}
