import { FrameOutline } from '../layout/frame-outline.tsx';
import { Spinner } from '../ui/button.tsx';
import { LeadPhoto } from './lead-photo.tsx';

/** A placeholder for the report's buttons while it loads. */
export const LoadingWords = () => (
  <p className="flex min-h-10 items-center gap-2 text-sm text-muted pointer-coarse:min-h-11" role="status">
    <Spinner /> Loading the report
  </p>
);

/** The report page until the application has loaded and checked the session; scripts/draw-pages.ts writes it into the HTML. */
export const WaitingReport = () => (
  <FrameOutline>
    <div className="mb-2 flex justify-end sm:mb-3">
      <LoadingWords />
    </div>
    <LeadPhoto own />
  </FrameOutline>
);
