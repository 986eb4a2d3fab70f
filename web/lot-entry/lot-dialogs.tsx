import type { ScrapedLot } from '../api/auction.ts';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';

const SummaryModal = lazyDialog(async () => (await import('./summary-modal.tsx')).SummaryModal);
const EnterLotDialog = lazyDialog(async () => (await import('./enter-lot-dialog.tsx')).EnterLotDialog);
const UserSuppliedPageDialog = lazyDialog(
  async () => (await import('./user-supplied-page-dialog.tsx')).UserSuppliedPageDialog,
);

/** Where the way from link to lot stands: the summary, or one of the ways on after a failure. */
export type LotStep =
  | { kind: 'summary'; lot: ScrapedLot }
  | { kind: 'own_page'; link: string; files: readonly File[] }
  | { kind: 'enter'; link: string };

type Props = {
  step: LotStep | null;
  busy: boolean;
  onStep: (step: LotStep | null) => void;
  onPages: (link: string, pages: string[]) => Promise<string | null>;
};

/** The dialog of the present step; each is loaded when first needed. */
export function LotDialogs({ step, busy, onStep, onPages }: Props) {
  const close = (): void => onStep(null);
  if (step === null) return null;
  return (
    <>
      {step.kind === 'summary' ? <SummaryModal lot={step.lot} onClose={close} /> : null}
      {step.kind === 'enter' ? (
        <EnterLotDialog link={step.link} onClose={close} onLot={(lot) => onStep({ kind: 'summary', lot })} />
      ) : null}
      {step.kind === 'own_page' ? (
        <UserSuppliedPageDialog
          link={step.link}
          files={step.files}
          busy={busy}
          onClose={close}
          onEnter={() => onStep({ kind: 'enter', link: step.link })}
          onPages={onPages}
        />
      ) : null}
    </>
  );
}
