import { askSource, type SourceAccess } from '../ask-source.ts';
import { isOf, type LookUp, type LotQuery, type LotSource, originOf, type SourceLot } from '../lot-source.ts';
import { readApibaraRecord } from './read-record.ts';
import { apibaraAnswerSchema } from './record.ts';

/**
 * Apibara's vehicle auction API 1.1.0, by the key in a header. A lot's own call first; its list, which leaves ended lots out
 * unless told, after that says it knows none. Written to its documents and to records others published; never tried live.
 */
export function apibara(access: SourceAccess): LotSource {
  const ask = async (
    path: readonly string[],
    query: Readonly<Record<string, string>>,
    lookUp: LookUp,
  ): Promise<SourceLot[]> => {
    const headers = { 'x-api-key': access.key };
    const records = await askSource(access, { path, query, headers }, apibaraAnswerSchema, lookUp);
    return (records ?? []).flatMap((record) => readApibaraRecord(record) ?? []);
  };
  return {
    name: 'apibara',
    label: 'Apibara',
    async find(query, lookUp) {
      const own = (await ask(...ownCall(query), lookUp)).filter((lot) => isOf(lot, query));
      const listed = own.length > 0 ? null : listSearch(query);
      return listed === null ? own : await ask(['vehicles'], listed, lookUp);
    },
  };
}

/** Path and query of the call that names one vehicle. */
function ownCall(query: LotQuery): [path: readonly string[], query: Readonly<Record<string, string>>] {
  if (query.by === 'vin') return [['vehicles', query.vin], {}];
  if (query.by === 'number') return [['vehicles', query.number], {}];
  const { link } = query;
  // It takes links of Copart and IAAI; a lot of bid.cars has the number it has there.
  if (link.site === 'bid.cars') return [['vehicles', link.lotNumber ?? link.vin ?? link.number], {}];
  return [['vehicles', 'urltodetails'], { url: link.canonicalUrl }];
}

/** What its list is searched by for a lot that has ended; null where the link holds no number it would know. */
function listSearch(query: LotQuery): Readonly<Record<string, string>> | null {
  const words =
    query.by === 'vin'
      ? query.vin
      : query.by === 'number'
        ? query.number
        : (query.link.lotNumber ?? query.link.vin);
  if (words === null) return null;
  const site = query.by === 'link' ? originOf(query.link) : query.by === 'number' ? query.site : null;
  return { s: words, ...(site === null ? {} : { platform: site }), lot_sub_status: 'Ended' };
}
