import type { MakeKey } from '../vehicles/makes.ts';

/** Where every store stands: one address a make. */
export const DEALER_DOMAIN = 'oempartsonline.com';

/** The name of each make's store. */
export const DEALER_STORES: Readonly<Record<MakeKey, string>> = {
  bmw: 'bmw',
  audi: 'audi',
  subaru: 'subaru',
  acura: 'acura',
  ford: 'ford',
  honda: 'honda',
  hyundai: 'hyundai',
  infiniti: 'infiniti',
  jaguar: 'jaguar',
  kia: 'kia',
  landrover: 'landrover',
  lexus: 'lexus',
  mazda: 'mazda',
  mitsubishi: 'mitsubishi',
  nissan: 'nissan',
  porsche: 'porsche',
  toyota: 'toyota',
  vw: 'volkswagen',
  volvo: 'volvo',
};

/** The host of a make's store. */
export const dealerHost = (make: MakeKey): string => `${DEALER_STORES[make]}.${DEALER_DOMAIN}`;

/** The hosts of all stores whose pages are read. */
export const DEALER_HOSTS: readonly string[] = Object.values(DEALER_STORES).map(
  (store) => `${store}.${DEALER_DOMAIN}`,
);

/** A page of a dealer's store, without what was asked of it, and the VIN it was asked about; null: no such page. */
export function dealerPageOf(link: string): { host: string; url: string; vin: string | null } | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname: host, origin, pathname, searchParams, port } = new URL(link);
  if (protocol !== 'https:' || port !== '' || !DEALER_HOSTS.includes(host)) return null;
  return { host, url: `${origin}${pathname}`, vin: searchParams.get('vin') };
}
