import type { LineReason, Looked } from '../../facts/line-reason.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';
import { OPERATION_REASONS, OPERATION_REASONS_OF_PART } from './operation-reasons.ts';
import { listedWords, photosNamed } from './sentence.ts';

type From = LineReason['from'];
type Of<C extends From['code']> = Extract<From, { code: C }>;

const LISTED: Record<Of<'listed'>['fact'], string> = {
  not_running: 'Listed as not running, no impact declared: to be diagnosed',
  airbags_deployed: 'Listed: airbags deployed',
  airbags_intact: 'Listed: airbags intact',
  airbags_missing: 'Listed: airbags missing',
  catalytic_converter_missing: 'Listed: catalytic converter missing',
};
const DOUBTS: Record<NonNullable<Of<'photos'>['doubts']>[number], string> = {
  repair_may_do: 'repair may be enough',
  unsettled: 'not settled by a second look',
};

function seen({ photos, by, confidence, doubts = [] }: Of<'photos'>): string {
  const told = [by, confidence === null ? null : `confidence ${confidence.toFixed(2)}`]
    .filter(Boolean)
    .join(', ');
  return [
    `Seen on ${photosNamed(photos)}${told === '' ? '' : ` (${told})`}`,
    ...doubts.map((doubt) => DOUBTS[doubt]),
  ].join('; ');
}

function hiddenBehind({ part }: Of<'hidden_behind'>): string {
  if (part === null) return 'Hidden behind a part seen damaged; check at teardown';
  const { side, position, category } = part;
  const name = [side, position, category.replaceAll('_', ' ')]
    .filter((word) => word !== 'none' && word !== 'unknown')
    .join(' ');
  return `Not visible; often damaged with the ${name}; check at teardown`;
}

function operation({ operation: id, part }: Of<'operation'>): string {
  const ofPart = OPERATION_REASONS_OF_PART[id];
  return (part !== undefined && ofPart ? ofPart(part) : OPERATION_REASONS[id]) ?? 'Part of such a repair';
}

/** What the chance rests on, with its limits. */
const countedWords = ({ share, inspected, hits }: NonNullable<Of<'declared'>['counted']>): string =>
  `${Math.round(100 * share)}% of ${inspected} inspected ${hits} hits (US crash investigations, 2015: crashes, not auction lots; older cars)`;

const FROM: { [C in From['code']]: (from: Of<C>) => string } = {
  declared: ({ words, if_fitted, counted }) =>
    [
      `Probable from declared damage ${listedWords(words)}${if_fitted ? ', if the vehicle has one' : ''}`,
      ...(counted ? [countedWords(counted)] : []),
    ].join('; '),
  listed: ({ fact }) => LISTED[fact],
  photos: seen,
  hidden_behind: hiddenBehind,
  operation,
  confirmed: () => 'Confirmed by eye',
  added: () => 'Added by the user',
};

const showsUndamaged = (photos: readonly number[]): string =>
  `${photosNamed(photos)} ${photos.length > 1 ? 'show' : 'shows'} no damage`;

function lookedWords(looked: Looked, from: From): string {
  switch (looked.state) {
    case 'not_examined':
      return 'photos not reviewed';
    case 'not_seen':
      return looked.examined === 1
        ? 'not seen on the one photo examined'
        : `not seen on the ${looked.examined} photos examined`;
    case 'whole':
      return from.code === 'photos'
        ? `photos disagree: ${showsUndamaged(looked.photos)}`
        : showsUndamaged(looked.photos);
  }
}

const fromWords = <C extends From['code']>(from: Of<C>): string =>
  (FROM[from.code] as (from: Of<C>) => string)(from);

/** What two lines may say alike: why, and what looking came to. */
export const groundsWords = ({ from, looked }: LineReason): string =>
  [fromWords(from), ...(looked ? [lookedWords(looked, from)] : [])].join('; ');

/** What a reason adds to its grounds; empty: nothing. */
export const addedWords = ({ matches_declared, opposite_side }: LineReason): string =>
  [
    ...(matches_declared ? ['matches declared damage'] : []),
    ...(opposite_side ? ['the opposite side may be hit too'] : []),
  ].join('; ');

/** A reason in words, without a full stop. */
export const reasonWords = (reason: LineReason): string =>
  [groundsWords(reason), addedWords(reason)].filter(Boolean).join('; ');

/** Why a line is there, without a full stop; reports of schema_version 1 stored the sentence. */
export const whyOf = ({ because, why }: Pick<EstimateLine, 'because' | 'why'>): string =>
  because ? reasonWords(because) : (why ?? '');
