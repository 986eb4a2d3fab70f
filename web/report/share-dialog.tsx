import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { endShare, makeShare, readShare } from '../api/reports/one-report.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { shortDay } from '../ui/money.ts';

/** What of a report its owner shows or hides. */
const SHOWN = [
  { what: 'photos', label: 'Show the photos' },
  { what: 'deal', label: 'Show what to bid, with your costs and the profit you want' },
] as const;

/** Makes and revokes the read-only link to a report; off until its owner makes one. */
export function ShareDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const share = useQuery({ queryKey: ['share', reportId], queryFn: () => readShare(reportId), staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const [copied, setCopied] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [shown, setShown] = useState({ photos: true, deal: false });
  const path = share.data?.path ?? null;
  const address = path === null ? null : `${location.origin}${path}`;

  const change = async (to: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    setCopied(false);
    try {
      await to();
      await share.refetch();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const copy = (): void =>
    void navigator.clipboard
      ?.writeText(address ?? '')
      .then(() => setCopied(true))
      .catch(() => setFault('The link could not be copied. Select it and copy it by hand.'));

  return (
    <Dialog title="Share this report" onClose={onClose}>
      <p className="text-sm text-muted">
        Whoever has the link can read this report and its PDF, without an account. Nobody else finds it, and
        you can revoke it at any time. The photos can be left out of both; what to bid is in neither unless
        you show it. It shows the shop name and logo of your account settings, if you set them.
      </p>
      <div className="mt-4 grid gap-3">
        {SHOWN.map(({ what, label }) => (
          <label key={what} className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={(address === null ? shown : share.data)?.[what]}
              disabled={share.data === undefined}
              onChange={({ target }) => {
                if (address === null) setShown({ ...shown, [what]: target.checked });
                else if (!busy) void change(() => makeShare(reportId, { [what]: target.checked }));
              }}
            />
            {label}
          </label>
        ))}
        {address === null ? null : (
          <>
            <Field label="Link" readOnly value={address} onFocus={(event) => event.target.select()} />
            <p className="text-sm text-muted">
              {share.data?.shared_at ? `Shared since ${shortDay(share.data.shared_at)}.` : null}
            </p>
          </>
        )}
        {share.isError ? <FormMessage kind="error">{share.error.message}</FormMessage> : null}
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <div className="flex flex-wrap gap-2">
          {address === null ? (
            <Button
              busy={busy || share.isPending}
              disabled={share.isError}
              onClick={() => void change(() => makeShare(reportId, shown))}
            >
              Make a link
            </Button>
          ) : (
            <>
              <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>
              <Button look="danger" busy={busy} onClick={() => void change(() => endShare(reportId))}>
                Revoke link
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
