import type { EvidenceItem, OdometerStatus } from '../../../contract/evidence.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';

/** What a listing says that bears on the estimate; null where it says nothing. */
export type ListingFacts = {
  readonly declared: DeclaredDamage;
  readonly keys: Lot['keys'];
  readonly odometer: OdometerStatus | null;
  /** US dollars. */
  readonly retail_value: number | null;
};

/**
 * What an odometer's brand says of its reading; null where nothing is said.
 * @param brand As listed.
 * @param hasReading False where no figure was read: a brand of not actual or exempt then means that it was not read.
 */
export function odometerStatusOf(brand: string | null, hasReading: boolean): OdometerStatus | null {
  const status = statusOf(brand);
  if (hasReading) return status;
  if (status === 'actual') return null;
  return status === 'not_actual' || status === 'exempt' ? 'unread' : status;
}

function statusOf(brand: string | null): OdometerStatus | null {
  const said = (brand ?? '').toLowerCase();
  if (said.trim() === '') return null;
  if (/\b(not|non|un|in)[\s-]*actual|\btmu\b|true mileage unknown|discrepan|inaccurate/.test(said))
    return 'not_actual';
  if (/exempt/.test(said)) return 'exempt';
  if (/exceed|over.*limit|mechanical limit/.test(said)) return 'over_limit';
  if (/digital|inop|broken|burn|unread|no power|unknown|missing|not required|unavailable/.test(said))
    return 'unread';
  // Beyond figure and unit no other word: ACTUAL MILES DISPUTED is none.
  const words = said.match(/[\p{L}]+/gu) ?? [];
  const rest = words.filter(
    (word) => !/^(mi|km|miles?|mileage|kilomet(er|re)s?|odometer|reading)$/.test(word),
  );
  return rest.length > 0 && rest.every((word) => word === 'actual') ? 'actual' : null;
}

/** The listing as pieces of evidence, each fact once. The seller's repair figure is none, for ever. */
export function listingEvidence(facts: ListingFacts): EvidenceItem[] {
  const { declared, keys, odometer, retail_value } = facts;
  const damage = (place: 'primary' | 'secondary', words: string | null): EvidenceItem[] =>
    words === null
      ? []
      : [{ id: `declared:${place}`, kind: 'declared_damage', place, words, site: declared.site }];
  const read = readTitle(declared.title, declared.state);
  // What is not sure is no evidence.
  const title = read?.sure ? read.content : null;
  const { run, airbags, catalytic_converter: catalyst = null } = declared;
  return [
    ...damage('primary', declared.primary),
    ...damage('secondary', declared.secondary),
    ...(run ? [{ id: 'run_state', kind: 'run_state', value: run } as const] : []),
    ...(keys ? [{ id: 'keys', kind: 'keys', value: keys } as const] : []),
    ...(airbags ? [{ id: 'airbags', kind: 'airbags', value: airbags } as const] : []),
    ...(catalyst
      ? [{ id: 'catalytic_converter', kind: 'catalytic_converter', value: catalyst } as const]
      : []),
    ...(odometer ? [{ id: 'odometer', kind: 'odometer', status: odometer } as const] : []),
    ...(title ? [{ id: 'title', kind: 'title', content: title } as const] : []),
    ...(retail_value !== null && retail_value > 0
      ? [{ id: 'listed_retail_value', kind: 'listed_retail_value', usd: retail_value } as const]
      : []),
  ];
}
