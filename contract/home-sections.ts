/** Footer addresses without a page of their own: each keeps its intent as a section of the home page (docs/product.md). */
export const HOME_SECTIONS: readonly string[] = [
  'about',
  'careers',
  'blog',
  'contact',
  'sample-report',
  'how-it-works',
];
