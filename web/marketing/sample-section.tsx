import { lazy, Suspense, useEffect, useRef, useState } from 'react';

// The pages a visitor sees first carry no more than they need: asking again is loading them again.
const SampleReport = lazy(() =>
  import('./sample-report.tsx').then(
    (loaded) => ({ default: loaded.SampleReport }),
    () => ({ default: () => <p>The sample report could not be loaded.</p> }),
  ),
);

/**
 * The sample report's place on the home page; it is fetched when the reader who scrolls comes near, or sees its place, or
 * asks for it by its hash. Opening the page fetches nothing that lies below what is seen. Its place is as high as the report
 * will be at each width: nothing below it moves when it comes.
 */
export function SampleSection() {
  const section = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (location.hash === '#sample-report') setNear(true);
    addEventListener('scroll', () => setScrolled(true), { once: true });
  }, []);
  useEffect(() => {
    const element = section.current;
    if (element === null || near) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: scrolled ? '400px 0px' : '0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, scrolled]);
  return (
    <section
      id="sample-report"
      ref={section}
      aria-labelledby="sample-title"
      className="mx-auto max-w-6xl px-4 pt-20 sm:px-6"
    >
      <h2 id="sample-title" className="text-2xl font-semibold">
        A sample report
      </h2>
      <p className="mt-3 mb-8 max-w-2xl text-muted">
        Made by the same service for a made-up car: the same page, the same numbers in the PDF.
      </p>
      <div className="min-h-[129rem] sm:min-h-[130rem] md:min-h-[84rem] lg:min-h-[69.5rem] rounded-xl border border-rule bg-sheet p-4 sm:p-6">
        <Suspense>{near ? <SampleReport /> : null}</Suspense>
      </div>
    </section>
  );
}
