/**
 * The hosts the service may ask, as data. A lot host is asked slowly, one page at a time; a photo host takes
 * several requests at once. From reference pages of the three auction sites and their own image links.
 */
export const LOT_HOSTS: readonly string[] = [
  'bid.cars',
  'www.bid.cars',
  'm.bid.cars',
  'copart.com',
  'www.copart.com',
  'm.copart.com',
  'copart.ca',
  'www.copart.ca',
  'm.copart.ca',
  'iaai.com',
  'www.iaai.com',
  'm.iaai.com',
  'ca.iaai.com',
  'www.ca.iaai.com',
  'm.ca.iaai.com',
];

/** Photo hosts that also answer JSON about photos (vis.iaai.com/dimensions). */
export const PHOTO_HOSTS: readonly string[] = [
  'cs.copart.com',
  'c-static.copart.com',
  'cs.copart.ca',
  'vis.iaai.com',
  'anvis.iaai.com',
  'mediaretriever.iaai.com',
  'mercury.bid.cars',
  'images.bid.cars',
  'pluto.bid.car',
];

/** Any host below these may serve photos: bid.cars names its image servers anew from time to time. */
export const PHOTO_HOST_SUFFIXES: readonly string[] = ['.bid.cars', '.bid.car'];
