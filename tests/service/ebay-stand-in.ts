import type { IncomingMessage } from 'node:http';
import { type LocalSite, startSite } from './local-site.ts';

/** What one seller states for a part, as eBay's item holds it. */
export type StandInItem = {
  readonly seller: string;
  readonly number: string;
  readonly match?: 'EXACT' | 'POSSIBLE';
  readonly price?: string;
  readonly conditionId?: string;
  readonly side?: string;
};
type Answer = { status: number; body: object | string; headers?: Record<string, string> };

/** The services of eBay that numbers are asked of. */
export type Service = 'token' | 'categories' | 'models' | 'search' | 'item';
export const SERVICES = {
  '/identity/v1/oauth2/token': 'token',
  '/commerce/taxonomy/v1/category_tree/100/get_category_suggestions': 'categories',
  '/commerce/taxonomy/v1/category_tree/100/get_compatibility_property_values': 'models',
  '/buy/browse/v1/item_summary/search': 'search',
} as const satisfies Record<string, Service>;

export const fault = (status: number, errorId: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { errors: [{ errorId, domain: 'API_BROWSE', category: 'REQUEST', message: 'made up' }] },
});

export type EbayStandIn = LocalSite & {
  /** Addresses asked of one service, in order. */
  asked(service: Service): URL[];
  /** What it answers instead, by service; null: as documented. */
  answer: (service: Service, url: URL) => Answer | null;
  /** What is listed for a search. */
  listed: (url: URL) => readonly StandInItem[];
};

const addressOf = (request: IncomingMessage): URL => new URL(request.url ?? '', 'http://stand.in');
function serviceOf({ pathname }: URL): Service {
  for (const [path, service] of Object.entries(SERVICES)) if (path === pathname) return service;
  return 'item';
}

/** eBay as its documentation has it: token, categories of a part, models of a make, search by car, items with their aspects. */
export async function ebayStandIn(): Promise<EbayStandIn> {
  let kept: { readonly id: string; readonly item: StandInItem; readonly words: string }[] = [];
  const site = await startSite((request, response) => {
    const url = addressOf(request);
    const service = serviceOf(url);
    const {
      status,
      body,
      headers = {},
    } = standIn.answer(service, url) ?? { status: 200, body: usual(service, url) };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const standIn: EbayStandIn = {
    ...site,
    asked: (service) => site.requests.map(addressOf).filter((url) => serviceOf(url) === service),
    answer: () => null,
    listed: () => [],
  };
  const summary = ({ id, item, words }: (typeof kept)[number]) => ({
    itemId: id,
    title: `2018 Honda Civic ${words} by ${item.seller}`,
    price: { value: item.price ?? '100.00', currency: 'USD' },
    condition: 'Used',
    conditionId: item.conditionId ?? '3000',
    buyingOptions: ['FIXED_PRICE'],
    seller: { username: item.seller, feedbackPercentage: '99.1', feedbackScore: 12 },
    itemLocation: { postalCode: '606**', country: 'US' },
  });
  const usual = (service: Service, url: URL): object => {
    const words = url.searchParams.get('q') ?? '';
    switch (service) {
      case 'token':
        return { access_token: 'token-1', expires_in: 7200, token_type: 'Application Access Token' };
      case 'categories':
        return {
          categorySuggestions: [
            {
              category: { categoryId: '1', categoryName: 'Toys' },
              categoryTreeNodeAncestors: [{ categoryId: '220' }],
            },
            {
              category: { categoryId: '33640', categoryName: words },
              categoryTreeNodeAncestors: [{ categoryId: '6030' }, { categoryId: '6028' }],
            },
          ],
        };
      case 'models':
        return {
          compatibilityPropertyValues: [{ value: 'Accord' }, { value: 'Civic' }, { value: 'Civic del Sol' }],
        };
      case 'search': {
        const found = standIn
          .listed(url)
          .map((item, index) => ({ id: `v1|${kept.length + index}|0`, item, words }));
        kept = [...kept, ...found];
        return {
          total: found.length,
          ...(found.length > 0 && {
            itemSummaries: found.map((entry) => ({
              ...summary(entry),
              compatibilityMatch: entry.item.match ?? 'EXACT',
            })),
          }),
        };
      }
      case 'item': {
        const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
        const entry = kept.find((one) => one.id === id);
        if (!entry) return {};
        const { item } = entry;
        return {
          ...summary(entry),
          image: { imageUrl: `https://i.ebayimg.example/images/g/${item.seller}/s-l1600.jpg` },
          localizedAspects: [
            { type: 'STRING', name: 'Brand', value: 'Honda' },
            { type: 'STRING', name: 'Placement on Vehicle', value: item.side ?? 'Front' },
            { type: 'STRING', name: 'Manufacturer Part Number', value: item.number },
          ],
        };
      }
    }
  };
  return standIn;
}
