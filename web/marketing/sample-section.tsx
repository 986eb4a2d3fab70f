import { lazy, Suspense, useEffect, useState } from 'react';
import { API_PREFIX } from '../../contract/api/api-call.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { SamplePreview } from './pictures/drawn-pictures.tsx';

/** Path of `samplePdf`, without importing its schemas: the page must not load their library. */
const PDF = `${API_PREFIX}/sample_report/pdf`;

// The pages a visitor sees first carry no more than they need: asking again is loading them again.
const SampleReport = lazy(() =>
  import('./sample-report.tsx').then(
    (loaded) => ({ default: loaded.SampleReport }),
    () => ({ default: () => <p>The sample report could not be loaded.</p> }),
  ),
);

/**
 * The sample report. Its head is drawn with the page from figures made at build time; a button, or a link to this section that is
 * pressed, replaces it with the report itself, in the components that users get.
 */
export function SampleSection() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onLink = () => {
      if (location.hash === '#sample-report') setOpen(true);
    };
    addEventListener('hashchange', onLink);
    return () => removeEventListener('hashchange', onLink);
  }, []);
  const head = (
    <>
      <SamplePreview />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="quiet" busy={open} onClick={() => setOpen(true)}>
          Open the sample report
        </Button>
        <a className={buttonLook('quiet')} href={PDF}>
          Download this PDF
        </a>
      </div>
    </>
  );
  return (
    <section
      id="sample-report"
      aria-labelledby="sample-title"
      className="mx-auto max-w-6xl px-4 pt-20 sm:px-6"
    >
      <h2 id="sample-title" className="text-2xl font-semibold">
        A sample report
      </h2>
      <p className="mt-3 mb-6 max-w-2xl text-muted">
        A full report for a fictional car. Same page, same numbers as the PDF.
      </p>
      {open ? (
        <Suspense fallback={head}>
          <SampleReport />
        </Suspense>
      ) : (
        head
      )}
    </section>
  );
}
