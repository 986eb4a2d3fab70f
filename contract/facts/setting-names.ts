/** The switches of an estimate, by their names. */
export const ESTIMATE_SETTINGS = ['airbags', 'rates', 'parts', 'paint', 'bands', 'tax', 'loss'] as const;
export type EstimateSetting = (typeof ESTIMATE_SETTINGS)[number];
