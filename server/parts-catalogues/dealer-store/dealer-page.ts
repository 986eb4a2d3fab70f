import { type CheerioAPI, load } from 'cheerio/slim';
import { z } from 'zod';
import { markupTree } from '../../markup/markup-tree.ts';
import { storableJson } from '../../storable-text.ts';

/** What a dealer store's page says of one part. Price in the page's currency, null where it shows none. */
export type DealerPart = {
  /** As the page writes it: sku or mpn, never read off the address, which may drop leading zeros. */
  number: string;
  name: string;
  price: number | null;
  currency: string | null;
  /** null: the page was not asked about a VIN, or says nothing. */
  fitsVin: boolean | null;
  /** The one VIN its words name; null: none, or several. */
  namedVin: string | null;
};

const amountSchema = z.union([z.number(), z.string()]).nullish();
const offerSchema = z.object({ price: amountSchema, priceCurrency: z.string().nullish() });
const productSchema = z.object({
  '@type': z.union([z.string(), z.array(z.string())]),
  name: z.string(),
  sku: z.union([z.string(), z.number()]).nullish(),
  mpn: z.union([z.string(), z.number()]).nullish(),
  offers: z.union([offerSchema, z.array(offerSchema)]).nullish(),
});
type Product = z.infer<typeof productSchema>;

/** Reads the stores' pages; the service does so in its reading workers. */
export type DealerPageReader = {
  partOf(html: string): Promise<DealerPart | null>;
  partPageIn(html: string, bareNumber: string, base: string): Promise<string | null>;
};

/** Reads in this process. */
export const readDealerPagesHere: DealerPageReader = {
  partOf: async (html) => readDealerPart(html),
  partPageIn: async (html, bareNumber, base) => partPageIn(html, bareNumber, base),
};

/** Twenty times what a page of a store has (judgement): tags, and elements that stand inside each other. */
const PAGE = { xml: false, deepest: 500, mostTags: 100_000 };

/** The page, or null where it is none that a store writes. */
function opened(html: string): CheerioAPI | null {
  const tree = markupTree(html, PAGE);
  return tree && load(tree);
}

/** The part a page is about, from its JSON-LD Product; null for a search result or anything else. */
export function readDealerPart(html: string): DealerPart | null {
  const $ = opened(html);
  if ($ === null) return null;
  const products = $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => productsIn($(script).text()));
  const [product] = products;
  const number = String(product?.sku ?? product?.mpn ?? '').trim();
  // A list of results holds several products: none of them is what the page is about.
  if (!product || products.length > 1 || number === '') return null;
  const offer = [product.offers ?? []].flat()[0];
  // The list price is no price anybody pays: only what the store sells for.
  const shown = $('.product-sale-price, .price-section-price').not('.price-section-retail').first().text();
  const text = $('body').text();
  return {
    number,
    name: product.name.trim(),
    price: amount(offer?.price) ?? amount(shown),
    currency: offer?.priceCurrency?.toUpperCase() ?? 'USD',
    fitsVin: fitIn(text),
    namedVin: vinIn(text),
  };
}

/** Addresses of part pages a search result links to, whose end is this number. */
export function partPageIn(html: string, bareNumber: string, base: string): string | null {
  const wanted = bareNumber.toLowerCase().replace(/^0+/, '');
  const $ = opened(html);
  if ($ === null) return null;
  for (const link of $('a[href*="/oem-parts/"]').toArray()) {
    const href = $(link).attr('href') ?? '';
    if (!URL.canParse(href, base)) continue;
    const url = new URL(href, base);
    if (url.pathname.replace(/^.*-/, '').replace(/^0+/, '') === wanted)
      return `${new URL(base).origin}${url.pathname}`;
  }
  return null;
}

/** A page's script tells some ten things (judgement). */
const MOST_NODES = 200;

function productsIn(text: string): Product[] {
  let json: unknown;
  try {
    json = storableJson(JSON.parse(text) as unknown);
  } catch {
    return [];
  }
  const graph = z.object({ '@graph': z.array(z.unknown()) }).safeParse(json);
  const nodes: unknown[] = graph.success ? graph.data['@graph'] : [json].flat();
  return nodes.slice(0, MOST_NODES).flatMap((node) => {
    const product = productSchema.safeParse(node);
    return product.success && [product.data['@type']].flat().includes('Product') ? [product.data] : [];
  });
}

function amount(written: number | string | null | undefined): number | null {
  const value = Number(String(written ?? '').replace(/[\s$,]/g, ''));
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** What `VIN` stands right before, with a digit; a number of the page itself may be as long. */
function vinIn(text: string): string | null {
  const named = new Set(
    [...text.matchAll(/\bVIN\b[\s:#=–-]{0,12}([A-HJ-NPR-Z0-9]{17})\b/gi)].map(([, vin = '']) =>
      vin.toUpperCase(),
    ),
  );
  const [only] = named;
  return named.size === 1 && only ? only : null;
}

function fitIn(text: string): boolean | null {
  if (/does(?: not|n['’]t) fit/i.test(text)) return false;
  return /fits your vehicle/i.test(text) ? true : null;
}
