import { inSentence } from '../../../contract/report-view/words/in-sentence.ts';
import { lossChip } from '../../ui/figures/loss-chip.ts';
import { RangeBar } from '../../ui/figures/range-bar.tsx';
import { Stat, StatRow } from '../../ui/figures/stat.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { NumberedDrawing } from './car-drawing.tsx';
import { SAMPLE_REPORT, usd } from './sample-data.ts';

/** The head of the sample report, drawn with the page. */
export function SamplePreview() {
  const { name, damage, total_loss, likely, range, stats } = SAMPLE_REPORT;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-2">
      <figure>
        <div className="flex flex-col justify-center rounded-lg bg-sunken p-4 sm:aspect-3/2">
          <NumberedDrawing
            picture={SAMPLE_REPORT}
            alt={`Drawing, not a photo: ${name}, ${inSentence(damage)}, its damaged panels dotted`}
          />
        </div>
        <figcaption className="mt-1 text-xs text-muted">Drawing, not a photo</figcaption>
      </figure>
      <div className="grid content-start gap-3">
        <div>
          <h3 className="text-2xl leading-tight font-semibold">{name}</h3>
          <p className="text-sm text-muted">{damage}</p>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <VerdictChip kind={lossChip(total_loss.verdict)} words={total_loss.words} size={32} />
          {total_loss.reason}
        </p>
        <div>
          <p className="text-xs text-muted">Likely repair cost</p>
          <p className="figures text-[1.875rem] leading-9 font-semibold sm:text-4xl">{usd(likely)}</p>
          <RangeBar layout={range} />
        </div>
        <StatRow>
          {stats.map(({ label, value, note }) => (
            <Stat key={label} label={label} note={note}>
              {value}
            </Stat>
          ))}
        </StatRow>
      </div>
    </div>
  );
}
