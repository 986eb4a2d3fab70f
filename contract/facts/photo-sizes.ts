/** Every photo is kept in these sizes: as large as we keep it, as a model looks at it, as a list shows it. */
export const PHOTO_SIZES = ['full', 'model', 'thumbnail'] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Longest side of each, pixels; a smaller photo is never enlarged. */
export const PHOTO_SIDES: Readonly<Record<PhotoSize, number>> = { full: 2048, model: 1024, thumbnail: 400 };
