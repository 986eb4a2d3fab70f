import { LOCAL_SERVERS } from '../../schemas/damage.ts';
import type { ReportModel, SOURCE_KINDS } from '../../schemas/report.ts';
import { DATE_UNKNOWN } from '../source-date.ts';
import { rateWords } from './price-origin.ts';

export type SourceNote = ReportModel['sources'][number];
export type SourceKind = (typeof SOURCE_KINDS)[number];
type Told = Pick<ReportModel, 'lot' | 'lot_origin' | 'detection'>;

const WHAT: Record<SourceKind, string> = {
  lot: 'Lot and declared damage',
  vin: 'VIN decoding',
  numbers: 'OEM numbers and prices',
  stated_numbers: 'Numbers stated by sellers, unchecked',
  prices: 'Part prices',
  exchange_rates: 'Exchange rates',
  damage: 'Damage',
  tables: 'Hours, rates and price bands',
  sales_tax: 'Sales tax',
  total_loss: 'Total-loss rules',
};

const named = ({ source = '', dated }: SourceNote): string =>
  dated === null ? `${source} (${DATE_UNKNOWN})` : source;

function lotWords({ lot, lot_origin }: Told): string {
  switch (lot_origin) {
    case 'fetched':
      return `${lot.site}, read from ${lot.url}`;
    case 'sample':
      return `${lot.site} sample made up by LotLens`;
    case 'licensed':
      return `${lot.source ?? 'licensed lot data'}, licensed data of the ${lot.site} lot ${lot.url}`;
    case 'own_page':
      if (lot.source) return `${lot.source} supplied by the user, not fetched by LotLens`;
      return `${lot.site} page supplied by the user, not fetched by LotLens`;
    case 'entered':
      return 'entered by hand by the user';
  }
}

const examinerWords = ({ id, model, served_by }: Told['detection']['engine']): string =>
  served_by === undefined ? (model ?? id) : `the local model ${model ?? id} (${LOCAL_SERVERS[served_by]})`;

const WORDS: Record<SourceKind, (note: SourceNote, told: Told) => string> = {
  lot: (_, told) => lotWords(told),
  vin: () => 'NHTSA vPIC, offline table',
  numbers: named,
  stated_numbers: named,
  prices: named,
  exchange_rates: ({ source, own, old }) => rateWords({ rate_source: source, rate_own: own, rate_old: old }),
  damage: (_, { detection: { engine } }) =>
    engine.id === 'declared'
      ? 'Declared-damage table (probabilities, mostly judgment)'
      : `Photos examined by ${examinerWords(engine)}, with the declared damage`,
  tables: () => 'Public anchors and judgment, tagged line by line',
  sales_tax: () => 'Our table of rounded state and average local rates (judgment)',
  total_loss: () => 'Laws of states and provinces, read in public copies',
};

/** What a source is of, and which it is; reports of schema_version 1 stored the words. */
export const sourceWords = (note: SourceNote, told: Told): { what: string; source: string } =>
  note.kind
    ? { what: WHAT[note.kind], source: WORDS[note.kind](note, told) }
    : { what: note.what ?? '', source: note.source ?? '' };

/** The source of something; in reports of schema_version 1 it is known by the words that were stored for it alone. */
export const sourceOf = (kind: SourceKind, sources: readonly SourceNote[]): SourceNote | undefined =>
  sources.find((note) => isOfKind(note, kind));

/** Whether a source is of this kind. */
export const isOfKind = (note: SourceNote, kind: SourceKind): boolean =>
  note.kind === undefined ? note.what === WHAT[kind] : note.kind === kind;
