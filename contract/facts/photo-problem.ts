/** Why a photo of a lot is not held, as reports store it. */
export const PHOTO_PROBLEMS = [
  'empty',
  'too_large',
  'unsupported_image',
  'not_an_image',
  'too_many_pixels',
  'too_small',
  'broken_image',
  'timeout',
  /** The listing has no address for it. */
  'missing',
  /** Its server answered, but not with the photo. */
  'refused_by_server',
  /** It lies where the service does not fetch from. */
  'not_allowed',
  'not_loaded',
] as const;
export type PhotoProblem = (typeof PHOTO_PROBLEMS)[number];
