import { useState } from 'react';
import { MAKES } from './makes.ts';

/** Moves slowly, stops when pointed at, by button, and stands still under reduced motion. */
export function MakesScroller() {
  const [paused, setPaused] = useState(false);
  return (
    <section aria-label="Supported makes" className="makes border-y border-rule">
      <div className="mx-auto flex max-w-6xl items-center gap-4 px-4 sm:px-6">
        <div className="min-w-0 flex-1 overflow-hidden py-5 motion-reduce:overflow-visible">
          <div
            className="makes-track flex w-max gap-10 pr-10 motion-reduce:w-auto motion-reduce:flex-wrap motion-reduce:gap-x-8 motion-reduce:gap-y-2"
            data-paused={paused}
          >
            <ul className="flex shrink-0 gap-10 motion-reduce:shrink motion-reduce:flex-wrap motion-reduce:gap-x-8 motion-reduce:gap-y-2">
              {MAKES.map((make) => (
                <li key={make} className="font-semibold tracking-wide whitespace-nowrap text-muted">
                  {make}
                </li>
              ))}
            </ul>
            <ul className="flex shrink-0 gap-10 motion-reduce:hidden" aria-hidden="true">
              {MAKES.map((make) => (
                <li key={make} className="font-semibold tracking-wide whitespace-nowrap text-muted">
                  {make}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <button
          type="button"
          className="min-h-8 pointer-coarse:min-h-11 shrink-0 text-sm text-muted hover:text-ink motion-reduce:hidden"
          onClick={() => setPaused(!paused)}
        >
          {paused ? 'Play' : 'Pause'}
        </button>
      </div>
    </section>
  );
}
