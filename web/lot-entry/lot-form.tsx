import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { SITES, sitesOffered } from '../../contract/sites.ts';
import { ApiError } from '../api/api-error.ts';
import type { ScrapedLot } from '../api/auction.ts';
import { Button } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { closeNotices, type Notice, notify } from '../ui/notices.tsx';
import type { LotStep } from './lot-dialogs.tsx';
import type { FieldActions } from './lot-notices.tsx';
import type { PageFault } from './user-supplied-page-dialog.tsx';

const LotDialogs = lazyDialog(async () => (await import('./lot-dialogs.tsx')).LotDialogs);

/** Whether a text is a VIN or a lot number alone; where that can't be loaded, the network is gone and nothing can be read. */
const isBareLot = (text: string): Promise<boolean> =>
  import('../../contract/facts/bare-lot.ts').then(
    ({ readBareLot }) => readBareLot(text) !== null,
    () => false,
  );

type Words = typeof import('./lot-notices.tsx');

type Props = {
  size?: 'hero' | 'bar';
  /** A link chosen elsewhere (a sample), filled in and read at once; or files that came with it, which are read in its place. */
  chosen?: { link: string; at: number; files?: readonly File[] } | null;
};

/** The one field: checks while typing, names site and lot, reads the lot and shows its summary. */
export function LotForm({ size = 'hero', chosen = null }: Props) {
  const id = useId();
  const [link, setLink] = useState('');
  // Why the text is no lot link; null while nothing was refused.
  const [refusal, setRefusal] = useState<string | null>(null);
  const invalid = refusal !== null;
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [step, setStep] = useState<LotStep | null>(null);
  // What could not be read: the ways on stay at the field when the notice has gone.
  const [stuck, setStuck] = useState<{ address: string; ways: ReactNode } | null>(null);
  const running = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // What was typed into the page before its script came stays.
  useEffect(() => setLink(input.current?.value ?? ''), []);
  const reading = readAuctionLink(link);

  /** Says what went wrong at `address`, by the words that `make` finds for it, and the ways on. */
  const tell = async (
    address: string,
    make: (words: Words, actions: FieldActions) => Notice,
  ): Promise<Notice> => {
    try {
      const words = await import('./lot-notices.tsx');
      const actions = { field: input, choose, onStep: setStep, onStuck: setStuck };
      return words.atField(address, actions, make(words, actions));
    } catch {
      // Where even the words can't be loaded, the network is gone.
      return { kind: 'error', title: 'Data Extraction Error', text: new ApiError(0, null).message };
    }
  };

  /** Answers what went wrong with a page handed over: its dialog lies over the notices. */
  const read = async (address: string, pages?: string[], choice?: string): Promise<PageFault | null> => {
    const known = readAuctionLink(address);
    const refuse = async (): Promise<null> => {
      if (!known.ok) setRefusal(known.message);
      notify(await tell(address, (words, actions) => words.refusedText(address, actions)));
      return null;
    };
    // A VIN or number alone is for the service to judge, which may have a source that knows it.
    if (!known.ok && pages === undefined && !(await isBareLot(address))) return await refuse();
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    setRefusal(null);
    closeNotices();
    setStuck(null);
    // On its way while the lot is being read: on a slow line the summary would come late.
    void Promise.all([import('./lot-dialogs.tsx'), import('./summary/summary-modal.tsx')]).catch(
      () => undefined,
    );
    try {
      const { scrapeLot } = await import('../api/auction.ts');
      const lot: ScrapedLot = await scrapeLot(address.trim(), pages, choice);
      setStep({ kind: 'summary', lot });
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unsupported_url' && pages === undefined)
        return await refuse();
      const notice = await tell(address, (words) => ({
        kind: 'error',
        ...words.scrapeNotice(error, known.ok ? known.link.site : null),
      }));
      if (pages !== undefined) return { text: `${notice.title}. ${notice.text}`, error };
      notify(notice);
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const choose = (address: string): void => {
    setLink(address);
    void read(address);
  };
  /** Files are taken as what they are: a list, photos, or the lot's page, whose own words name it. */
  const take = async (files: readonly File[], address: string, send: boolean): Promise<void> => {
    const { stepOfFiles } = await import('./shared/step-of-files.ts');
    setStep(await stepOfFiles(files, address, send));
  };
  const readChosen = useEffectEvent(({ link: address, files }: NonNullable<typeof chosen>): void => {
    if (files === undefined) choose(address);
    else {
      setLink(address);
      void take(files, address, true);
    }
  });
  useEffect(() => {
    if (chosen !== null) readChosen(chosen);
  }, [chosen]);

  const drop = async (event: DragEvent): Promise<void> => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    await take(files, link, false);
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
              setRefusal(null);
            }}
            onPaste={(event) => {
              // A pasted address loses its tracking tail; anything else is pasted as it is.
              const pasted = readAuctionLink(event.clipboardData.getData('text'));
              if (!pasted.ok) return;
              event.preventDefault();
              setLink(pasted.link.canonicalUrl);
              setRefusal(null);
            }}
            placeholder="https://bid.cars/en/lot/…"
            aria-invalid={invalid || undefined}
            aria-describedby={`${id}-hint`}
            className={clsx(
              'figures w-full rounded-md border bg-sheet px-4 placeholder:text-muted aria-invalid:border-fail aria-invalid:ring-1 aria-invalid:ring-fail',
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
        {refusal ?? hint}
      </p>
      {stuck?.address === link ? <div className="mt-2 flex flex-wrap gap-2">{stuck.ways}</div> : null}
      {step === null ? null : (
        <LotDialogs step={step} busy={busy} onStep={setStep} onPages={read} onClose={() => setStep(null)} />
      )}
    </div>
  );
}
