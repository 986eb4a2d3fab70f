import { Spinner } from '../ui/button.tsx';

/** In place of an answer: that it is on its way, or why it did not come. */
export const Waiting = ({ error }: { error: Error | null }) => (
  <p className="flex items-center gap-2 py-4 text-muted" role="status">
    {error === null ? (
      <>
        <Spinner /> Loading
      </>
    ) : (
      error.message
    )}
  </p>
);
