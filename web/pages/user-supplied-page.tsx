import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type HandedPartPage, readHandedPartPage } from '../account/dealer-page/handed-part-page.ts';
import { messageOf } from '../api/api-error.ts';
import { type ScrapedLot, scrapeLot } from '../api/auction.ts';
import { KeptPage } from '../lot-entry/kept-page.tsx';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { SummaryModal } from '../lot-entry/summary/summary-modal.tsx';
import {
  READY_MESSAGE,
  readUserSuppliedPage,
  type UserSuppliedPage,
} from '../lot-entry/user-supplied-page.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { Spinner } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Lens } from '../ui/lens.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const KeepDealerPage = lazyPart(
  async () => (await import('../account/dealer-page/keep-dealer-page.tsx')).KeepDealerPage,
);

/** A page that has not come by then will not come: the other window is gone or was cut off from ours. */
const PATIENCE_MS = 8000;

type State =
  | { kind: 'waiting' }
  | { kind: 'nothing' }
  | { kind: 'reading' }
  | { kind: 'failed'; text: string; page: UserSuppliedPage }
  | { kind: 'read'; lot: ScrapedLot }
  | { kind: 'part'; page: HandedPartPage };

/** Leaves by loading the address, so that the page that opened this window keeps no hold on it. */
const leave = (address: string): void => location.assign(address);

/** Where the bookmarklet hands over the lot's page. Whatever comes is taken as text, and only from the lot's own site. */
export function ImportPage() {
  const [state, setState] = useState<State>({ kind: 'waiting' });
  const [partName, setPartName] = useState<string | null>(null);
  const taken = useRef(false);

  const read = async (page: UserSuppliedPage): Promise<void> => {
    setState({ kind: 'reading' });
    try {
      setState({ kind: 'read', lot: await scrapeLot(page.link, page.pages) });
    } catch (error) {
      setState({ kind: 'failed', text: messageOf(error, 'An API error occurred.'), page });
    }
  };
  const readTaken = useEffectEvent((page: UserSuppliedPage) => void read(page));

  usePageTitle(
    state.kind === 'part' ? 'A part from a dealer’s page · LotLens' : 'Reading the lot’s page · LotLens',
  );
  useEffect(() => {
    const opener: unknown = window.opener;
    const hear = (event: MessageEvent): void => {
      if (taken.current || event.source !== opener) return;
      const suppliedPage = readUserSuppliedPage(event.origin, event.data);
      const partPage = readHandedPartPage(event.origin, event.data);
      if (suppliedPage === null && partPage === null) return;
      taken.current = true;
      if (suppliedPage) readTaken(suppliedPage);
      else if (partPage) setState({ kind: 'part', page: partPage });
    };
    window.addEventListener('message', hear);
    if (opener !== null) (opener as Window).postMessage(READY_MESSAGE, '*');
    const timer = setTimeout(
      () => setState((now) => (now.kind === 'waiting' ? { kind: 'nothing' } : now)),
      opener === null ? 0 : PATIENCE_MS,
    );
    return () => {
      window.removeEventListener('message', hear);
      clearTimeout(timer);
    };
  }, []);

  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center gap-6 px-4 py-10">
      <Link to="/" className="flex w-fit items-center gap-2 text-lg font-semibold tracking-tight">
        <Lens busy={state.kind === 'waiting' || state.kind === 'reading'} />
        LotLens
      </Link>
      <h1 className="text-2xl font-semibold">
        {state.kind === 'part'
          ? (partName ?? 'A part from a dealer’s page')
          : 'The lot’s page from your browser'}
      </h1>
      {state.kind === 'waiting' || state.kind === 'reading' ? (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {state.kind === 'waiting' ? 'Waiting for the page' : 'Reading the page'}
        </p>
      ) : null}
      {state.kind === 'nothing' ? (
        <>
          <p role="status">
            No page came. Open the lot, or the part at a dealer’s store, and click “Send to LotLens” in your
            bookmarks bar there, or save that page and drop the file on the field below.
          </p>
          <LotForm />
        </>
      ) : null}
      {state.kind === 'failed' ? (
        <>
          <FormMessage kind="error">{state.text}</FormMessage>
          <KeptPage page={state.page} onAgain={() => void read(state.page)} />
          <p>Or save the lot’s page and drop the file on the field below, or enter the vehicle by hand.</p>
          <LotForm />
        </>
      ) : null}
      {state.kind === 'part' ? (
        <Suspense fallback={<Spinner />}>
          <KeepDealerPage page={state.page} onHeading={setPartName} />
        </Suspense>
      ) : null}
      {state.kind === 'read' ? (
        <SummaryModal lot={state.lot} onClose={() => leave('/')} leave={leave} />
      ) : null}
    </main>
  );
}
