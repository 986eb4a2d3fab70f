import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

type Props = { label: string; secret: string; onDone: () => void };

/** A secret that was just made, to be copied: it is not told again. */
export function SecretOnce({ label, secret, onDone }: Props) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = (): void => {
    // There is no clipboard on a page that came by plain http.
    const written = navigator.clipboard?.writeText(secret) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  };
  return (
    <div className="mt-3 grid gap-2 rounded-md border border-rule p-3 text-sm" aria-live="polite">
      <p className="text-muted">{label}. Copy it now: it is not shown again.</p>
      <p className="figures font-medium break-all select-all">{secret}</p>
      {copied === 'failed' ? (
        <p className="text-fail">Your browser did not copy it. Select it above.</p>
      ) : null}
      <div className="flex gap-2">
        <Button look="quiet" onClick={copy}>
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
