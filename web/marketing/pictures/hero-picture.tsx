import { clsx } from 'clsx';
import { inSentence } from '../../../contract/report-view/words/in-sentence.ts';
import { RangeBar } from '../../ui/figures/range-bar.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { NumberedDrawing } from './car-drawing.tsx';
import { BUY, usd } from './sample-data.ts';

/** The product in one picture: a car, its damaged parts, what they cost, and what to bid. The report's own components with a sample's figures. */
export function HeroPicture() {
  const { name, damage, parts, more, range, price, max_bid, verdict_words } = BUY;
  const numbered = parts.filter(({ at }) => at !== null);
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-xl border border-rule bg-sheet">
        <p className="flex items-baseline gap-x-2 px-4 pt-3 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="text-muted max-sm:hidden">{damage}</span>
          <span className="ml-auto rounded border border-transparent bg-warn-soft px-1.5 text-xs text-warn">
            Sample, fictional
          </span>
        </p>
        <div className="hero-step mx-auto max-w-140 px-4 pt-1">
          <NumberedDrawing
            picture={BUY}
            alt={`Drawing, not a photo: ${name}, ${inSentence(damage)}, numbered: ${numbered.map((part) => inSentence(part.name)).join('; ')}`}
            first
          />
        </div>
        <ol className="hero-step hero-2 figures grid grid-cols-[minmax(0,1fr)] gap-x-6 px-4 pt-1 text-sm sm:grid-cols-2">
          {parts.map(({ number, name: part, operation, usd: cost }) => (
            <li key={part} className="flex min-h-8 items-center gap-2 border-t border-rule">
              <span
                aria-hidden="true"
                className={clsx(
                  'grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold text-sheet',
                  number !== null && 'border border-transparent bg-ink',
                )}
              >
                {number}
              </span>
              <span className="min-w-0 truncate">
                {part}
                {/* Work without a place on the car is named by what is done. */}
                {number === null ? null : <span className="text-muted"> {operation}</span>}
              </span>
              <span className="ml-auto font-semibold">{usd(cost)}</span>
            </li>
          ))}
        </ol>
        <div className="hero-step hero-3 border-t border-rule px-4 pt-2 pb-1">
          <p className="text-xs text-muted">
            Likely repair cost · {parts.length} lines above, {more} more in the report
          </p>
          <RangeBar layout={range} />
        </div>
        <dl className="hero-step hero-4 figures grid grid-cols-[1fr_1fr] items-start gap-x-4 gap-y-2 bg-sunken px-4 py-3 sm:grid-cols-[1fr_1fr_1.2fr]">
          {price === null ? null : (
            <div>
              <dt className="text-xs text-muted">Sells for about</dt>
              <dd className="text-lg leading-7 font-semibold">{usd(price)}</dd>
            </div>
          )}
          <div>
            <dt className="text-xs text-muted">Your max bid</dt>
            <dd className="text-2xl leading-7 font-semibold">{max_bid === null ? 'No bid' : usd(max_bid)}</dd>
          </div>
          <div className="max-sm:col-span-2">
            <dt className="sr-only">Buy or pass</dt>
            <dd>
              <VerdictChip kind="buy" words={verdict_words} size={32} />
            </dd>
            {price === null || max_bid === null ? null : (
              <dd className="mt-1 text-xs text-muted">
                Usually sells {usd(max_bid - price)} under your max bid
              </dd>
            )}
          </div>
        </dl>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        Drawn by LotLens, not a photo. Solid color: damage seen. Dots: likely, not seen yet. Same arithmetic
        as a real report.
      </figcaption>
    </figure>
  );
}
