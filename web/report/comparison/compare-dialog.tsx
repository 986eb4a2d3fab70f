import { useId, useState } from 'react';
import type {
  ComparedRow,
  EstimateComparison,
  MarkedLine,
  MissedOperation,
} from '../../../contract/estimate-exchange/estimate-comparison.ts';
import {
  MOST_ESTIMATE_BYTES,
  MOST_ESTIMATE_FILES,
  type SentEstimate,
} from '../../../contract/estimate-exchange/sent-estimate.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { messageOf } from '../../api/api-error.ts';
import { compareEstimate } from '../../api/reports/one-report.ts';
import { versionOf } from '../../api/reports/report-query.ts';
import { Spinner } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { base64Of } from '../../ui/form/base64-of.ts';
import { fileLook } from '../../ui/form/field.tsx';
import { exactHours } from '../../ui/money.ts';
import { RecalculateDialog } from '../recalculate-dialog.tsx';
import {
  carWords,
  differenceWords,
  markWords,
  missedWords,
  moneyWords,
  rowName,
  shareWords,
  theirsWords,
  totalWords,
} from './comparison-words.ts';
import { KeepEstimate } from './keep-estimate.tsx';

type Read = { readonly files: SentEstimate['files']; readonly comparison: EstimateComparison };

/** An estimate of the shop's own, chosen from its files, beside the report's written lines. */
export function CompareDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [recalculating, setRecalculating] = useState(false);

  const choose = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    setFault(null);
    setRead(null);
    if (
      chosen.length > MOST_ESTIMATE_FILES ||
      chosen.reduce((sum, { size }) => sum + size, 0) > MOST_ESTIMATE_BYTES
    )
      return setFault(`An estimate has at most ${MOST_ESTIMATE_FILES} files, of 8 MB together.`);
    setBusy(true);
    try {
      const files = await Promise.all(
        chosen.map(async (file) => ({ name: file.name, content: await base64Of(file) })),
      );
      setRead({ files, comparison: await compareEstimate(reportId, files) });
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };

  if (recalculating)
    return (
      <RecalculateDialog
        reportId={reportId}
        version={versionOf(reportId)}
        action="Recalculate"
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Compare with an estimate" onClose={onClose} wide>
      <label htmlFor={id} className="text-sm font-medium">
        An estimate out of your estimating system
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept=".zip,.xml,.bms,.env,.veh,.lin,.pfl,.stl,.ttl"
        aria-describedby={`${id}-hint`}
        className={fileLook}
        disabled={busy}
        onChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        An EMS set, zipped or all of its files together, or one BMS file. It is read and laid beside what this
        report has written; nothing of it is kept unless you say so, and its tables of people are not opened.
      </p>
      <div role="status" className="mt-4">
        {busy ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Reading the estimate
          </p>
        ) : null}
        {read ? <Compared comparison={read.comparison} /> : null}
      </div>
      {read && read.comparison.theirs.system !== 'lotlens' ? (
        <div className="mt-5">
          <KeepEstimate files={read.files} onRecalculate={() => setRecalculating(true)} />
        </div>
      ) : null}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
    </Dialog>
  );
}

function Compared({ comparison }: { comparison: EstimateComparison }) {
  const { rows, ours, theirs, missed, marked } = comparison;
  const notes = [carWords(comparison), moneyWords(theirs)].filter((words) => words !== '');
  const both = rows.filter((row) => row.ours !== null && row.theirs !== null);
  const differing = both.filter(
    (row) => row.ours && row.theirs && differenceWords(row.ours, row.theirs) !== '',
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <p>
        {theirsWords(theirs)} This report as written: {counted(ours.lines, 'line', 'lines')},{' '}
        {exactHours(ours.hours)}, {dollarsAndCents(ours.total)} with tax. Its hours are rounded to tenths line
        by line, as in an EMS file, and add up so.
      </p>
      {notes.map((words) => (
        <p key={words} className="font-medium">
          {words}
        </p>
      ))}
      {theirs.differences.length === 0 ? null : (
        <section className="min-w-0">
          <h3 className="font-semibold">The file’s totals don’t match its lines</h3>
          <ul className="text-sm">
            {theirs.differences.map((difference) => (
              <li key={difference.figure}>{totalWords(difference)}</li>
            ))}
          </ul>
        </section>
      )}
      <Rows
        title={`In both: ${both.length}, of which ${differing.length} differ`}
        rows={both}
        columns={['This report', 'Other estimate']}
        cells={(row) => [row.ours ? shareWords(row.ours) : '', row.theirs ? shareWords(row.theirs) : '']}
        difference={(row) => (row.ours && row.theirs && differenceWords(row.ours, row.theirs)) || 'none'}
      />
      <Missed operations={missed} />
      <Marked lines={marked} />
      <Rows
        title="Only in this report"
        rows={rows.filter((row) => row.theirs === null)}
        columns={['This report']}
        cells={(row) => [row.ours ? shareWords(row.ours) : '']}
      />
      <Rows
        title="Only in the other estimate"
        rows={rows.filter((row) => row.ours === null)}
        columns={['Other estimate']}
        cells={(row) => [row.theirs ? shareWords(row.theirs) : '']}
      />
    </div>
  );
}

/** Lines the file marks as changed, deleted, or of other damage; nothing where there are none. */
function Marked({ lines }: { lines: readonly MarkedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">Changed, deleted and prior-damage lines of the other estimate</h3>
      <ul className="mt-1 divide-y divide-rule border-y border-rule text-sm">
        {lines.map((line) => {
          const words = `${shareWords(line.share)} · ${markWords(line)}`;
          return (
            <li key={`${line.number} ${line.description} ${words}`} className="py-1">
              <span className="font-medium">
                {line.number} {line.description}
              </span>{' '}
              <span className="text-muted">{words}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the other estimate's own lines call for; nothing where all of it was found. */
function Missed({ operations }: { operations: readonly MissedOperation[] }) {
  if (operations.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">Operations the other estimate’s own lines call for, not found on it</h3>
      <p className="text-sm text-muted">
        By our table of operations (judgment), looked for by their names: check before you add one.
      </p>
      <ul className="mt-1 divide-y divide-rule border-y border-rule text-sm">
        {operations.map((operation) => (
          <li key={operation.id} className="py-1">
            <span className="font-medium">{operation.name}</span>{' '}
            <span className="text-muted">{missedWords(operation)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RowsProps = {
  title: string;
  rows: readonly ComparedRow[];
  columns: readonly string[];
  cells: (row: ComparedRow) => readonly string[];
  /** A column of its own where there is room, else under the last one. */
  difference?: (row: ComparedRow) => string;
};

/** One kind of rows as a table; nothing where there are none. */
function Rows({ title, rows, columns, cells, difference }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <table className="figures w-full text-sm">
        <thead>
          <tr className="border-b border-rule-strong text-left">
            {['Part or operation', ...columns].map((column) => (
              <th key={column} scope="col" className="py-0.5 pr-3 font-medium">
                {column}
              </th>
            ))}
            {difference ? (
              <th scope="col" className="py-0.5 font-medium max-sm:hidden">
                Difference
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row" className="py-0.5 pr-3 text-left font-normal">
                {rowName(row)}
              </th>
              {cells(row).map((cell, column) => (
                <td key={columns[column]} className="py-0.5 pr-3">
                  {cell}
                  {difference && column === columns.length - 1 ? (
                    <span className="block text-muted sm:hidden">
                      Difference: <span className="block">{difference(row)}</span>
                    </span>
                  ) : null}
                </td>
              ))}
              {difference ? <td className="py-0.5 max-sm:hidden">{difference(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
