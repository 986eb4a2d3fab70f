import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';

/** What to send the seller, to read and to copy. */
export function SellerRequest({ message }: { message: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard
      ?.writeText(message)
      .then(() => setCopied(true))
      .catch(() =>
        notify({
          kind: 'error',
          title: 'The message could not be copied',
          text: 'Select it and copy it by hand.',
        }),
      );
  return (
    <>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{message}</p>
      <p className="mt-1 text-muted">
        Of the usual photos these are not among those taken, and each would narrow something.
      </p>
      <Button look="quiet" className="mt-2" onClick={copy}>
        {copied ? 'Copied' : 'Copy the message'}
      </Button>
    </>
  );
}
