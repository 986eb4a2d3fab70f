import type { Preflight } from '../../api/auction-answers.ts';
import { listedWords } from '../deal/listed-words.ts';
import { wholeDollars } from '../figures.ts';
import { counted } from '../words/sentence.ts';

export type PreflightRow = {
  readonly key: 'photos' | 'review' | 'numbers' | 'range' | 'deal';
  readonly label: string;
  readonly value: string;
};

const NUMBERS: Record<Preflight['catalogue'], string> = {
  held: 'Catalog held for this car',
  on_request: 'A catalog service is asked for this car',
  saved: 'Saved numbers of this model, marked as from a similar car',
  none: 'None from any source here. Free ways to add them later: paste a dealer’s page or a list, send an open part page with the extension, or save an EMS or BMS estimate.',
};

function photoWords({ listed, held, refused }: Preflight['photos']): string {
  const of = (count: number): string => `${count} of ${counted(listed, 'photo', 'photos')}`;
  if (listed === 0) return 'None came with the lot';
  if (refused === listed) return `${of(0)} could be downloaded`;
  if (held === listed) return `${of(held)} ready`;
  if (held + refused === listed) return `${of(held)} ready, ${refused} could not be downloaded`;
  return `${of(held)} ready, the rest downloading`;
}

/** What the report will be able to show, as it is said before it is ordered. */
export function preflightRows({
  photos,
  vision_model,
  catalogue,
  estimate,
  deal,
}: Preflight): PreflightRow[] {
  const review = vision_model ? 'By a vision model' : 'No model configured: confirm by eye in about a minute';
  return [
    { key: 'photos', label: 'Photos', value: photoWords(photos) },
    ...(photos.listed > photos.refused
      ? [{ key: 'review', label: 'Photo review', value: review } as const]
      : []),
    { key: 'numbers', label: 'OEM numbers', value: NUMBERS[catalogue] },
    ...(estimate === null
      ? []
      : [
          {
            key: 'range',
            label: 'Repair',
            value: `${wholeDollars(estimate.low)} to ${wholeDollars(estimate.high)} from the listing alone`,
          } as const,
        ]),
    ...(deal === undefined
      ? []
      : [{ key: 'deal', label: 'What to bid', value: `${listedWords(deal).join('. ')}.` } as const]),
  ];
}

/** A report of it could show neither photos nor OEM numbers. */
export const isBare = ({ photos, catalogue }: Preflight): boolean =>
  photos.listed <= photos.refused && catalogue === 'none';

/** Nothing of it is still on its way. */
export const isSettled = ({ photos, estimate }: Preflight): boolean =>
  estimate !== null && photos.held + photos.refused >= photos.listed;
