import type { SamplePicture } from '../../../contract/sample-picture.ts';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { CarDrawing } from './car-drawing.tsx';
import { SAMPLE_PICTURES, usd } from './sample-data.ts';

/** The sample lots as rows of the board, the ones that pay first. */
export function BoardPicture() {
  const rows = SAMPLE_PICTURES.toSorted((a, b) => (b.max_bid ?? -1) - (a.max_bid ?? -1));
  return (
    <figure>
      <div className="overflow-hidden rounded-xl border border-rule bg-sheet">
        <table className="figures w-full text-sm">
          <thead className="text-left text-xs text-muted max-sm:sr-only">
            <tr>
              <th className="px-4 py-2 font-normal">Vehicle</th>
              <th className="px-2 py-2 font-normal max-sm:hidden">Buy or pass</th>
              <th className="px-2 py-2 text-right font-normal max-md:hidden">Sells for about</th>
              <th className="px-2 py-2 text-right font-normal">Max bid</th>
              <th className="px-4 py-2 text-right font-normal max-sm:hidden">Repair</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.lot} className="h-14 border-t border-rule max-sm:h-18">
                <th scope="row" className="px-4 text-left font-normal max-sm:py-2">
                  <span className="flex items-center gap-3">
                    <span className="block h-11 w-16 shrink-0 rounded bg-sunken p-1">
                      <CarDrawing picture={row} alt="" className="size-full object-contain" />
                    </span>
                    <span className="min-w-0">
                      <span className="block font-semibold">{row.name}</span>
                      <span className="block text-xs text-muted">{row.damage}</span>
                      <span className="sm:hidden">
                        <Verdict row={row} size={20} />
                      </span>
                    </span>
                  </span>
                </th>
                <td className="px-2 max-sm:hidden">
                  <Verdict row={row} size={24} />
                </td>
                <td className="px-2 text-right max-md:hidden">{row.stats[0]?.value}</td>
                <td className="px-2 text-right font-semibold max-sm:pr-4 sm:whitespace-nowrap">
                  {row.max_bid === null ? `Fix under ${row.stats[1]?.value}` : usd(row.max_bid)}
                </td>
                <td className="px-4 text-right max-sm:hidden">{usd(row.likely)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        The board: up to 60 lots, the best first. Samples, fictional.
      </figcaption>
    </figure>
  );
}

const Verdict = ({ row, size }: { row: SamplePicture; size: 20 | 24 }) =>
  row.verdict === null ? null : <VerdictChip kind={row.verdict} words={row.verdict_words} size={size} />;
