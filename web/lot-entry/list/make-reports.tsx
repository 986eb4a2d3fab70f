import { useState } from 'react';
import { type BatchRequest, MOST_BATCH_LOTS } from '../../../contract/board/board-lots.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { messageOf } from '../../api/api-error.ts';
import { rereadBoard, startBatch } from '../../api/reports/board.ts';
import { GetMore } from '../../quota/get-more.tsx';
import { useQuota } from '../../report-list/use-reports.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { notify } from '../../ui/notices.tsx';

export type PickedLot = BatchRequest['lots'][number];

/** Starts reports of the lots that are picked; nothing else is charged. Stays in sight under the list. */
export function MakeReports({ lots, onMade }: { lots: readonly PickedLot[]; onMade: () => void }) {
  const quota = useQuota();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const left = quota?.available_reports ?? null;
  const over = left === null ? 0 : Math.max(0, lots.length - left);

  const make = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const states: string[] = [];
      for (let from = 0; from < lots.length; from += MOST_BATCH_LOTS) {
        const part = lots.slice(from, from + MOST_BATCH_LOTS);
        const { entries } = await startBatch({ lots: [...part], confirm: true });
        states.push(...entries.map(({ state }) => state));
      }
      await rereadBoard();
      const count = (state: string): number => states.filter((one) => one === state).length;
      const waits = count('no_reports');
      const known = count('known') + count('waiting');
      notify({
        kind: 'done',
        title: `${counted(count('start'), 'report', 'reports')} will be made, one after the other`,
        text: [
          ...(waits === 0
            ? []
            : [`${counted(waits, 'lot waits', 'lots wait')} on the board: no reports left.`]),
          ...(known === 0
            ? []
            : [`${counted(known, 'lot has', 'lots have')} a report already, or soon will.`]),
        ].join(' '),
      });
      onMade();
    } catch (error) {
      setFault(messageOf(error, 'The reports could not be started.'));
      setBusy(false);
    }
  };

  return (
    <div className="sticky -bottom-5 -mb-5 grid gap-2 border-t border-rule bg-sheet pt-3 pb-5 sm:-bottom-6 sm:-mb-6 sm:pb-6">
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={busy} disabled={lots.length === 0} onClick={() => void make()}>
          {lots.length === 0 ? 'Pick lots' : `Make ${counted(lots.length, 'report', 'reports')}`}
        </Button>
        <p className="figures text-sm text-muted" role="status">
          {left === null ? '' : `You have ${counted(left, 'report', 'reports')} left.`}
          {over === 0 ? '' : ` ${counted(over, 'lot waits', 'lots wait')} on the board until you have more.`}
        </p>
        {left === 0 ? <GetMore /> : null}
      </div>
    </div>
  );
}
