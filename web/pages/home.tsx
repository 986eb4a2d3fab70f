import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SiteInfo } from '../../contract/calls.ts';
import { useSiteInfo } from '../api/site-info.ts';
import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { FaqSection } from '../marketing/faq-section.tsx';
import { MakesScroller } from '../marketing/makes-scroller.tsx';
import {
  BidPicture,
  BoardPicture,
  HeroPicture,
  picturesReady,
  StepPictures,
} from '../marketing/pictures/drawn-pictures.tsx';
import { SampleSection } from '../marketing/sample-section.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const FEATURES = [
  [
    'Every number has its reason',
    'Each line says why it is there: seen in a photo, listed by the auction, or likely hidden.',
  ],
  ['OEM numbers straight from the catalog', 'When several numbers fit, we show what decides.'],
  ['A range, not a guess', 'Low, likely and high, next to the seller’s estimate.'],
] as const;

const AUDIENCES = [
  ['Repair workshops', 'Know the parts and hours before you bid.', '/for-repairs'],
  [
    'Parts retailers',
    'Meet buyers with the part number in hand. Partners pay a commission only.',
    '/for-retailers',
  ],
  ['Insurance companies', 'Back up every number, line by line.', '/for-insurance'],
] as const;

/** Marketing home: one field first, everything else below it. */
function HomePage() {
  const [chosen, setChosen] = useState<{ link: string; at: number } | null>(null);
  const { samples, free_reports, after_trial, support_email, sales_email } = useSiteInfo();
  usePageTitle('LotLens: damage and parts reports for auction vehicles');
  return (
    <MarketingFrame>
      <section className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 px-4 pt-4 pb-10 sm:px-6 sm:pt-12 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <div>
          <h1 className="max-w-3xl text-[2rem] leading-9 font-semibold sm:text-5xl sm:leading-[1.08]">
            Know what the damage costs before you bid.
          </h1>
          <p className="mt-3 max-w-2xl text-muted sm:mt-4 sm:text-lg">
            Paste an auction lot. Get the damaged parts with OEM numbers, supplier links and an AI repair cost
            estimate in under 30 seconds to 5 minutes.
          </p>
          <div className="mt-4 max-w-3xl sm:mt-7">
            <LotForm chosen={chosen} />
          </div>
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <HeroPicture />
        </div>
        <div>
          <p className="text-sm text-muted">
            Free trial with no credit card.{' '}
            <a
              href="#sample-report"
              className="inline-flex min-h-6 items-center text-signal underline pointer-coarse:min-h-11"
            >
              Try a sample report
            </a>
          </p>
          <SampleLots samples={samples} onChoose={(link) => setChosen({ link, at: Date.now() })} />
        </div>
      </section>
      <MakesScroller />
      <Section id="how-it-works" title="How it works">
        <StepPictures />
      </Section>
      <SampleSection />
      <Section id="bid" title="What to bid">
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
          <BidPicture />
          <BoardPicture />
        </div>
      </Section>
      <Section id="about" title="Transparent by design">
        <dl className="mt-8 grid gap-8 md:grid-cols-3">
          {FEATURES.map(([title, text]) => (
            <Point key={title} title={title}>
              {text}
            </Point>
          ))}
        </dl>
      </Section>
      <Section id="trial" title="The free trial, and what comes after it">
        <dl className="mt-8 grid gap-8 md:grid-cols-3">
          <Point title="Free trial">
            <span className="figures">{free_reports ?? '…'}</span> free reports. No credit card. Failed
            reports don’t count.
          </Point>
          <Point title="After the trial">{after_trial ?? '…'}</Point>
          <Point title="Accuracy">
            Not yet tested against real repair bills.{' '}
            <Link to="/accuracy" className="text-signal underline">
              See what we tested
            </Link>
          </Point>
        </dl>
      </Section>
      <Section id="community" title="For people who price damage for a living">
        <dl className="mt-8 grid gap-8 md:grid-cols-3">
          {AUDIENCES.map(([title, text, page]) => (
            <div key={title} className="border-t border-rule pt-4">
              <dt>
                <Link
                  to={page}
                  className="inline-flex min-h-6 items-center font-semibold text-signal hover:underline pointer-coarse:min-h-11"
                >
                  {title}
                </Link>
              </dt>
              <dd className="mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <FaqSection />
      <section id="contact" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6">
        <div className="grid gap-8 border-t-2 border-ink pt-8 md:grid-cols-[1fr_auto] md:items-center">
          <div>
            <h2 className="text-2xl font-semibold">Start with the next lot on your list</h2>
            <p className="mt-3 text-muted">
              Support: <Mail address={support_email} />. Sales and partnerships:{' '}
              <Mail address={sales_email} />.
            </p>
            <p className="mt-2 text-sm text-muted">
              <span id="careers">No job openings right now.</span> <span id="blog">No blog yet.</span>
            </p>
          </div>
          <Link to="/login" search={{ signup: true }} className={buttonLook('primary', 'lg')}>
            Create a free account
          </Link>
        </div>
      </section>
    </MarketingFrame>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };
const Section = ({ id, title, children }: SectionProps) => (
  <section id={id} className="mx-auto max-w-6xl px-4 pt-20 sm:px-6">
    <h2 className="text-2xl font-semibold">{title}</h2>
    {children}
  </section>
);

const Point = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="border-t border-rule pt-4">
    <dt className="font-semibold">{title}</dt>
    {/* Room for words that come late: what stands below keeps its place. */}
    <dd className="mt-2 min-h-18 text-muted">{children}</dd>
  </div>
);

const Mail = ({ address }: { address: string }) => (
  <a className="inline-flex items-center underline pointer-coarse:min-h-11" href={`mailto:${address}`}>
    {address}
  </a>
);

type SampleLotsProps = { samples: SiteInfo['samples']; onChoose: (link: string) => void };

/** Lots that answer without any auction site. Where the page says there are some, their place is kept before they are known. */
function SampleLots({ samples, onChoose }: SampleLotsProps) {
  const failing = samples.filter(({ when }) => when !== null);
  return (
    <div className="mt-3 max-w-3xl in-[[data-samples]]:min-h-59">
      {samples.length > 0 ? (
        <>
          <h2 className="text-xs text-muted">Try a sample lot</h2>
          <ul className="-mx-4 mt-2 grid auto-cols-[8.5rem] grid-flow-col gap-2 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid-flow-row sm:grid-cols-4 sm:overflow-visible sm:px-0">
            {samples
              .filter(({ when }) => when === null)
              .map(({ link, title, shows }) => (
                <li key={link}>
                  <button
                    type="button"
                    title={shows}
                    className="grid h-40 w-full content-start gap-1 rounded-lg border border-rule bg-sheet p-2 text-left text-xs hover:border-rule-strong"
                    onClick={() => onChoose(link)}
                  >
                    <SampleDrawing link={link} />
                    <span className="line-clamp-2 font-medium text-signal">{title}</span>
                    <span className="line-clamp-2 text-muted">{shows.split(',')[0]}</span>
                  </button>
                </li>
              ))}
          </ul>
          {failing.length > 0 ? (
            <details className="text-sm">
              <summary className="flex h-11 list-none items-center text-signal hover:underline">
                See how problem lots look
              </summary>
              <ul className="flex flex-wrap gap-2">
                {failing.map(({ link, when }) => (
                  <li key={link}>
                    <Button look="quiet" onClick={() => onChoose(link)}>
                      {when}
                    </Button>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** A sample's drawing, by the number in its link. */
function SampleDrawing({ link }: { link: string }) {
  const lot = /(\d{8})/.exec(link)?.[1] ?? '';
  return (
    <picture className="block h-17 rounded bg-sunken p-1">
      <source media="(prefers-color-scheme: dark)" srcSet={`/cars/${lot}-dark.svg`} />
      <img src={`/cars/${lot}-light.svg`} alt="" loading="lazy" className="size-full object-contain" />
    </picture>
  );
}

/** Resolves when the page has its final height. */
export const ready = picturesReady.then(() => ({ HomePage }));
