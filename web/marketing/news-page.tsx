import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { NEWS } from './news.ts';

/** `November 24, 2026`. */
const inFull = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What came new for users, by day; each day has an address of its own. */
export function NewsPage() {
  usePageTitle('What’s new · LotLens');
  return (
    <MarketingFrame>
      <article className="mx-auto max-w-3xl px-4 pt-14 sm:px-6 sm:pt-20">
        <h1 className="text-4xl leading-[1.1] font-semibold">What’s new</h1>
        {NEWS.map(({ day, items }) => (
          <section key={day} id={day} aria-labelledby={`on-${day}`} className="mt-12 scroll-mt-6">
            <h2 id={`on-${day}`} className="border-t-2 border-ink pt-4 text-xl font-semibold">
              <a
                href={`#${day}`}
                className="inline-flex min-h-8 items-center hover:underline pointer-coarse:min-h-11"
              >
                <time dateTime={day}>{inFull(day)}</time>
              </a>
            </h2>
            <dl className="mt-3 grid gap-5">
              {items.map(({ title, text }) => (
                <div key={title}>
                  <dt className="font-semibold">{title}</dt>
                  <dd className="mt-1 text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </article>
    </MarketingFrame>
  );
}
