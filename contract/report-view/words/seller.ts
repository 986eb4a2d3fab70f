import type { ReportModel } from '../../schemas/report.ts';
import { wholeDollars } from '../figures.ts';
import { figure, type Piece, type Sentence, said } from './sentence.ts';

/** A figure within a dollar of the value tells that the seller stopped counting there. */
const isCap = (declared: number, value: number | null): boolean =>
  value !== null && Math.abs(declared - value) <= 1;

const APART = 'It is shown beside our figure and is no part of it.';

type Compared = {
  seller: ReportModel['seller'];
  estimate: Pick<ReportModel['estimate'], 'total' | 'outcome'>;
};

/** How the seller's own figure stands beside ours; reports of schema_version 1 stored the sentence. */
export function sellerNote({ seller, estimate: { total, outcome } }: Compared): Sentence {
  const { note, repair_cost: declared, retail_value: value } = seller;
  if (note !== undefined) return [note];
  if (declared === null) return ['No repair cost of a seller is known.'];
  const own: Piece = figure('seller:repair_cost', wholeDollars(declared));
  if (isCap(declared, value))
    return said`The seller declares ${own}, exactly the listed value: a cap, not a count of the damage. ${APART}`;
  const { low, likely, high } = total;
  const place = declared < low ? 'below our range' : declared > high ? 'above our range' : 'inside our range';
  const of = (amount: number, words: string): string[] =>
    amount > 0 ? [`${(declared / amount).toFixed(2)} × ${words}`] : [];
  const ratios = [...of(likely, 'our likely figure'), ...of(outcome?.as_written ?? 0, 'as written')];
  const ratio = ratios.length > 0 ? ` (${ratios.join(', ')})` : '';
  return said`The seller declares ${own}: ${place}${ratio}. ${APART}`;
}
