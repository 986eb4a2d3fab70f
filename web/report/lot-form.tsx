import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { LINK_EXAMPLES, readAuctionLink, SITE_LABELS } from '../../contract/auction-link.ts';
import type { ScrapedLot } from '../api/auction.ts';
import { Button } from '../ui/button.tsx';
import { closeNotices, notify } from '../ui/notices.tsx';

const SummaryModal = lazy(async () => ({ default: (await import('./summary-modal.tsx')).SummaryModal }));
const EnterLotDialog = lazy(async () => ({
  default: (await import('./enter-lot-dialog.tsx')).EnterLotDialog,
}));
const OwnPageDialog = lazy(async () => ({ default: (await import('./own-page-dialog.tsx')).OwnPageDialog }));

type Props = {
  size?: 'hero' | 'bar';
  /** A link chosen elsewhere (a sample): filled in and read at once. */
  chosen?: { link: string; at: number } | null;
};

/** The one field: checks while typing, names site and lot, reads the lot and shows its summary. */
export function LotForm({ size = 'hero', chosen = null }: Props) {
  const id = useId();
  const [link, setLink] = useState('');
  const [invalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState(false);
  const [lot, setLot] = useState<ScrapedLot | null>(null);
  const [ownPage, setOwnPage] = useState<string | null>(null);
  const [entering, setEntering] = useState(false);
  const running = useRef(false);
  const reading = readAuctionLink(link);

  const refuse = (): void => {
    setInvalid(true);
    notify({
      kind: 'error',
      title: 'Invalid URL Format',
      text: 'Please use a lot link of one of these forms:',
      examples: LINK_EXAMPLES,
    });
  };

  const read = async (address: string, pages?: string[]): Promise<void> => {
    const known = readAuctionLink(address);
    if (!known.ok) return refuse();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setInvalid(false);
    closeNotices();
    try {
      const { scrapeLot } = await import('../api/auction.ts');
      setLot(await scrapeLot(address.trim(), pages));
      setOwnPage(null);
    } catch (error) {
      const { scrapeNotice } = await import('./scrape-notice.ts');
      notify({
        kind: 'error',
        ...scrapeNotice(error, known.link.site),
        actions: (
          <>
            <Button
              look="quiet"
              onClick={() => {
                closeNotices();
                setOwnPage(address.trim());
              }}
            >
              Use the page from your browser
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                closeNotices();
                setEntering(true);
              }}
            >
              Enter by hand
            </Button>
          </>
        ),
      });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const readChosen = useRef(read);
  readChosen.current = read;
  useEffect(() => {
    if (chosen === null) return;
    setLink(chosen.link);
    void readChosen.current(chosen.link);
  }, [chosen]);

  const hint = reading.ok
    ? `${SITE_LABELS[reading.link.site].name} lot ${reading.link.lotNumber ?? reading.link.number}`
    : 'bid.cars (recommended), Copart (beta) or IAAI (beta)';
  return (
    <div className="w-full">
      <form
        noValidate
        className={clsx('flex w-full gap-2', size === 'hero' && 'flex-col sm:flex-row sm:items-end')}
        onSubmit={(event) => {
          event.preventDefault();
          void read(link);
        }}
      >
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className={size === 'bar' ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
            Auction lot link
          </label>
          <input
            id={id}
            name="auction_link"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={link}
            onChange={(event) => {
              setLink(event.target.value);
              setInvalid(false);
            }}
            placeholder="https://bid.cars/en/lot/…"
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-hint`}
            className={clsx(
              'figures w-full rounded-md border border-rule-strong bg-sheet px-4 aria-invalid:border-fail aria-invalid:ring-1 aria-invalid:ring-fail',
              size === 'hero' ? 'min-h-13 text-base' : 'min-h-10 text-sm',
            )}
          />
        </div>
        <Button
          type="submit"
          busy={busy}
          size={size === 'hero' ? 'lg' : 'md'}
          className={size === 'hero' ? 'min-h-13' : 'shrink-0'}
        >
          {busy ? 'Reading the lot' : 'Get report'}
        </Button>
      </form>
      <p
        id={`${id}-hint`}
        className={clsx('text-sm', size === 'bar' ? 'sr-only' : 'mt-2', invalid ? 'text-fail' : 'text-muted')}
        aria-live="polite"
      >
        {invalid && !reading.ok ? reading.message : hint}
      </p>
      <Suspense>
        {lot ? <SummaryModal lot={lot} onClose={() => setLot(null)} /> : null}
        {entering ? (
          <EnterLotDialog
            onClose={() => setEntering(false)}
            onLot={(entered) => {
              setEntering(false);
              setLot(entered);
            }}
          />
        ) : null}
        {ownPage ? (
          <OwnPageDialog
            link={ownPage}
            busy={busy}
            onClose={() => setOwnPage(null)}
            onEnter={() => {
              setOwnPage(null);
              setEntering(true);
            }}
            onPages={(pages) => void read(ownPage, pages)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
