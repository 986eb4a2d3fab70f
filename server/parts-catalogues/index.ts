import { importedFile, type StoredPart, type StoredPartsQuery } from './imported-file.ts';
import type { PartsCatalogue } from './parts-catalogue.ts';

/** What the catalogues need from the rest of the house. */
export type CatalogueTools = {
  findStoredParts(query: StoredPartsQuery): Promise<readonly StoredPart[]>;
};

/** Every catalogue, the most trusted first. */
export const partsCatalogues = (tools: CatalogueTools): readonly PartsCatalogue[] => [
  importedFile(tools.findStoredParts),
];
