/** The photos that go with a vehicle entered by hand. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

export const isPhoto = (file: File): boolean => file.type.startsWith('image/');
