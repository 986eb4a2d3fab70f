import { type Estimate, type EstimateLine, SECTIONS } from '../../../contract/schemas/estimate.ts';
import { paintMoney, recosted } from '../pricing/line-money.ts';
import { isApart, isBare, type PaintStage, type PanelHours, refinishHours } from '../pricing/refinish.ts';

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** The paint an estimate was reckoned for. */
export const paintStageIn = ({ paint }: Pick<Estimate, 'paint'>): PaintStage => paint?.stage ?? 'two_stage';

/** What the job as a whole takes from or adds to each painted line: overlap with its neighbours and clear coat. */
export function paintOf(
  lines: readonly EstimateLine[],
  stage: PaintStage,
  /** Base hours against those the line has. */
  share: (line: EstimateLine) => number = () => 1,
): ReadonlyMap<string, PanelHours> {
  const painted = lines
    .filter((line) => line.refinish)
    .sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
  const hours = refinishHours(
    painted.map((line) => ({
      category: line.category ?? line.id,
      side: line.side,
      base_hours: line.refinish
        ? share(line) * (line.refinish.hours - line.refinish.clear_coat_hours + line.refinish.overlap_hours)
        : 0,
      probability: line.probability,
      apart: isApart(line.id),
      bare: isBare(line.id),
    })),
    stage,
  );
  return new Map(
    painted.map((line, at) => [line.id, hours[at] ?? { hours: 0, clear_coat_hours: 0, overlap_hours: 0 }]),
  );
}

/**
 * A line's refinish moved by the difference that the rule gives before and after, so that a line the rule gives the same stays
 * as it is to the cent; `was` undefined: not painted before. Hours the user gave are left alone.
 */
export function repaintedLine(
  line: EstimateLine,
  was: PanelHours | undefined,
  is: PanelHours | undefined,
): EstimateLine {
  const own = line.refinish;
  if (!is || !own || own.basis === 'user') return line;
  const moved = (key: keyof PanelHours): number =>
    was ? Math.max(0, own[key] + is[key] - was[key]) : is[key];
  const hours = moved('hours');
  if (was && Math.abs(hours - own.hours) < 0.005) return line;
  const refinish = {
    ...own,
    hours: round2(hours),
    clear_coat_hours: round2(moved('clear_coat_hours')),
    overlap_hours: round2(moved('overlap_hours')),
  };
  const fresh = { ...line, refinish };
  return recosted(fresh, paintMoney(fresh));
}
