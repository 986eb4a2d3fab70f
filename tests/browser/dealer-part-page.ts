/** A part at a dealer's store, and the sample's car; the number is made up. */
export const PART = 'https://bmw.oempartsonline.com/oem-parts/bmw-bumper-cover-51119999991';
export const PART_VIN = 'WBA3A5C58EF900001';

/** The page of a part as a dealer's store has it. */
export const partPage = (words: string): { status: number; contentType: string; body: string } => {
  const offers = { '@type': 'Offer', price: '777.25', priceCurrency: 'USD' };
  const product = { '@type': 'Product', name: 'Bumper Cover', sku: '51119999991', offers };
  const data = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  return {
    status: 200,
    contentType: 'text/html',
    body: `<!doctype html><html lang="en"><head><title>Bumper Cover</title>${data}</head><body><p>${words}</p><input type="hidden" value="a secret"></body></html>`,
  };
};
