import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import type { Recalculation } from '../../contract/schemas/edit-report.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { recalculate } from '../api/reports/one-report.ts';
import { refreshReports } from '../api/reports/report-list.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { dollars } from '../ui/money.ts';

type Props = { reportId: string; version: number; action: string; onClose: () => void };

/** Says what making a report anew does, does it, and says what moved. */
export function RecalculateDialog({ reportId, version, action, onClose }: Props) {
  // The version that was looked at: asked again after a lost answer, the service gives the same one.
  const [onto] = useState(version);
  const { mutate, data, error, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => recalculate(reportId, { version: onto }),
    onSuccess: ({ report }) => {
      queryClient.setQueryData<ReportDetail>(
        ['report', reportId],
        (old) => old && { ...old, report, tables_current: true, editable: 'yes' },
      );
      void refreshReports();
    },
    onError: (problem) => {
      if (problem instanceof ApiError && problem.status === 409)
        void queryClient.invalidateQueries({ queryKey: ['report', reportId] });
    },
  });
  return (
    <Dialog title={action} onClose={onClose}>
      {data ? (
        <Outcome told={data} />
      ) : (
        <div className="grid gap-3 text-sm">
          <p>
            Updates the estimate from the stored lot, photos and part numbers, with the current tables. It is
            free and takes a few seconds.
          </p>
          <p>
            The report as it is now is kept as an earlier version. Your changes carry over; any that cannot
            are listed.
          </p>
          {error ? (
            <FormMessage kind="error">
              {messageOf(error, 'The report could not be recalculated. Please try again.')}
            </FormMessage>
          ) : null}
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {data ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button busy={isPending} onClick={() => mutate()}>
              {action}
            </Button>
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Outcome({ told: { likely, moved, not_carried, notes } }: { told: Recalculation }) {
  const change = Math.round(likely.after - likely.before);
  return (
    <div className="grid gap-4 text-sm">
      <p role="status" className="figures text-base">
        Likely repair {dollars(likely.before)} → <strong>{dollars(likely.after)}</strong>{' '}
        <span className="text-muted">
          ({change === 0 ? 'no change' : `${change < 0 ? '−' : '+'}${dollars(Math.abs(change))}`})
        </span>
      </p>
      <Sentences title="What moved" texts={moved} none="Nothing moved." />
      <Sentences
        title="Changes of yours that were not carried over"
        texts={not_carried.map(({ what }) => what)}
      />
      <Sentences title="Taken from the report itself" texts={notes} />
    </div>
  );
}

type SentencesProps = { title: string; texts: readonly string[]; none?: string };

const Sentences = ({ title, texts, none }: SentencesProps) =>
  texts.length === 0 && none === undefined ? null : (
    <div>
      <h3 className="font-medium">{title}</h3>
      {texts.length === 0 ? <p className="mt-1 text-muted">{none}</p> : null}
      <ul className="mt-1 grid list-disc gap-1 pl-5 wrap-anywhere">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
