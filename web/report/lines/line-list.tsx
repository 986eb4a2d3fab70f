import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { LineRow, type LineSetting } from './line-row.tsx';

export type NumberedLine = { line: EstimateLine; number: number };
export type LinesProps = LineSetting & { lines: readonly NumberedLine[] };

export const LineList = ({ lines, ...setting }: LinesProps) => (
  <ul className="divide-y divide-rule">
    {lines.map(({ line, number }) => (
      <LineRow key={line.id} line={line} number={number} {...setting} />
    ))}
  </ul>
);

/** What the columns hold, where there are columns. */
export const LineColumns = ({ cost }: { cost: string }) => (
  <div
    aria-hidden="true"
    className="hidden grid-cols-[1fr_11rem_4rem_8.5rem] gap-x-6 border-b border-rule py-1.5 text-xs text-muted md:grid"
  >
    <span className="pl-7">Part and operation</span>
    <span>OEM number</span>
    <span className="text-right">Hours</span>
    <span className="text-right">{cost}</span>
  </div>
);
