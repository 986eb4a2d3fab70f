/** What a page can be saved as, and a list exported as; web/public/manifest.webmanifest takes the same from other apps. */
export const PAGE_FILES = '.html,.htm,.json,.txt,.mhtml,.mht,.webarchive,.pdf,.csv';
/** The photos that go with a vehicle entered by hand. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

export const isPhoto = (file: File): boolean => file.type.startsWith('image/');
