import type { ReportModel } from '../../schemas/report.ts';
import { wholeDollars } from '../figures.ts';
import { isPossible } from '../outcome-rows.ts';
import { figure, type Piece, type Sentence, said } from './sentence.ts';

/** A figure within a dollar of the value tells that the seller stopped counting there. */
const isCap = (declared: number, value: number | null): boolean =>
  value !== null && Math.abs(declared - value) <= 1;

const APART = 'It is shown beside our figure and is no part of it.';

type Compared = {
  seller: ReportModel['seller'];
  estimate: Pick<ReportModel['estimate'], 'total' | 'outcome'>;
};
const NONE = 'No repair cost of a seller is known';

const placeIn = (declared: number, { low, high }: ReportModel['estimate']['total']): string =>
  declared < low ? 'below our range' : declared > high ? 'above our range' : 'inside our range';

/** Where the seller's own figure lies, as it stands under that figure. */
export function sellerPlace({ seller, estimate }: Compared): string {
  if (seller.repair_cost === null) return NONE;
  const place = placeIn(seller.repair_cost, estimate.total);
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`;
}

/** What of our figure a seller's may leave out or reckon otherwise: the seller gives no lines to compare. '' where nothing is compared. */
export function differenceWords({ seller, estimate }: Pick<ReportModel, 'seller' | 'estimate'>): string {
  const { outcome, blocks, tax, profile } = estimate;
  if (seller.repair_cost === null || estimate.lines.every(isPossible)) return '';
  const hidden = blocks.likely_hidden;
  const rates = profile.name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  const ours = [
    hidden >= 1
      ? `${wholeDollars(hidden)} for ${outcome ? 'probable hidden damage' : 'possible hidden damage, each item by its probability'}`
      : '',
    tax >= 1 ? `${wholeDollars(tax)} sales tax` : '',
    `labor at ${[rates, profile.state].filter(Boolean).join(' in ')}`,
  ].filter(Boolean);
  return `The seller gives no lines to compare. ${outcome ? 'As written counts' : 'Ours counts'} ${ours.join(', ')}; a figure with other parts, rates or without teardown differs accordingly.`;
}

/** How the seller's own figure stands beside ours; reports of schema_version 1 stored the sentence. */
export function sellerNote({ seller, estimate: { total, outcome } }: Compared): Sentence {
  const { note, repair_cost: declared, retail_value: value } = seller;
  if (note !== undefined) return [note];
  if (declared === null) return [`${NONE}.`];
  const own: Piece = figure('seller:repair_cost', wholeDollars(declared));
  if (isCap(declared, value))
    return said`The seller declares ${own}, exactly the listed value: a cap, not a count of the damage. ${APART}`;
  const of = (amount: number, words: string): string[] =>
    amount > 0 ? [`${(declared / amount).toFixed(2)} × ${words}`] : [];
  const ratios = [...of(total.likely, 'our likely figure'), ...of(outcome?.as_written ?? 0, 'as written')];
  const ratio = ratios.length > 0 ? ` (${ratios.join(', ')})` : '';
  return said`The seller declares ${own}: ${placeIn(declared, total)}${ratio}. ${APART}`;
}
