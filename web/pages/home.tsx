import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SiteInfo } from '../../contract/calls.ts';
import { LEGEND_WORDS } from '../../contract/car-diagram/legend-words.ts';
import { sitesOffered } from '../../contract/sites.ts';
import { useSiteInfo } from '../api/site-info.ts';
import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { FaqSection } from '../marketing/faq-section.tsx';
import { MakesScroller } from '../marketing/makes-scroller.tsx';
import { SampleSection } from '../marketing/sample-section.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const STEPS = [
  ['Paste the lot', `A link from ${sitesOffered('or')}. The vehicle summary opens at once.`],
  ['View progress', 'VIN, photos and catalog are read, the damage is worked out part by part.'],
  ['Decide', 'Parts with OEM numbers, supplier links, hours and a cost range, also as a PDF.'],
] as const;

const FEATURES = [
  [
    'Every number has its reason',
    'Each line says whether it was seen on a photo, follows from the declared damage, or may be hidden behind it.',
  ],
  ['OEM numbers as the source writes them', 'Variants stand side by side with what decides between them.'],
  ['A range, not a guess', 'Low, likely and high, beside the seller’s own figure.'],
] as const;

const AUDIENCES = [
  ['Repair workshops', 'Know the parts and hours before you bid.', '/for-repairs'],
  [
    'Parts retailers',
    'Meet buyers with the part number in hand. Partners pay a commission only.',
    '/for-retailers',
  ],
  ['Insurance companies', 'Defend a figure line by line.', '/for-insurance'],
] as const;

/** Marketing home: one field first, everything else below it. */
export function HomePage() {
  const [chosen, setChosen] = useState<{ link: string; at: number } | null>(null);
  const { samples, free_reports, after_trial, support_email, sales_email } = useSiteInfo();
  usePageTitle('LotLens: damage and parts reports for auction vehicles');
  return (
    <MarketingFrame>
      <section className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-12 px-4 pt-14 pb-16 sm:px-6 sm:pt-20 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <h1 className="max-w-3xl text-4xl leading-[1.08] font-semibold sm:text-5xl">
            Know what the damage costs before you bid.
          </h1>
          <p className="mt-5 max-w-2xl text-lg text-muted">
            Paste an auction lot. Get the damaged parts with OEM numbers, supplier links and an AI repair cost
            estimate in under 30 seconds to 5 minutes.
          </p>
          <div className="mt-8 max-w-3xl">
            <LotForm chosen={chosen} />
          </div>
          <p className="mt-4 text-sm text-muted">
            Free trial with no credit card.{' '}
            <a
              href="#sample-report"
              className="inline-flex min-h-6 items-center text-signal underline pointer-coarse:min-h-11"
            >
              See a sample report
            </a>
          </p>
          <SampleLots samples={samples} onChoose={(link) => setChosen({ link, at: Date.now() })} />
        </div>
        <div className="hidden self-start lg:block">
          <Shown
            at="/example-diagram-*.svg"
            size={[400, 546]}
            alt="Unfolded car with the front bumper, left headlamp, hood and left fender marked as damaged"
          >
            {LEGEND_WORDS}
          </Shown>
        </div>
      </section>
      <MakesScroller />
      <Section id="how-it-works" title="How it works">
        <ol className="mt-8 grid gap-8 md:grid-cols-3">
          {STEPS.map(([title, text], i) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <p className="figures text-sm text-muted">{i + 1}</p>
              <h3 className="mt-1 font-semibold">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <SampleSection />
      <Section id="bid" title="What to bid">
        <div className="mt-8 grid gap-8">
          <Shown at="/pictures/deal-*.webp" size={[1149, 278]}>
            A deal sheet: the highest bid that leaves your profit. Sample.
          </Shown>
          <Shown at="/pictures/board-*.webp" size={[1283, 290]}>
            The board: up to 60 lots side by side. Samples.
          </Shown>
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
            Reports included: <span className="figures">{free_reports ?? '…'}</span>. No credit card. A report
            that fails is not counted.
          </Point>
          <Point title="After the trial">{after_trial ?? '…'}</Point>
          <Point title="Accuracy">
            It has not been measured on real repairs.{' '}
            <Link to="/accuracy" className="text-signal underline">
              What was measured, and what was not
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
              <span id="careers">No openings are listed at present.</span>{' '}
              <span id="blog">There is no blog yet.</span>
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

type ShownProps = { at: string; size: [width: number, height: number]; alt?: string; children: ReactNode };
/** A picture of each theme (`*` in its address), with what it shows. */
const Shown = ({ at, size: [width, height], alt = '', children }: ShownProps) => (
  <figure>
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={at.replace('*', 'dark')} />
      <img
        src={at.replace('*', 'light')}
        width={width}
        height={height}
        loading="lazy"
        alt={alt}
        className="h-auto w-full"
      />
    </picture>
    <figcaption className="mt-3 text-sm text-muted">{children}</figcaption>
  </figure>
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
    <div className="mt-6 max-w-3xl in-[[data-samples]]:min-h-38">
      {samples.length > 0 ? (
        <>
          <h2 className="eyebrow">Try a sample lot</h2>
          <ul className="-mx-4 mt-2 grid auto-cols-[13rem] grid-flow-col gap-2 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid-flow-row sm:grid-cols-3 sm:overflow-visible sm:px-0">
            {samples
              .filter(({ when }) => when === null)
              .map(({ link, title, shows }) => (
                <li key={link}>
                  <button
                    type="button"
                    className="h-18 w-full rounded-md border border-rule bg-sheet px-3 py-2 text-left text-sm hover:border-rule-strong"
                    onClick={() => onChoose(link)}
                  >
                    <span className="block truncate font-medium text-signal">{title}</span>
                    <span className="line-clamp-2 text-xs text-muted">{shows}</span>
                  </button>
                </li>
              ))}
          </ul>
          {failing.length > 0 ? (
            <details className="text-sm">
              <summary className="flex h-11 list-none items-center text-signal hover:underline">
                Try what happens when…
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
