import type { FeedCells } from './feed-item.ts';

/** A row of a feed, by its number in it. `fault`: it does not fit the header. */
export type FeedRow = { row: number; cells: FeedCells; fault: boolean };
/** `left_out`: of a product that is not on sale. */
export type TakeRow = (row: FeedRow | 'left_out') => void;

/** Columns of a Shopify product export as it is written today, and as it was before, by what they are to us. */
const NAMES = {
  handle: ['url_handle', 'handle'],
  title: ['title'],
  vendor: ['vendor'],
  sku: ['sku', 'variant_sku'],
  price: ['price', 'variant_price'],
  quantity: ['inventory_quantity', 'variant_inventory_qty'],
  oversell: ['continue_selling_when_out_of_stock', 'variant_inventory_policy'],
  status: ['status'],
  published: ['published_on_online_store', 'published'],
  condition: ['google_shopping_/_condition'],
} as const;

/** Ours, where somebody added them. */
const OWN = ['oem_number', 'make', 'side', 'lead_time_days', 'core_charge', 'shipping'] as const;

/** All columns that are read of such a file. */
export const SHOPIFY_COLUMNS: readonly string[] = [...Object.values(NAMES).flat(), ...OWN];

export const isShopify = (header: readonly string[]): boolean =>
  NAMES.handle.some((name) => header.includes(name)) &&
  NAMES.sku.some((name) => header.includes(name)) &&
  NAMES.price.some((name) => header.includes(name));

/**
 * Rows of a Shopify product export as those of Google's data: the vendor is the brand, the SKU its number. Such a file tells no
 * currency: its prices are taken as US dollars. What a product's first row tells holds for its variants, which stand below it.
 */
export function shopifyRows(website: string, take: TakeRow): (row: FeedRow) => void {
  let product: Record<string, string> = {};
  return ({ row, cells, fault }) => {
    const told = (name: keyof typeof NAMES): string =>
      NAMES[name].map((column) => cells[column]?.trim() ?? '').find((cell) => cell !== '') ?? '';
    const handle = told('handle');
    if (handle !== product.handle) product = { handle };
    const ofProduct = (name: keyof typeof NAMES): string =>
      (product[name] = told(name) || (product[name] ?? ''));
    const [title, vendor, condition] = [ofProduct('title'), ofProduct('vendor'), ofProduct('condition')];
    const [status, published] = [ofProduct('status').toLowerCase(), ofProduct('published').toLowerCase()];
    const [sku, price] = [told('sku'), told('price')];
    // Further pictures of a product stand in rows of their own.
    if (sku === '' && price === '') return;
    if ((status !== '' && status !== 'active') || published === 'false') return take('left_out');
    const quantity = told('quantity');
    const isOut = /^-?\d+$/.test(quantity) && Number(quantity) <= 0;
    const sellsOn = ['true', 'continue'].includes(told('oversell').toLowerCase());
    take({
      row,
      fault,
      cells: {
        ...Object.fromEntries(OWN.map((name) => [name, cells[name]])),
        id: sku || handle,
        title,
        brand: vendor,
        mpn: sku,
        condition,
        price: price === '' ? '' : `${price} USD`,
        availability: isOut ? (sellsOn ? 'backorder' : 'out_of_stock') : 'in_stock',
        qty: isOut ? '' : quantity,
        link: handle === '' ? '' : new URL(`/products/${encodeURIComponent(handle)}`, website).href,
      },
    });
  };
}
