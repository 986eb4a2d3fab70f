/** What the worker and the page of a share agree on. */

/** The share target of web/public/manifest.webmanifest, and the page that a share ends in. */
export const SHARE_PATH = '/share';
/** The browser's store that holds one share until its page takes it. */
export const SHARE_STORE = 'handed-share';
/** More than a phone shares at once; the limits of each file are those of the dialog that reads it. */
export const MOST_SHARED_BYTES = 128 * 1024 * 1024;
/** The name of the form's files. */
export const FILES_FIELD = 'files';

/** Why files are not there: they could not be taken yet, were too much, or had been taken before. */
export const MISSING_FILES = ['again', 'large', 'gone'] as const;
export type MissingFiles = (typeof MISSING_FILES)[number];

/** Where a share lies in the store. */
export const placeOf = (id: string): string => `${SHARE_PATH}/handed/${id}`;
