import { useNavigate } from '@tanstack/react-router';
import type { ScrapedLot } from '../api/auction.ts';
import { type ExtensionBrowser, extensionBrowser } from '../ui/browser-name.ts';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import type { ListRead, ListSource } from './list/lot-list-dialog.tsx';
import type { OnPages } from './user-supplied-page-dialog.tsx';

const SummaryModal = lazyDialog(async () => (await import('./summary/summary-modal.tsx')).SummaryModal);
const EnterLotDialog = lazyDialog(async () => (await import('./enter-lot-dialog.tsx')).EnterLotDialog);
const ExtensionDialog = lazyDialog(
  async () => (await import('./own-page/extension-dialog.tsx')).ExtensionDialog,
);
const LotListDialog = lazyDialog(async () => (await import('./list/lot-list-dialog.tsx')).LotListDialog);
const UserSuppliedPageDialog = lazyDialog(
  async () => (await import('./user-supplied-page-dialog.tsx')).UserSuppliedPageDialog,
);

/** Several lots at once, and what has come of them. */
type ListStep = { kind: 'list'; source: ListSource; read: ListRead | null };

/**
 * Where the way from link to lot stands: the summary, several lots, or one of the ways on after a failure. `back`: the list
 * that a lot was opened from, which stands there again afterwards.
 */
export type LotStep =
  | { kind: 'summary'; lot: ScrapedLot; back?: ListStep }
  | ListStep
  /** `send`: what was pasted or chosen is read at once. */
  | { kind: 'own_page'; link: string; files: readonly File[]; text?: string; send?: boolean }
  | { kind: 'extension'; link: string; browser: ExtensionBrowser }
  | { kind: 'enter'; link: string; photos?: readonly File[] };

type Props = {
  step: LotStep;
  busy: boolean;
  onStep: (step: LotStep) => void;
  onClose: () => void;
  onPages: OnPages;
  /** Starts the report of a lot, where that is not done on the page of reports. */
  onStart?: (lot: ScrapedLot) => void;
  /** Reports of a list's lots are on their way; else the board is opened. */
  onMade?: () => void;
};

/** The dialog of the present step; each is loaded when first needed. */
export function LotDialogs({ step, busy, onStep, onPages, onStart, onMade, onClose }: Props) {
  const navigate = useNavigate();
  const browser = extensionBrowser(navigator.userAgent, matchMedia('(pointer: coarse)').matches);
  return (
    <>
      {step.kind === 'summary' ? (
        <SummaryModal
          lot={step.lot}
          onClose={step.back === undefined ? onClose : () => onStep(step.back ?? step)}
          onImport={() => onStep({ kind: 'own_page', link: step.lot.url, files: [] })}
          onEnter={() => onStep({ kind: 'enter', link: step.lot.url })}
          onStart={onStart}
        />
      ) : null}
      {step.kind === 'list' ? (
        <LotListDialog
          source={step.source}
          read={step.read}
          onRead={(read) => onStep({ ...step, read })}
          onLot={(lot) => onStep({ kind: 'summary', lot, back: step })}
          onOwnPage={(link) => onStep({ kind: 'own_page', link, files: [] })}
          onMade={onMade ?? (() => void navigate({ to: '/board' }))}
          onClose={onClose}
        />
      ) : null}
      {step.kind === 'enter' ? (
        <EnterLotDialog
          link={step.link}
          photos={step.photos}
          onClose={onClose}
          onLot={(lot) => onStep({ kind: 'summary', lot })}
        />
      ) : null}
      {step.kind === 'extension' ? (
        <ExtensionDialog
          link={step.link}
          browser={step.browser}
          onClose={onClose}
          onOwnPage={() => onStep({ kind: 'own_page', link: step.link, files: [] })}
        />
      ) : null}
      {step.kind === 'own_page' ? (
        <UserSuppliedPageDialog
          link={step.link}
          files={step.files}
          pasted={step.text}
          sendNow={step.send}
          busy={busy}
          onClose={onClose}
          onEnter={() => onStep({ kind: 'enter', link: step.link })}
          onExtension={
            browser === null ? undefined : () => onStep({ kind: 'extension', link: step.link, browser })
          }
          onPages={onPages}
        />
      ) : null}
    </>
  );
}
