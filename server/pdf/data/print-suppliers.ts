import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { SupplierLink } from '../../../contract/schemas/part.ts';
import { httpsLink } from './plain-text.ts';
import { SUPPLIER_KINDS } from './print-words.ts';

export type PrintedLink = { label: string; url: string };
export type PrintedSupplier = { label: string; sells: string; host: string; url: string };

const KINDS: readonly SupplierLink['kind'][] = ['oem', 'aftermarket', 'used'];

/** One link a kind of part on each line: new original, aftermarket, used. The list at the end names all suppliers. */
export function lineLinks({ supplier_links: links }: EstimateLine): PrintedLink[] {
  return KINDS.flatMap((kind) => {
    // One that is searched for this part before one that only opens its front page.
    const ofKind = links
      .filter((link) => link.kind === kind)
      .map(({ label, url }) => ({ label: label.replace(/ \(.*/, ''), url: httpsLink(url) ?? '' }))
      .filter(({ url }) => url !== '');
    const link = ofKind.find(({ url }) => new URL(url).search !== '') ?? ofKind[0];
    return link ? [link] : [];
  });
}

/** Every supplier the lines lead to, once, with the address a reader of the paper can type. */
export function printSuppliers(lines: readonly EstimateLine[]): PrintedSupplier[] {
  const suppliers = new Map<string, PrintedSupplier>();
  for (const { label, kind, url } of lines.flatMap((line) => line.supplier_links)) {
    const safe = httpsLink(url);
    if (safe === null) continue;
    const { hostname, origin } = new URL(safe);
    const host = hostname.replace(/^www\./, '');
    if (!suppliers.has(host))
      suppliers.set(host, { label, sells: SUPPLIER_KINDS[kind], host, url: `${origin}/` });
  }
  return [...suppliers.values()];
}
