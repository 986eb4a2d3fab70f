import { FrameOutline } from '../layout/frame-outline.tsx';
import { Spinner } from '../ui/button.tsx';
import { LeadPhoto } from './lead-photo.tsx';

/** Where the buttons of the report will be. */
export const LoadingWords = () => (
  <p className="flex min-h-10 items-center gap-2 text-sm text-muted pointer-coarse:min-h-11" role="status">
    <Spinner /> Loading the report
  </p>
);

/** The page of one's own report while the application is on its way and the session is checked; drawn ahead (scripts/draw-pages.ts). */
export const WaitingReport = () => (
  <FrameOutline>
    <div className="mb-2 flex justify-end sm:mb-3">
      <LoadingWords />
    </div>
    <LeadPhoto own />
  </FrameOutline>
);
