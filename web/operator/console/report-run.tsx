import { useQuery } from '@tanstack/react-query';
import type { OperatorReportDetail } from '../../../contract/api/operator/console-answers.ts';
import { codeWords, OUTCOME_WORDS } from '../../../contract/operator/console-words.ts';
import { retryForUser, runQuery } from '../../api/operator/console.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { Ledger } from './ledger.tsx';
import { Facts, Loaded, Part, Rows, SectionLink, timeOf, useAct } from './section-parts.tsx';

const linkLook = 'text-signal underline-offset-4 hover:underline wrap-anywhere';

/** How one report ran, and the way to run it again. */
export function ReportRun({ reportId }: { reportId: string }) {
  const run = useQuery(runQuery(reportId));
  return (
    <Loaded of={run}>
      {(report) => (
        <>
          <h2 className="mt-4 text-lg font-semibold wrap-anywhere">
            {report.vehicle ?? report.lot_number ?? 'Lot not read'}
          </h2>
          <Facts
            facts={[
              ['Outcome', OUTCOME_WORDS[report.outcome]],
              ['Cause', report.error_code === null ? 'None' : codeWords(report.error_code)],
              ['Asked for', timeOf(report.created_at)],
              ['Ended', report.finished_at === null ? 'Not yet' : timeOf(report.finished_at)],
              ['Claimed by workers', `${report.claims} ×`],
              ['Last worker', report.claimed_by ?? 'None'],
            ]}
          />
          <p className="mt-3 text-sm wrap-anywhere">{report.message}</p>
          <p className="mt-2 text-sm">
            {report.user_id === null ? (
              'Made from the command line.'
            ) : (
              <SectionLink section="users" id={report.user_id} className={linkLook}>
                {report.email}
              </SectionLink>
            )}
          </p>
          <p className="mt-1 text-sm text-muted wrap-anywhere">{report.url}</p>
          <Retry report={report} />
          <Part title="Steps">
            <Steps steps={report.steps} />
          </Part>
          <Part title="Ledger">
            <Ledger moves={report.ledger} />
          </Part>
        </>
      )}
    </Loaded>
  );
}

function Retry({ report: { report_id, can_retry } }: { report: OperatorReportDetail }) {
  const { busy, outcome, act } = useAct();
  return (
    <div className="mt-4 grid gap-2">
      {can_retry ? (
        <AskingButton
          name="Run again"
          question="A new report of this lot starts, and one report is taken from its user’s quota, as if they had pressed Try again."
          yes="Run it"
          busy={busy}
          onYes={() =>
            act(async () => {
              await retryForUser(report_id);
              return 'A new report has started; its user is told when it ends.';
            })
          }
        />
      ) : null}
      {outcome}
    </div>
  );
}

function Steps({ steps }: { steps: OperatorReportDetail['steps'] }) {
  if (steps.length === 0) return <p className="mt-1 text-muted">None has begun.</p>;
  return (
    <Rows label="Steps">
      {steps.map((step) => (
        <li key={step.step} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
          <span>
            {codeWords(step.step)}
            {step.attempt > 1 ? ` (try ${step.attempt})` : ''}
          </span>
          <span className="text-muted">
            {codeWords(step.status)}
            {step.error_code === null ? '' : `: ${codeWords(step.error_code)}`} · {timeOf(step.started_at)}
          </span>
        </li>
      ))}
    </Rows>
  );
}
