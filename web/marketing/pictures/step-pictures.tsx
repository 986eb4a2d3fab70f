import type { ReactNode } from 'react';
import { SITES, sitesOffered } from '../../../contract/sites.ts';
import { RangeBar } from '../../ui/figures/range-bar.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';
import { NumberedDrawing } from './car-drawing.tsx';
import { BUY, usd } from './sample-data.ts';

/** The three steps, each with its picture: the same sample lot on its way from link to bid. */
export const StepPictures = () => (
  <figure>
    <ol className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
      <Step
        number={1}
        title="Paste the lot"
        text={`Use a link from ${sitesOffered('or')}. The summary opens right away.`}
      >
        <Link />
      </Step>
      <Step
        number={2}
        title="Check the damage"
        text="LotLens reads the VIN, photos and catalog, then works through the damage part by part."
      >
        <NumberedDrawing picture={BUY} alt={`Drawing, not a photo: ${BUY.name} with its damaged parts`} />
      </Step>
      <Step
        number={3}
        title="Decide"
        text="Get OEM numbers, supplier links, labor hours and a cost range, on screen and as a PDF."
      >
        <Answer />
      </Step>
    </ol>
    <figcaption className="mt-2 text-xs text-muted">Sample, fictional. The car is drawn.</figcaption>
  </figure>
);

type StepProps = { number: number; title: string; text: string; children: ReactNode };
const Step = ({ number, title, text, children }: StepProps) => (
  <li className="overflow-hidden rounded-xl border border-rule bg-sheet">
    <div className="flex min-h-32 flex-col justify-center bg-sunken px-5 py-4 md:min-h-48">{children}</div>
    <div className="px-5 py-4">
      <h3 className="font-semibold">
        {number}. {title}
      </h3>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </div>
  </li>
);

/** The field with a link in it, and what it recognizes. */
const Link = () => (
  <>
    <p className="truncate rounded-md border border-rule-strong bg-sheet px-3 py-3 text-sm">
      {BUY.link.replace('https://www.', '')}
    </p>
    <p className="figures mt-2 text-xs text-ready">
      ✓ {SITES.copart.name} lot {BUY.lot}
    </p>
  </>
);

/** What a report answers: cost and range, the bid, and the verdict. */
const Answer = () => (
  <div className="figures">
    <p className="text-xs text-muted">Likely repair cost</p>
    <p className="text-lg leading-6 font-semibold">{usd(BUY.likely)}</p>
    <RangeBar layout={BUY.range} mini />
    <div className="mt-3 flex items-end justify-between gap-3 border-t border-rule pt-2">
      <div>
        <p className="text-xs text-muted">Max bid</p>
        <p className="text-lg leading-6 font-semibold">
          {BUY.max_bid === null ? 'No bid' : usd(BUY.max_bid)}
        </p>
      </div>
      <VerdictChip kind="buy" words={BUY.verdict_words} />
    </div>
  </div>
);
