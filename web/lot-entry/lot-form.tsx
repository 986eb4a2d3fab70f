import { clsx } from 'clsx';
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { LINK_EXAMPLES, readAuctionLink } from '../../contract/auction-link.ts';
import { SITES, type Site, sitesOffered } from '../../contract/sites.ts';
import type { ScrapedLot } from '../api/auction.ts';
import { Button } from '../ui/button.tsx';
import { closeNotices, notify } from '../ui/notices.tsx';
import { LotDialogs, type LotStep } from './lot-dialogs.tsx';

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
  const [over, setOver] = useState(false);
  const [step, setStep] = useState<LotStep | null>(null);
  // What could not be read: the ways on stay at the field when the notice has gone.
  const [stuck, setStuck] = useState<string | null>(null);
  const running = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // What was typed into the page before its script came stays.
  useEffect(() => setLink(input.current?.value ?? ''), []);
  const reading = readAuctionLink(link);

  const refuse = (): void => {
    setInvalid(true);
    notify({
      kind: 'error',
      title: 'Invalid URL Format',
      text: 'Please use a lot link of one of these forms:',
      examples: LINK_EXAMPLES,
      actions: <WaysOn address="" onStep={setStep} />,
      onGone: () => setStuck(link),
    });
  };

  /** Answers what went wrong with a page handed over: its dialog lies over the notices. */
  const read = async (address: string, pages?: string[]): Promise<string | null> => {
    const known = readAuctionLink(address);
    if (!known.ok) {
      refuse();
      return null;
    }
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    setInvalid(false);
    closeNotices();
    setStuck(null);
    // On its way while the lot is being read: on a slow line the summary would come late.
    void import('./summary-modal.tsx').catch(() => undefined);
    try {
      const { scrapeLot } = await import('../api/auction.ts');
      const lot: ScrapedLot = await scrapeLot(address.trim(), pages);
      setStep({ kind: 'summary', lot });
      return null;
    } catch (error) {
      const said = await noticeOf(error, known.link.site);
      if (pages !== undefined) return `${said.title}. ${said.text}`;
      notify({
        kind: 'error',
        ...said,
        actions: <WaysOn address={address.trim()} onStep={setStep} />,
        onGone: () => setStuck(address),
      });
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const readChosen = useEffectEvent((chosenLink: string) => void read(chosenLink));
  useEffect(() => {
    if (chosen === null) return;
    setLink(chosen.link);
    readChosen(chosen.link);
  }, [chosen]);

  /** A saved page dropped on the field is read as what it says it is. */
  const drop = async (event: DragEvent): Promise<void> => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    const { lotLinkIn } = await import('./lot-link-in.ts');
    const named = files[0] ? lotLinkIn(await files[0].slice(0, 200_000).text()) : null;
    setStep({ kind: 'own_page', link: named ?? (reading.ok ? link.trim() : ''), files });
  };

  const hint = reading.ok
    ? `${SITES[reading.link.site].name} lot ${reading.link.lotNumber ?? reading.link.number}`
    : sitesOffered('or');
  return (
    <div className="w-full">
      <form
        noValidate
        className={clsx('flex w-full gap-2', size === 'hero' && 'flex-col sm:flex-row sm:items-end')}
        onSubmit={(event) => {
          event.preventDefault();
          void read(link);
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className={size === 'bar' ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
            Auction lot link
          </label>
          <input
            ref={input}
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
            onPaste={(event) => {
              // A pasted address loses its tracking tail; anything else is pasted as it is.
              const pasted = readAuctionLink(event.clipboardData.getData('text'));
              if (!pasted.ok) return;
              event.preventDefault();
              setLink(pasted.link.canonicalUrl);
              setInvalid(false);
            }}
            placeholder="https://bid.cars/en/lot/…"
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-hint`}
            className={clsx(
              'figures w-full rounded-md border bg-sheet px-4 aria-invalid:border-fail aria-invalid:ring-1 aria-invalid:ring-fail',
              over ? 'border-signal ring-2 ring-signal' : 'border-rule-strong',
              size === 'hero'
                ? 'min-h-13 text-base'
                : 'min-h-10 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base',
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
      {stuck === null || stuck !== link ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <WaysOn address={reading.ok ? link.trim() : ''} onStep={setStep} />
        </div>
      )}
      <LotDialogs step={step} busy={busy} onStep={setStep} onPages={read} />
    </div>
  );
}

/** The notice of a lot that could not be read; where even its words can't be loaded, the network is gone. */
async function noticeOf(error: unknown, site: Site): Promise<{ title: string; text: string }> {
  try {
    return (await import('./scrape-notice.ts')).scrapeNotice(error, site);
  } catch {
    return {
      title: 'Data Extraction Error',
      text: 'A network error occurred or the server is unreachable.',
    };
  }
}

/** What can be done when the lot can't be read: no failure is a dead end. */
function WaysOn({ address, onStep }: { address: string; onStep: (step: LotStep) => void }) {
  const go = (step: LotStep): void => {
    closeNotices();
    onStep(step);
  };
  return (
    <>
      <Button look="quiet" onClick={() => go({ kind: 'own_page', link: address, files: [] })}>
        Use the page from your browser
      </Button>
      <Button look="quiet" onClick={() => go({ kind: 'enter', link: address })}>
        Enter by hand
      </Button>
    </>
  );
}
