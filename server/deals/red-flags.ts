import type { DealEffect, RedFlag } from '../../contract/deal/deal-sheet.ts';
import type { ExpectedPrice } from '../../contract/deal/expected-price.ts';
import { dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import { type Deal, destinationOf, ruleOf } from './deal-lot.ts';
import type { Ledger } from './rows/ledger.ts';
import { type ResaleClass, titleShareRow } from './tables/resale-rules.ts';
import { middleOf } from './tables/sourced-row.ts';
import { isPlaceholder } from './verdict.ts';

/** Lowers the price to this share of a clean car's. */
function priceShare(deal: Deal, of: ResaleClass | null): DealEffect[] {
  const row = of && titleShareRow(of, deal.settings.segment ?? deal.lot.segment);
  return row && middleOf(row) < 1
    ? [{ code: 'price_share', share: Math.round(middleOf(row) * 1000) / 1000 }]
    : [];
}

const EXPORT_EFFECTS: Record<'yes' | 'some_lines' | 'with_papers' | 'no', readonly DealEffect[]> = {
  yes: [],
  some_lines: [{ code: 'export_some_lines' }],
  with_papers: [{ code: 'export_papers' }],
  no: [{ code: 'no_export' }],
};

function titleFlags(deal: Deal): RedFlag[] {
  const { listed, read } = deal.lot.title;
  const rule = ruleOf(deal.lot);
  if (read === null || rule === null)
    return [{ code: 'title_unknown', listed, effects: priceShare(deal, 'rebuilt') }];
  const roads: Record<typeof read.road, readonly DealEffect[]> = {
    yes: [],
    no: [{ code: 'no_road' }],
    check: [{ code: 'check_state' }],
    'after inspection': [{ code: 'inspection' }],
  };
  const abroad = destinationOf(deal) === 'US' ? [] : EXPORT_EFFECTS[rule.export];
  const effects = [
    ...roads[read.road],
    ...priceShare(deal, rule.resale === 'none' ? null : rule.resale),
    ...abroad,
  ];
  if (!read.sure) return [{ code: 'title_unknown', listed, could: [...read.could], effects }];
  return effects.length > 0 ? [{ code: 'title', content: read.content, listed: listed ?? '', effects }] : [];
}

/** What to beware of: what forbids first, then what costs, then what is not known. `ledger`: the deal’s rows at any bid. */
export function redFlags(deal: Deal, ledger: Pick<Ledger, 'amount'>, price: ExpectedPrice | null): RedFlag[] {
  const { facts } = deal.lot;
  const { photos, odometer } = facts;
  const careful: DealEffect[] = [{ code: 'careful' }];
  const wider: DealEffect[] = [{ code: 'wider' }];
  const costs = (cents: number): DealEffect[] => (cents > 0 ? [{ code: 'costs', usd: dollars(cents) }] : []);
  const flags: RedFlag[] = [...titleFlags(deal)];
  const look: DealEffect[] = [{ code: 'look' }];
  if (price?.of === 'expected' && price.far_under_usual)
    flags.push({ code: 'far_under_usual', effects: look });
  if (isPlaceholder(deal)) flags.push({ code: 'placeholder_repair', effects: look });
  if (facts.special === 'flood') flags.push({ code: 'flood', effects: priceShare(deal, 'flood_fire') });
  if (facts.special === 'burn') flags.push({ code: 'burn', effects: priceShare(deal, 'flood_fire') });
  if (facts.airbags === 'deployed' || facts.airbags === 'missing')
    flags.push({ code: 'airbags', state: facts.airbags, effects: costs(facts.restraints) });
  if (facts.frame > 0) flags.push({ code: 'frame', effects: costs(facts.frame) });
  if (odometer === null) flags.push({ code: 'odometer_unknown', effects: careful });
  else if (odometer !== 'actual') flags.push({ code: 'odometer', status: odometer, effects: careful });
  if (facts.keys === 'no') flags.push({ code: 'no_keys', effects: [{ code: 'not_counted' }] });
  if (facts.run === 'starts' || facts.run === 'stationary')
    flags.push({ code: 'does_not_drive', effects: costs(ledger.amount('non_runner') ?? 0) });
  for (const fact of facts.contradictions)
    flags.push({ code: 'contradiction', fact, effects: [{ code: 'look' }] });
  if (photos.examined === 0 && photos.confirmed === 0)
    flags.push({ code: 'photos_not_examined', effects: wider });
  else if (photos.zones_missing.length > 0)
    flags.push({
      code: 'views_missing',
      zones: [...photos.zones_missing],
      effects: wider,
    });
  return flags;
}
