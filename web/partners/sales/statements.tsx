import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PartnerStatement, StatementFile } from '../../../contract/partners/commission.ts';
import {
  monthWords,
  STATEMENT_NOTE,
  STATEMENT_STATE_WORDS,
  statementCounts,
  statementLines,
} from '../../../contract/partners/statement-words.ts';
import { usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import { messageOf } from '../../api/api-error.ts';
import { openDispute, saveStatementCsv, saveStatementPdf, statementQuery } from '../../api/partners/sales.ts';
import { useWork } from '../../ui/act/use-work.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Waiting } from '../waiting.tsx';

/** A partner's months, each opened where it is read. */
export const Statements = ({ months }: { months: readonly PartnerStatement[] }) => (
  <div className="mt-3 grid gap-2">
    {months.map((month) => (
      <Month key={month.period} month={month} />
    ))}
  </div>
);

function Month({ month }: { month: PartnerStatement }) {
  const [open, setOpen] = useState(false);
  const { period, state, commission } = month;
  const save = (work: Promise<void>): void =>
    void work.catch((error: unknown) =>
      notify({
        kind: 'error',
        title: 'The statement was not saved',
        text: messageOf(error, 'An API error occurred.'),
      }),
    );
  return (
    <details
      className="rounded-lg border border-rule bg-sheet p-3"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-10 py-2">
        <span className="font-medium">{monthWords(period)}</span>{' '}
        <span className="text-muted">{STATEMENT_STATE_WORDS[state]}</span>{' '}
        <span className="figures">{usDollarsAndCents(commission)}</span>
      </summary>
      {open ? (
        <>
          <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-4">
            {statementCounts(month).map(({ label, value }) => (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="figures">{value}</dd>
              </div>
            ))}
          </dl>
          <Lines period={period} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => save(saveStatementPdf(period))}>
              PDF
            </Button>
            <Button look="quiet" onClick={() => save(saveStatementCsv(period))}>
              CSV
            </Button>
          </div>
          <p className="mt-3 text-sm text-muted">{STATEMENT_NOTE}</p>
        </>
      ) : null}
    </details>
  );
}

function Lines({ period }: { period: string }) {
  const file = useQuery(statementQuery(period));
  if (file.data === undefined) return <Waiting error={file.error} />;
  return (
    <StatementLines file={file.data} reader="partner" after={(entryId) => <Disputing entryId={entryId} />} />
  );
}

type LinesProps = {
  file: StatementFile;
  /** Who told a line is said as a partner reads it. */
  reader: 'partner' | 'operator';
  /** What can be done with a line. */
  after: (entryId: number) => ReactNode;
};

/** A month line by line, as its partner and operators read it. */
export function StatementLines({ file, reader, after }: LinesProps) {
  const lines = statementLines(file);
  if (lines.length === 0) return <p className="text-muted">No entries.</p>;
  return (
    <ol
      aria-label={`Lines of ${monthWords(file.period)}`}
      className="mt-3 divide-y divide-rule border-y border-rule text-sm"
    >
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
          <span>
            {line.id}. {line.what}, {line.day}
          </span>
          <span className="figures text-right">{line.commission}</span>
          <span className="text-muted wrap-anywhere">
            {[line.reference, reader === 'partner' && `told by ${line.told_by}`, line.state, line.note]
              .filter(Boolean)
              .join(', ')}
          </span>
          <span className="figures text-right text-muted">
            {line.net === '' ? '' : `${line.rate} of ${line.net}`}
          </span>
          {after(Number(line.id))}
        </li>
      ))}
    </ol>
  );
}

function Disputing({ entryId }: { entryId: number }) {
  const [open, setOpen] = useState(false);
  const { busy, fault, work } = useWork();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    work(() => openDispute(entryId, text).then(() => setOpen(false)));
  };
  if (!open)
    return (
      <span className="col-span-2">
        <Button look="text" onClick={() => setOpen(true)}>
          Dispute line {entryId}
        </Button>
      </span>
    );
  return (
    <form noValidate className="col-span-2 mt-2 grid gap-2" onSubmit={submit}>
      <Field label="What is wrong with it" name="text" maxLength={2_000} autoComplete="off" />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <span className="flex gap-2">
        <Button type="submit" busy={busy}>
          Open dispute
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
