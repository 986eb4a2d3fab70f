import { type ReactNode, useRef, useState } from 'react';
import { MOST_SELECTED } from '../../../contract/calls.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { messageOf } from '../../api/api-error.ts';
import { rereadReports } from '../../api/reports/report-list.ts';
import { deleteReports, exportReports, markReports } from '../../api/reports/reports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { notify } from '../../ui/notices.tsx';
import { DownloadButton } from '../download-button.tsx';
import type { ReportCardData } from '../report-card-data.ts';
import { MarkDialog } from './mark-dialog.tsx';

type Props = {
  selected: readonly ReportCardData[];
  onClear: () => void;
  /** What else this list does with them. */
  more?: ReactNode;
};

/** What can be done with the chosen reports. */
export function SelectionBar({ selected, onClear, more }: Props) {
  const [open, setOpen] = useState<'delete' | 'mark' | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const ids = selected.flatMap(({ reportId }) => reportId ?? []);
  const archived = selected.every((card) => card.archived);
  const reports = counted(ids.length, 'report', 'reports');

  const archive = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await markReports({ report_ids: ids, archived: !archived });
      notify({ kind: 'done', title: `${reports} ${archived ? 'back in the list' : 'archived'}` });
      onClear();
      await rereadReports();
    } catch (error) {
      notify({
        kind: 'error',
        title: 'The reports could not be archived',
        text: messageOf(error, 'An API error occurred.'),
      });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <section
      aria-label="Selected reports"
      className="sticky bottom-2 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-rule-strong bg-sheet p-3 shadow-xl"
    >
      <p className="figures mr-auto w-full text-sm font-medium sm:w-auto" role="status">
        {ids.length > MOST_SELECTED
          ? `${reports} selected: at most ${MOST_SELECTED} can be handled at once`
          : `${reports} selected`}
      </p>
      {ids.length > MOST_SELECTED ? null : (
        <>
          {more}
          <DownloadButton label="Export CSV" look="quiet" fetchFile={() => exportReports(ids)} />
          <DownloadButton label="Export Excel" look="quiet" fetchFile={() => exportReports(ids, 'xlsx')} />
          <Button look="quiet" onClick={() => setOpen('mark')}>
            {ids.length === 1 ? 'Tag and note' : 'Tag'}
          </Button>
          <Button look="quiet" busy={busy} onClick={() => void archive()}>
            {archived ? 'Restore' : 'Archive'}
          </Button>
          <Button look="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </>
      )}
      <Button look="text" onClick={onClear}>
        Clear
      </Button>
      {open === 'delete' ? (
        <DeleteDialog ids={ids} reports={reports} onClose={() => setOpen(null)} onDeleted={onClear} />
      ) : null}
      {open === 'mark' ? <MarkDialog selected={selected} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

type DeleteProps = { ids: string[]; reports: string; onClose: () => void; onDeleted: () => void };

/** Final, so it says what goes. */
function DeleteDialog({ ids, reports, onClose, onDeleted }: DeleteProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const { message } = await deleteReports(ids);
      notify({ kind: 'done', title: message });
      onClose();
      onDeleted();
      await rereadReports();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Delete ${reports}?`} onClose={onClose}>
      <div className="grid gap-3 text-sm">
        <p>This is final. Deleted for good:</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>the estimate with all your changes, tags and notes</li>
          <li>shared links: they stop working at once</li>
          <li>PDFs, and pages and photos you sent for these lots</li>
        </ul>
        <p className="text-muted">
          Deleting does not give reports back to your quota. To only hide them, archive them.
        </p>
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Keep
          </Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            Delete for good
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
