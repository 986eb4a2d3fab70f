import { useState } from 'react';
import { effectWords } from '../../../contract/report-view/grounds/evidence-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { dollars } from '../../ui/money.ts';

type Props = {
  estimate: Estimate;
  /** As it was when the pass began. */
  before: Estimate;
  /** Of the report: what moved since the one before is told. */
  version: number;
};

/** The total as last shown, and what the change before it moved; null: nothing changed yet. */
type Last = { version: number; likely: number; moved: number | null };

/** The likely total with its range, what the last answer moved, and what the pass did. */
export function LiveTotal({ estimate: { total }, before, version }: Props) {
  const [last, setLast] = useState<Last>({ version, likely: total.likely, moved: null });
  if (last.version !== version) setLast({ version, likely: total.likely, moved: total.likely - last.likely });
  const since = total.likely - before.total.likely;
  return (
    <div className="figures mr-auto flex min-w-0 flex-wrap items-baseline gap-x-4">
      <p role="status">
        <span className="text-sm text-muted">Likely </span>
        <strong className="text-xl font-semibold">{dollars(total.likely)}</strong>{' '}
        <span className="text-sm whitespace-nowrap text-muted">
          {dollars(total.low)}–{dollars(total.high)}
        </span>
      </p>
      {last.moved === null ? null : (
        <p className="text-sm text-muted">
          <span className="whitespace-nowrap">
            Last answer <span className="text-ink">{effectWords(last.moved)}</span>
          </span>{' '}
          <span className="whitespace-nowrap">
            · since start <span className="text-ink">{effectWords(since)}</span>
          </span>
        </p>
      )}
    </div>
  );
}
