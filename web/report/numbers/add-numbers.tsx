import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReportDetail } from '../../../contract/api/report-answers.ts';
import { MOST_PASTED } from '../../../contract/dealer-page/pasted-numbers.ts';
import { numberShare } from '../../../contract/report-view/head/missing-numbers.ts';
import { lineName } from '../../../contract/report-view/number-side.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { messageOf } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { addNumbers } from '../../api/reports/one-report.ts';
import { refreshReports } from '../../api/reports/report-list.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { useSupplierLinks } from '../baskets/use-supplier-links.ts';

/** How many estimate lines have an OEM number, and the ways to add those that are missing. */
export function AddNumbers({ reportId, report }: { reportId: string; report: ReportModel }) {
  const { with_number, of } = numberShare(report);
  // Open from the start where no part has a number; it stays open while some are added.
  const [open] = useState(with_number === 0);
  const missing = report.estimate.lines.filter(
    ({ standing, oem_missing }) => standing === 'scope' && oem_missing !== undefined,
  );
  if (of === 0) return null;
  const share = `${with_number} of ${counted(of, 'part', 'parts')} ${of === 1 ? 'has' : 'have'} an OEM number (${Math.round((100 * with_number) / of)}%).`;
  return (
    <section aria-label="Part numbers" className="rounded-lg border border-rule bg-sheet px-4 py-2 text-sm">
      {missing.length === 0 ? (
        <p>{share}</p>
      ) : (
        <details open={open}>
          <summary className="min-h-6 w-fit pointer-coarse:min-h-11">
            {share} <span className="text-signal">Add part numbers</span>
          </summary>
          <PasteForm reportId={reportId} version={report.edit?.version ?? 0} />
          <h3 className="mt-4 text-sm font-medium">Find a part at an OEM dealer</h3>
          <ul className="mt-1 grid gap-x-6 text-sm sm:grid-cols-2">
            {missing.map((line) => (
              <DealerSearch key={line.id} line={line} />
            ))}
          </ul>
          <p className="mt-3 text-sm text-muted">
            Have an estimate of this car? Use “Compare an estimate” and save its numbers. Numbers you add also
            fill later reports of the same model and year, marked as from a similar car.
          </p>
        </details>
      )}
    </section>
  );
}

function PasteForm({ reportId, version }: { reportId: string; version: number }) {
  const id = useId();
  const [text, setText] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => addNumbers(reportId, { version, text }),
    onSuccess: ({ recalculated: { report } }) => {
      setText('');
      queryClient.setQueryData<ReportDetail>(
        ['report', reportId],
        (old) => old && { ...old, report, tables_current: true, editable: 'yes' },
      );
      void refreshReports();
    },
  });
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <label htmlFor={id} className="text-sm">
        Paste a dealer’s page (select all, copy) or a list with one part a line: number, name, price.
      </label>
      <textarea
        id={id}
        required
        rows={4}
        maxLength={MOST_PASTED}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="figures w-full rounded-md border border-rule-strong bg-sheet px-3 py-2 text-sm pointer-coarse:text-base"
      />
      <Button type="submit" look="quiet" busy={isPending} className="justify-self-start">
        Add to this report
      </Button>
      <div role="status">
        {data ? (
          <FormMessage kind="done">
            {counted(data.saved.length, 'number', 'numbers')} saved. {data.lines_with_number} of {data.lines}{' '}
            parts have one now.
            {data.unknown.length === 0
              ? ''
              : ` ${counted(data.unknown.length, 'number', 'numbers')} without a part name we know: ${data.unknown
                  .slice(0, 5)
                  .map(({ number }) => number)
                  .join(', ')}.`}
          </FormMessage>
        ) : null}
        {error ? <FormMessage kind="error">{messageOf(error, 'An API error occurred.')}</FormMessage> : null}
      </div>
    </form>
  );
}

/** The dealer's search by VIN and part name, in one click; nothing where no store sells the make. */
function DealerSearch({ line }: { line: EstimateLine }) {
  const link = useSupplierLinks(line).find(({ kind }) => kind === 'oem');
  return link === undefined ? null : (
    <li>
      <a
        href={link.url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center text-signal underline pointer-coarse:min-h-11"
      >
        {lineName(line)}
      </a>
    </li>
  );
}
