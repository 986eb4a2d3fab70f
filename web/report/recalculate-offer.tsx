import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';

const RecalculateDialog = lazyDialog(
  async () => (await import('./recalculate-dialog.tsx')).RecalculateDialog,
);

type Props = {
  reportId: string;
  /** The version of the report that is shown; 0: never edited. */
  version: number;
  /** Made by an earlier version of LotLens or of its calculation, or by tables that have moved since; null: as reports are made now. */
  stale: keyof typeof WORDS | null;
};

const WORDS = {
  earlier_version: {
    says: 'This report was made by an earlier version of LotLens: it can be read, printed and exported, but not changed.',
    action: 'Recalculate',
  },
  earlier_calculation: {
    says: 'This report was made by an earlier version of the calculation. It can be read, printed and exported. To change it, update it first: that shows what moves.',
    action: 'Update to current tables',
  },
  earlier_tables: {
    says: 'Our tables of hours, prices, rates and values have been updated since this report was made.',
    action: 'Update to current tables',
  },
} as const;

/** Offers to make one's own report anew where it is not as reports are made now. */
export function RecalculateOffer({ reportId, version, stale }: Props) {
  const [action, setAction] = useState<string | null>(null);
  const words = stale && WORDS[stale];
  const close = (): void => {
    // The page behind is inert until the dialog is gone.
    flushSync(() => setAction(null));
    // What opened the dialog may be gone with what was stale.
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading && !document.getElementById('recalculate')) {
      heading.tabIndex = -1;
      heading.focus();
    }
  };
  return (
    <>
      {words ? (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2 text-sm">
          <p className="mr-auto">{words.says}</p>
          <Button id="recalculate" look="quiet" onClick={() => setAction(words.action)}>
            {words.action}
          </Button>
        </div>
      ) : null}
      {action === null ? null : (
        <RecalculateDialog reportId={reportId} version={version} action={action} onClose={close} />
      )}
    </>
  );
}
