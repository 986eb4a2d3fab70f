/** A photo is served in these sizes: as large as we keep it, as a page shows it, as a list shows it. */
export const PHOTO_SIZES = ['full', 'medium', 'thumbnail'] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Those a photo has from the start; `medium` is made when it is first asked for: most photos of most lots are never opened. */
export const FIRST_SIZES = ['full', 'thumbnail'] as const satisfies readonly PhotoSize[];

/** Longest side of each, pixels; a smaller photo is never enlarged. */
export const PHOTO_SIDES: Readonly<Record<PhotoSize, number>> = { full: 2048, medium: 800, thumbnail: 400 };
