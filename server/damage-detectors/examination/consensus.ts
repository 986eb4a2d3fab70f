import type { Finding } from '../../../contract/schemas/damage.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { SeenIntact } from '../merge.ts';
import { listed } from '../vision/messages.ts';
import type { PartDetection } from './examination.ts';
import { operationFor } from './operation.ts';

/** Photos of one damage are not independent: each after the first counts half. */
const FURTHER = 0.5;
/** What a photo that clearly shows the same surface whole leaves of a finding. */
const SEEN_WHOLE = 0.4;
/** What a sighting is worth that the second look did not settle. */
const UNSETTLED = 0.5;
/** Below this a finding is noise and stays out. */
const LEAST = 0.05;
const MOST = 0.99;

type Group = { readonly lead: PartDetection; readonly sightings: PartDetection[] };

const worth = (sighting: PartDetection): number =>
  sighting.confidence * (sighting.verdict === 'confirmed' ? 1 : UNSETTLED);

const isOpen = ({ side, position, category }: PartDetection): boolean =>
  side === 'unknown' || (position === 'none' && categoryById(category)?.position === 'named');

/** Whether an open sighting may be of a group's piece: nothing told contradicts. */
const mayBe = (open: PartDetection, { lead }: Group): boolean =>
  open.category === lead.category &&
  (open.side === lead.side || open.side === 'unknown') &&
  (open.position === lead.position || open.position === 'none');

/**
 * Sightings of one piece together. One whose side or end is open joins the only piece it can be; where it could be several
 * that are found already it adds nothing; where it could be a further one it stays by itself (judgement).
 */
function groupsOf(sightings: readonly PartDetection[]): Group[] {
  const groups: Group[] = [];
  const closed = sightings.filter((sighting) => !isOpen(sighting));
  for (const sighting of closed) {
    const same = groups.find(
      ({ lead }) =>
        lead.category === sighting.category &&
        lead.side === sighting.side &&
        lead.position === sighting.position,
    );
    if (same) same.sightings.push(sighting);
    else groups.push({ lead: sighting, sightings: [sighting] });
  }
  const loose: Group[] = [];
  for (const sighting of sightings.filter(isOpen)) {
    const fitting = groups.filter((group) => mayBe(sighting, group));
    const pieces = piecesOf(sighting);
    const only = fitting.length === 1 ? fitting[0] : undefined;
    if (only) only.sightings.push(sighting);
    else if (fitting.length < pieces) {
      const same = loose.find(
        ({ lead }) =>
          lead.category === sighting.category &&
          lead.side === sighting.side &&
          lead.position === sighting.position,
      );
      if (same) same.sightings.push(sighting);
      else loose.push({ lead: sighting, sightings: [sighting] });
    }
  }
  return [...groups, ...loose];
}

/** How many pieces a sighting could be of: sides left open times ends left open. */
const piecesOf = ({ side, position, category }: PartDetection): number =>
  (side === 'unknown' ? 2 : 1) *
  (position === 'none' && categoryById(category)?.position === 'named' ? 2 : 1);

/** 1 − Π(1 − cᵢwᵢ) over photos, best first; a photo counts once, by its best sighting. */
export function consensusOf(confidences: ReadonlyMap<number, number>, seenWhole: boolean): number {
  const best = [...confidences.values()].sort((a, b) => b - a);
  const miss = best.reduce((rest, c, at) => rest * (1 - c * (at === 0 ? 1 : FURTHER)), 1);
  return Math.min(MOST, (1 - miss) * (seenWhole ? SEEN_WHOLE : 1));
}

const isWhole = (intact: readonly SeenIntact[], { lead }: Group): boolean =>
  lead.side !== 'unknown' &&
  intact.some(
    (it) =>
      it.category === lead.category &&
      it.side === lead.side &&
      (it.position === lead.position || it.position === 'none' || lead.position === 'none'),
  );

function evidenceOf(sightings: readonly PartDetection[]): Finding['evidence'] {
  const boxes = sightings.map(({ photo, box }) => ({ photo, box, kind: 'model_box' as const }));
  const shown = new Set(boxes.map(({ photo }) => photo));
  const also = [...new Set(sightings.flatMap((sighting) => sighting.also))].filter(
    (photo) => !shown.has(photo),
  );
  return [...boxes, ...also.map((photo) => ({ photo, box: null, kind: 'model_box' as const }))];
}

function findingOf(group: Group, intact: readonly SeenIntact[], model: string): Finding[] {
  const sightings = [...group.sightings].sort((a, b) => worth(b) - worth(a));
  const best = sightings[0];
  const category = best && categoryById(best.category);
  if (!best || !category) return [];
  const perPhoto = new Map<number, number>();
  for (const it of sightings) perPhoto.set(it.photo, Math.max(perPhoto.get(it.photo) ?? 0, worth(it)));
  const probability = Math.round(consensusOf(perPhoto, isWhole(intact, group)) * 1e4) / 1e4;
  if (probability < LEAST) return [];
  const types = [...new Set(sightings.flatMap((it) => it.types))];
  const ruled = operationFor(category, types, best.severity);
  // Most damaged parts of real estimates are replaced (3.2): where rule and model differ, replacing is shown first.
  const differ = best.op_hint !== 'unsure' && best.op_hint !== ruled;
  const unsettled = sightings.every((it) => it.verdict !== 'confirmed');
  const photos = [...perPhoto.keys()].sort((a, b) => a - b);
  return [
    {
      category: category.id,
      side: group.lead.side,
      position: group.lead.position,
      status: 'visible',
      basis: 'photos',
      types,
      severity: best.severity,
      operation: differ ? 'replace' : ruled,
      probability,
      evidence: evidenceOf(sightings),
      why: [
        `Seen on ${photos.length === 1 ? 'photo' : 'photos'} ${listed(photos)} (${model}, confidence ${probability.toFixed(2)})`,
        ...(differ ? ['repair may be enough'] : []),
        ...(unsettled ? ['not settled by a second look'] : []),
      ].join('; '),
    },
  ];
}

/**
 * One finding per damaged piece over all photos: consensus confidence, surfaces seen whole
 * counted against, severity and types of the surest sighting first, repair or replace by rule. Most probable first.
 */
export function findingsOf(
  sightings: readonly PartDetection[],
  intact: readonly SeenIntact[],
  model: string,
): Finding[] {
  return groupsOf(sightings)
    .flatMap((group) => findingOf(group, intact, model))
    .sort((a, b) => b.probability - a.probability);
}
