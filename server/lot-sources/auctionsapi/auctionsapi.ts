import { askSource, type SourceAccess } from '../ask-source.ts';
import { type LotQuery, type LotSource, originOf } from '../lot-source.ts';
import { auctionsApiAnswerSchema, readAuctionsApiCar } from './read-car.ts';

/**
 * auctionsapi.com: the key travels in the query, so nothing of an address may be kept or logged (`web-fetch` tells places without
 * queries, and no fault holds what was thrown). It has no call by lot any more: its search is asked. Never tried live.
 */
export function auctionsApi(access: SourceAccess): LotSource {
  return {
    name: 'auctionsapi',
    label: 'auctionsapi.com',
    async find(query, lookUp) {
      const words = wordsOf(query);
      const cars = await askSource(
        access,
        { path: ['search'], query: { query: words, api_key: access.key } },
        auctionsApiAnswerSchema,
        lookUp,
      );
      const site = query.by === 'link' ? originOf(query.link) : query.by === 'number' ? query.site : null;
      return (cars ?? []).flatMap(readAuctionsApiCar).filter(({ lot }) => site === null || lot.site === site);
    },
  };
}

/** What is searched for: the number its users know, else the VIN, else the number in the link. */
const wordsOf = (query: LotQuery): string => {
  if (query.by === 'link') return query.link.lotNumber ?? query.link.vin ?? query.link.number;
  return query.by === 'vin' ? query.vin : query.number;
};
