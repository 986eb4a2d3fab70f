import type { z } from 'zod';
import type { EvidenceShown, narrowingSchema } from '../../evidence.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';
import type { Zone } from '../../schemas/part.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { isPossible } from '../outcome-rows.ts';
import { partWords } from './evidence-rows.ts';

type Narrowing = z.infer<typeof narrowingSchema>;
type Part = NonNullable<Narrowing['part']>;

/** Where on the page something is answered. */
export type AnswerPlace =
  | { readonly to: 'photos' }
  | { readonly to: 'line'; readonly id: string }
  | { readonly to: 'setting'; readonly name: 'airbags' };

export type NarrowingRow = {
  readonly key: string;
  /** What to look at or ask. */
  readonly what: string;
  /** By how much, in words. */
  readonly narrower: string;
  /** Share of the width of the range, 0–1. */
  readonly narrows: number;
  /** Null where nothing on the page answers it. */
  readonly place: AnswerPlace | null;
};

/** Asked once, before any bag by itself. */
export const AIRBAGS_ASKED = 'Did airbags deploy?';

const ZONES: Record<Zone, string> = {
  front: 'Front photos',
  rear: 'Rear photos',
  left: 'Photos of the left side',
  right: 'Photos of the right side',
  roof: 'Photos of the roof',
  underbody: 'Photos of the underbody',
  interior: 'Photos of the interior',
};

function whatWords({ kind, zone, part }: Narrowing): string {
  const named = part ? partWords(part) : 'Damaged part';
  switch (kind) {
    case 'photos':
      return zone ? ZONES[zone] : 'Photos';
    case 'part_answer':
      return `${named}: damaged?`;
    case 'pair_answer':
      return `${named}: which side?`;
    case 'airbags':
      return AIRBAGS_ASKED;
    case 'odometer':
      return 'Actual miles';
    case 'run_state':
      return 'Does it run and drive?';
    case 'title':
      return 'Title brand';
  }
}

const isOf = (line: EstimateLine, part: Part): boolean =>
  line.block !== 'standard' &&
  line.block !== 'user' &&
  !line.other_side &&
  line.category === part.category &&
  line.position === part.position &&
  line.side === part.side &&
  (part.name === null || line.name === part.name);

function placeOf({ kind, part }: Narrowing, { estimate, photos }: ReportModel): AnswerPlace | null {
  if (kind === 'photos') return photos.some(({ url }) => url !== null) ? { to: 'photos' } : null;
  if (kind === 'airbags') return estimate.airbags ? { to: 'setting', name: 'airbags' } : null;
  if (!part) return null;
  const lines = estimate.lines.filter((line) => isOf(line, part));
  const line = lines.find((entry) => !isPossible(entry)) ?? lines[0];
  return line ? { to: 'line', id: line.id } : null;
}

const isAnswered = ({ kind, part }: Narrowing, { estimate }: ReportModel): boolean => {
  if (kind === 'airbags') return estimate.scenario?.set.airbags !== undefined;
  if (!part) return false;
  return (estimate.evidence ?? []).some(
    (said: EvidenceShown) =>
      said.kind === 'part_answer' &&
      said.part?.category === part.category &&
      said.part.position === part.position &&
      said.part.name === part.name &&
      (kind === 'pair_answer' || said.part.side === part.side),
  );
};

/** What would narrow the range most and is not answered yet, strongest first: three at most. */
export const openNarrowing = (report: ReportModel): Narrowing[] =>
  (report.estimate.narrowing ?? []).filter((item) => !isAnswered(item, report));

/** The same in words, each with where it is answered. */
export const narrowingRows = (report: ReportModel): NarrowingRow[] =>
  openNarrowing(report).map((item) => ({
    key: [item.kind, item.zone ?? '', item.part ? partWords(item.part) : ''].join(':'),
    what: whatWords(item),
    narrower: `Tightens the range ${Math.round(item.narrows * 100)}%`,
    narrows: item.narrows,
    place: placeOf(item, report),
  }));
