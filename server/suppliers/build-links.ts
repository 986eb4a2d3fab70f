import type { SupplierLink } from '../../contract/schemas/part.ts';
import type { MakeKey } from '../../contract/vehicles/makes.ts';
import { SUPPLIERS } from './index.ts';
import type { Affiliates, Region, Supplier } from './supplier.ts';

export type { Affiliates } from './supplier.ts';

export type LinkRequest = {
  readonly make: MakeKey | null;
  /** As the catalogue writes it; null: no source returned one. */
  readonly number: string | null;
  /** What to look for by words: `2015 Infiniti Q50 left headlamp`. */
  readonly words: string;
  /** The part's name alone, for a shop that is asked about the VIN; without it `words` are taken. */
  readonly name?: string;
  /** Of the car, whole; without it no shop is asked about one. */
  readonly vin?: string | null;
  readonly region: Region;
  readonly affiliates: Affiliates;
};

/** Longer texts are cut: no part needs more, and addresses have limits. */
const MAX_QUERY = 120;

/**
 * Search links for one part, the best supported suppliers first: by its OEM number where there is one, by words where
 * there is none. Used parts are always searched by words as well. Every link is https at the supplier's own host. Links with
 * `affiliate` are to be marked `rel="sponsored nofollow noopener"`.
 */
export function buildSupplierLinks(request: LinkRequest): SupplierLink[] {
  return SUPPLIERS.flatMap((supplier) => linkOf(supplier, request) ?? []);
}

/** The link to one supplier by its name; null for an unknown one, or where it has nothing to search for. */
export function supplierLink(name: string, request: LinkRequest): SupplierLink | null {
  const supplier = SUPPLIERS.find((entry) => entry.name === name);
  return supplier === undefined ? null : linkOf(supplier, request);
}

/** The address of one item a supplier offers, with our campaign; null where its items have no address of their own. */
export function supplierItemUrl(name: string, item: string, affiliates: Affiliates): string | null {
  const supplier = SUPPLIERS.find((entry) => entry.name === name);
  if (supplier?.item_template === undefined || !/^\d+$/.test(item)) return null;
  return withCampaign(new URL(supplier.item_template.replace('{item}', item)), supplier, affiliates).href;
}

/** An address of a supplier's with our id of a click, where its programme takes one and is joined; null elsewhere. */
export function withClickId(
  name: string,
  address: string,
  id: string,
  affiliates: Affiliates,
): string | null {
  const supplier = SUPPLIERS.find((entry) => entry.name === name);
  if (supplier?.click_id === undefined || !supplier.affiliate?.(affiliates)) return null;
  const url = new URL(address);
  url.searchParams.set(supplier.click_id, id);
  return url.href;
}

function withCampaign(url: URL, supplier: Supplier, affiliates: Affiliates): URL {
  for (const [name, value] of Object.entries(supplier.affiliate?.(affiliates) ?? {}))
    url.searchParams.set(name, value);
  return url;
}

function linkOf(supplier: Supplier, request: LinkRequest): SupplierLink | null {
  if (!supplier.regions.includes(request.region)) return null;
  const store = supplier.makes && request.make !== null ? supplier.makes[request.make] : undefined;
  if (supplier.makes && store === undefined) return null;
  const number = numberFor(supplier, request.number);
  const words = supplier.words && (request.number === null || supplier.number_form === 'none');
  const vin = supplier.vin === undefined ? null : request.vin || null;
  const named = vin === null ? request.words : (request.name ?? request.words);
  const query = number ?? (words ? tidy(named) : null);
  if (query === null || query === '') return null;
  const address = supplier.template.replace('{make}', store ?? '').replace('{q}', encodeQuery(query));
  const url = new URL(vin === null ? address : `${address}&${supplier.vin}=${encodeQuery(vin)}`);
  return {
    supplier: supplier.name,
    label: supplier.label,
    url: withCampaign(url, supplier, request.affiliates).href,
    by: number === null ? 'words' : 'number',
    kind: supplier.kind,
    affiliate: (supplier.affiliate?.(request.affiliates) ?? null) !== null,
  };
}

function numberFor({ number_form: form }: Supplier, number: string | null): string | null {
  if (number === null || form === 'none') return null;
  return tidy(form === 'bare' ? number.replace(/[\s.\-_/]/g, '') : number) || null;
}

/** One line, without control characters and halves of surrogate pairs, of bounded length. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_QUERY)
    .toWellFormed();
}

/** Also the characters that would end a path segment or mean "this folder": a query may stand in a path. */
function encodeQuery(text: string): string {
  const encoded = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return /^\.+$/.test(encoded) ? '' : encoded;
}
