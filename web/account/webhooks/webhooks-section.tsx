import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/act/lazy-part.tsx';

const OwnWebhooks = lazyPart(async () => (await import('./own-webhooks.tsx')).OwnWebhooks);

/** The addresses at which programs are told of reports, drawn once they are opened. */
export function WebhooksSection() {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="webhooks-title">
      <h3 id="webhooks-title" className="font-semibold">
        Webhooks
      </h3>
      <p className="mt-1 text-sm text-muted">
        LotLens sends a signed message to a server of yours when a report is ready, failed, or has a new
        version.
      </p>
      <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-8 w-fit text-sm text-signal">Show webhooks</summary>
        {open ? (
          <Suspense fallback={<p className="py-3 text-sm text-muted">Opening the webhooks …</p>}>
            <OwnWebhooks />
          </Suspense>
        ) : null}
      </details>
    </section>
  );
}
