import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { Finding } from '../../../contract/schemas/damage.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { SeenIntact } from '../merge.ts';
import type { PartDetection } from './examination.ts';
import { operationFor } from './operation.ts';

/** Photos of one damage are not independent: each after the first counts half, one that nearly repeats another nothing. */
const FURTHER = 0.5;
/** What a photo that clearly shows the same surface whole leaves of a finding. */
const SEEN_WHOLE = 0.4;
/** What a detection is worth that the second look did not settle. */
const UNSETTLED = 0.5;
/** Below this a finding is noise and stays out. */
const LEAST = 0.05;
const MOST = 0.99;

type Group = { readonly lead: PartDetection; readonly detections: PartDetection[] };

const worth = (detection: PartDetection): number =>
  detection.confidence * (detection.verdict === 'confirmed' ? 1 : UNSETTLED);

const isOpen = ({ side, position, category }: PartDetection): boolean =>
  side === 'unknown' || (position === 'none' && categoryById(category)?.position === 'named');

/** Whether an open detection may be of a group's piece: nothing told contradicts. */
const mayBe = (open: PartDetection, { lead }: Group): boolean =>
  open.category === lead.category &&
  (open.side === lead.side || open.side === 'unknown') &&
  (open.position === lead.position || open.position === 'none');

/**
 * Detections of one piece together. One whose side or end is open joins the only piece it can be; where it could be several
 * that are found already it adds nothing; where it could be a further one it stays by itself (judgement).
 */
function groupsOf(detections: readonly PartDetection[]): Group[] {
  const groups: Group[] = [];
  const closed = detections.filter((detection) => !isOpen(detection));
  for (const detection of closed) {
    const same = groups.find(
      ({ lead }) =>
        lead.category === detection.category &&
        lead.side === detection.side &&
        lead.position === detection.position,
    );
    if (same) same.detections.push(detection);
    else groups.push({ lead: detection, detections: [detection] });
  }
  const loose: Group[] = [];
  for (const detection of detections.filter(isOpen)) {
    const fitting = groups.filter((group) => mayBe(detection, group));
    const pieces = piecesOf(detection);
    const only = fitting.length === 1 ? fitting[0] : undefined;
    if (only) only.detections.push(detection);
    else if (fitting.length < pieces) {
      const same = loose.find(
        ({ lead }) =>
          lead.category === detection.category &&
          lead.side === detection.side &&
          lead.position === detection.position,
      );
      if (same) same.detections.push(detection);
      else loose.push({ lead: detection, detections: [detection] });
    }
  }
  return [...groups, ...loose];
}

/** How many pieces a detection could be of: sides left open times ends left open. */
const piecesOf = ({ side, position, category }: PartDetection): number =>
  (side === 'unknown' ? 2 : 1) *
  (position === 'none' && categoryById(category)?.position === 'named' ? 2 : 1);

/** 1 − Π(1 − cᵢwᵢ) over photos, best first; a photo counts once, by its best detection. */
export function consensusOf(confidences: ReadonlyMap<number, number>, seenWhole: boolean): number {
  const best = [...confidences.values()].sort((a, b) => b - a);
  const miss = best.reduce((rest, c, index) => rest * (1 - c * (index === 0 ? 1 : FURTHER)), 1);
  return Math.min(MOST, (1 - miss) * (seenWhole ? SEEN_WHOLE : 1));
}

const isWhole = (intact: readonly SeenIntact[], { lead }: Group): boolean =>
  lead.side !== 'unknown' &&
  intact.some(
    (seenIntact) =>
      seenIntact.category === lead.category &&
      seenIntact.side === lead.side &&
      (seenIntact.position === lead.position || seenIntact.position === 'none' || lead.position === 'none'),
  );

function evidenceOf(detections: readonly PartDetection[]): Finding['evidence'] {
  const boxes = detections.map(({ photo, box }) => ({ photo, box, kind: 'model_box' as const }));
  const shown = new Set(boxes.map(({ photo }) => photo));
  const also = [...new Set(detections.flatMap((detection) => detection.also))].filter(
    (photo) => !shown.has(photo),
  );
  return [...boxes, ...also.map((photo) => ({ photo, box: null, kind: 'model_box' as const }))];
}

function findingOf(
  group: Group,
  intact: readonly SeenIntact[],
  model: string,
  repeats: ReadonlyMap<number, number>,
): Finding[] {
  const detections = [...group.detections].sort((a, b) => worth(b) - worth(a));
  const best = detections[0];
  const category = best && categoryById(best.category);
  if (!best || !category) return [];
  const perView = new Map<number, number>();
  for (const it of detections) {
    const view = repeats.get(it.photo) ?? it.photo;
    perView.set(view, Math.max(perView.get(view) ?? 0, worth(it)));
  }
  const probability = Math.round(consensusOf(perView, isWhole(intact, group)) * 1e4) / 1e4;
  if (probability < LEAST) return [];
  // As the surest photo that tells it has it: a part is no more damaged for being seen twice.
  const extent = detections.find((detection) => detection.extent !== undefined)?.extent;
  const types = [...new Set(detections.flatMap((detection) => detection.types))];
  const ruled = operationFor(category, types, best.severity);
  // Most damaged parts of real estimates are replaced (3.2): where rule and model differ, replacing is shown first.
  const differ = best.op_hint !== 'unsure' && best.op_hint !== ruled;
  const unsettled = detections.every((detection) => detection.verdict !== 'confirmed');
  const because: LineReason = {
    from: {
      code: 'photos',
      photos: [...new Set(detections.map(({ photo }) => photo))].sort((a, b) => a - b),
      by: model,
      confidence: probability,
      ...(differ || unsettled
        ? {
            doubts: [
              ...(differ ? (['repair_may_do'] as const) : []),
              ...(unsettled ? (['unsettled'] as const) : []),
            ],
          }
        : {}),
    },
  };
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
      ...(extent === undefined ? {} : { extent }),
      probability,
      evidence: evidenceOf(detections),
      because,
    },
  ];
}

/**
 * One finding per damaged piece over all photos: consensus confidence, surfaces seen whole
 * counted against, severity and types of the surest detection first, repair or replace by rule. Most probable first. `repeats`:
 * photos that nearly repeat another, and which.
 */
export function findingsOf(
  detections: readonly PartDetection[],
  intact: readonly SeenIntact[],
  model: string,
  repeats: ReadonlyMap<number, number> = new Map(),
): Finding[] {
  return groupsOf(detections)
    .flatMap((group) => findingOf(group, intact, model, repeats))
    .sort((a, b) => b.probability - a.probability);
}
