import type { EvidenceItem, EvidenceShown } from '../../../contract/evidence.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { type Cents, dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import type { Belief } from '../inference/believe.ts';
import { type PossibleLook, possibleLooks } from '../inference/possible-looks.ts';
import { partName } from '../lines/part-name.ts';
import { forecastOf, type Overrides, withEvidence } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

type Range = { readonly low: Cents; readonly likely: Cents; readonly high: Cents };
type Group = { readonly shown: Omit<EvidenceShown, 'moves'>; readonly items: ReadonlySet<EvidenceItem> };

/** More groups of photos than this are not weighed one by one. */
const MOST_GROUPS = 16;

type Place = Pick<Extract<EvidenceItem, { category: string }>, 'category' | 'name' | 'side' | 'position'>;

/** A part as shown: which it is, and what its lines are called on this car. */
const placeOf = ({ category, name, side, position }: Place, { body, priced }: EstimateInputs) => ({
  category,
  name,
  side,
  position,
  label: name ?? partName(category, position, body.body_class, priced.steel_front_bumper),
});

/** What a fact of the listing says, as its own words or code. */
function saysOf(item: EvidenceItem): string {
  switch (item.kind) {
    case 'declared_damage':
      return item.words;
    case 'odometer':
      return item.status;
    case 'title':
      return item.content;
    case 'listed_retail_value':
      return String(item.usd);
    case 'photo_sighting':
      return item.look.state;
    case 'part_answer':
      return item.answer;
    default:
      return item.value;
  }
}

/** Facts and answers one by one, photos by the part they show and what they show of it; what each moves takes a forecast. */
export function groupsOf(evidence: readonly EvidenceItem[], inputs: EstimateInputs): Group[] {
  const photos = new Map<string, { shown: Group['shown']; items: Set<EvidenceItem> }>();
  const alone: Group[] = [];
  for (const item of evidence) {
    const says = saysOf(item);
    if (item.kind !== 'photo_sighting') {
      const of = {
        ...(item.kind === 'part_answer' ? { part: placeOf(item, inputs) } : {}),
        ...(item.kind === 'part_answer' && item.photo !== undefined ? { photos: [item.photo] } : {}),
        ...(item.kind === 'declared_damage' ? { place: item.place } : {}),
      };
      alone.push({ shown: { id: item.id, kind: item.kind, says, ...of }, items: new Set([item]) });
      continue;
    }
    if (item.look.state === 'not_visible') continue;
    const id = ['photos', item.category, item.name ?? '', item.side, item.position, says].join(':');
    const group = photos.get(id) ?? {
      shown: { id, kind: 'photos' as const, says, part: placeOf(item, inputs), photos: [] },
      items: new Set<EvidenceItem>(),
    };
    group.items.add(item);
    group.shown.photos = [...new Set([...(group.shown.photos ?? []), item.photo])].sort((a, b) => a - b);
    photos.set(id, group);
  }
  const rank = ({ shown, items }: Group): number => (shown.says === 'damaged' ? 1_000 : 0) + items.size;
  const seen = [...photos.values()].sort((a, b) => rank(b) - rank(a));
  return [...alone, ...seen.slice(0, MOST_GROUPS)];
}

const without = (inputs: EstimateInputs, overrides: Overrides, items: ReadonlySet<EvidenceItem>) =>
  forecastOf(
    withEvidence(
      inputs,
      inputs.evidence.filter((item) => !items.has(item)),
    ),
    { ...overrides, answers: overrides.answers.filter((item) => !items.has(item)) },
  );

/** What each piece of evidence says and moves, US dollars of the likely total. */
export function evidenceShown(
  inputs: EstimateInputs,
  overrides: Overrides,
  likely: number,
  only: (item: EvidenceItem) => boolean = () => true,
): EvidenceShown[] {
  const evidence = [...inputs.evidence, ...overrides.answers].filter(only);
  return groupsOf(evidence, inputs).map(({ shown, items }) => ({
    ...shown,
    moves: Math.round((likely - dollars(without(inputs, overrides, items).likely)) * 100) / 100,
  }));
}

type Outcome = Range & { readonly probability: number };

/** Share of the range's width, as it stands, that an answer is expected to take away; below zero where it is expected to widen it. */
function narrowedBy({ low, high }: Range, outcomes: readonly Outcome[]): number {
  const left = outcomes.reduce((sum, outcome) => sum + outcome.probability * (outcome.high - outcome.low), 0);
  return high > low ? 1 - left / (high - low) : 0;
}

function lookShown(
  look: PossibleLook,
  { parts }: Belief,
  inputs: EstimateInputs,
): Omit<NonNullable<Estimate['narrowing']>[number], 'narrows'> {
  if (look.kind === 'photos') return { kind: look.kind, zone: look.zone };
  if (look.kind !== 'part_answer' && look.kind !== 'pair_answer') return { kind: look.kind };
  const key = look.kind === 'part_answer' ? look.key : look.left;
  const part = parts.find((entry) => entry.key === key);
  if (!part) return { kind: look.kind };
  const side = look.kind === 'pair_answer' ? ('unknown' as const) : part.side;
  return { kind: look.kind, part: placeOf({ ...part, side }, inputs) };
}

/** What to look at or ask next as things are: the three that are expected to take most of the range away. `range` is today's, cents. */
export function narrowingBy(
  inputs: EstimateInputs,
  overrides: Overrides,
  { belief, ...range }: Range & { readonly belief: Belief },
): NonNullable<Estimate['narrowing']> {
  return possibleLooks(belief)
    .map((look) => {
      const outcomes = look.outcomes.map(({ evidence, probability }) => {
        const answers = [...overrides.answers, ...evidence];
        return { probability, ...forecastOf(inputs, { ...overrides, answers }) };
      });
      return {
        ...lookShown(look, belief, inputs),
        narrows: Math.round(narrowedBy(range, outcomes) * 100) / 100,
      };
    })
    .filter(({ narrows }) => narrows > 0)
    .sort((a, b) => b.narrows - a.narrows)
    .slice(0, 3);
}
