import { useMemo } from 'react';
import { levelSwatch, SWATCH_LEVELS } from '../../../contract/car-diagram/car-diagram.ts';
import { LEGEND_WORDS } from '../../../contract/car-diagram/legend-words.ts';
import { LEVEL_WORDS } from '../../../contract/car-diagram/levels.ts';
import { marksOf } from '../../../contract/report-view/line-order.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Drawing } from '../../ui/drawing.tsx';
import { useDark } from '../../ui/use-dark.ts';

/** What the fills and hatches that occur mean. */
export function DiagramLegend({ lines }: { lines: readonly EstimateLine[] }) {
  const theme = useDark() ? 'dark' : 'light';
  const used = useMemo(() => new Set(Object.values(marksOf(lines)).map(({ severity }) => severity)), [lines]);
  return (
    <div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm lg:flex-col">
        {SWATCH_LEVELS.filter((level) => used.has(level)).map((level) => (
          <li key={level} className="flex items-center gap-2">
            <span aria-hidden="true">
              <Drawing svg={levelSwatch(level, theme, 'legend')} className="swatch" />
            </span>
            {LEVEL_WORDS[level]}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted max-sm:hidden">
        {LEGEND_WORDS} Left and right are the vehicle’s; numbers are those of the lines.
      </p>
    </div>
  );
}
