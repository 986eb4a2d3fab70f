import type { LotImage } from '../../../contract/schemas/lot.ts';
import { lotImage } from '../auction-site.ts';

/** bid.cars' photo addresses: which are this lot's, and which size they are. */

type Sizes = { large: string | null; plain: string | null; preview: string | null };

/** Addresses on bid.cars' photo hosts inside any text, a script's escaped slashes included. */
export function photoAddresses(text: string): string[] {
  const found = text
    .replaceAll('\\/', '/')
    .matchAll(
      /https:\/\/(?:pluto|mercury|images|[a-z]{3,12})\.bid\.cars?\/[\w./%-]{4,240}\.(?:jpe?g|png|webp)(?:\?ver=\d{1,8})?/gi,
    );
  return [...found].map(([address]) => address);
}

/** The photos among `addresses` that lie in this lot's folder, each once at its largest, in the site's numbering. */
export function bidCarsImages(addresses: readonly string[], lotId: string): LotImage[] {
  const photos = new Map<number, Sizes>();
  for (const address of addresses) {
    const number = ownNumber(address, lotId);
    if (number === null) continue;
    const sizes = photos.get(number) ?? { large: null, plain: null, preview: null };
    const size = /^https:\/\/pluto\./i.test(address)
      ? 'large'
      : /^https:\/\/mercury\./i.test(address)
        ? 'preview'
        : 'plain';
    photos.set(number, { ...sizes, [size]: sizes[size] ?? address });
  }
  return [...photos]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, sizes]) => {
      const url = sizes.large ?? sizes.plain ?? largeOf(sizes.preview);
      return url === null ? [] : [lotImage(url, sizes.preview ?? sizes.plain ?? url, null)];
    });
}

/** The gallery's own photos where the site has changed how it names folders: in page order, each once. */
export const carouselImages = (addresses: readonly string[]): LotImage[] =>
  [...new Set(addresses)].map((address) => lotImage(address, address, null));

/**
 * `…/0-45397077/<slug>-3.jpg` and `…/145397077_<hex>/<slug>-3.jpg` are photo 3 of their lot; in 2023 the folder had the number
 * without its prefix, `…/45397077_<hex>/`.
 */
function ownNumber(address: string, lotId: string): number | null {
  const [, folder = '', number] =
    /^https:\/\/[^/]+\/([^/]+)\/[^?]*?-(\d{1,3})\.\w{3,4}(?:\?|$)/i.exec(address) ?? [];
  const [prefix = '', digits = ''] = lotId.split('-');
  const isOwn = folder === lotId || [prefix + digits, digits].some((own) => folder.startsWith(`${own}_`));
  return isOwn && number !== undefined ? Number(number) : null;
}

/** An archived lot's large photo lies under the same path as its preview. */
const largeOf = (preview: string | null): string | null =>
  preview?.replace(/^https:\/\/mercury\.bid\.cars\//i, 'https://pluto.bid.car/') ?? null;
