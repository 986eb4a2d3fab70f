import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { codeWords, counted, OUTCOME_WORDS } from '../../../contract/operator/console-words.ts';
import { REPORT_OUTCOMES, type ReportOutcome } from '../../../contract/report-status.ts';
import { type RunFilter, runsQuery } from '../../api/operator/console.ts';
import { inputLook } from '../../ui/form/field.tsx';
import { Loaded, More, Rows, SectionLink, timeOf } from './section-parts.tsx';

/** Reports of all accounts, by how they ended and why. */
export function Reports() {
  const [outcome, setOutcome] = useState<ReportOutcome | ''>('failed');
  const [cause, setCause] = useState('');
  const causes = useInfiniteQuery(runsQuery({ outcome: 'failed' })).data?.pages[0]?.causes ?? [];
  const [byOutcome, byCause] = [useId(), useId()];
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <div className="grid gap-1.5">
          <label htmlFor={byOutcome} className="text-sm font-medium">
            Outcome
          </label>
          <select
            id={byOutcome}
            className={inputLook}
            value={outcome}
            onChange={({ target }) => {
              setOutcome(REPORT_OUTCOMES.find((one) => one === target.value) ?? '');
              setCause('');
            }}
          >
            <option value="">All</option>
            {REPORT_OUTCOMES.map((one) => (
              <option key={one} value={one}>
                {OUTCOME_WORDS[one]}
              </option>
            ))}
          </select>
        </div>
        {outcome === 'failed' && causes.length > 0 ? (
          <div className="grid min-w-0 gap-1.5">
            <label htmlFor={byCause} className="text-sm font-medium">
              Cause, last 30 days
            </label>
            <select
              id={byCause}
              className={inputLook}
              value={cause}
              onChange={({ target }) => setCause(target.value)}
            >
              <option value="">All causes</option>
              {causes.map(({ error_code, reports }) => (
                <option key={error_code} value={error_code}>
                  {codeWords(error_code)}: {counted(reports, 'report')}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <RunList
        filter={{ ...(outcome === '' ? {} : { outcome }), ...(cause === '' ? {} : { error_code: cause }) }}
      />
    </>
  );
}

/** Reports that a filter leaves, each leading to how it ran. */
export function RunList({ filter }: { filter: RunFilter }) {
  const list = useInfiniteQuery(runsQuery(filter));
  return (
    <>
      <Loaded of={list}>
        {({ pages }) => {
          const reports = pages.flatMap((page) => page.reports);
          return reports.length === 0 ? (
            <p className="py-6 text-muted">There are none.</p>
          ) : (
            <Rows label="Reports">
              {reports.map((report) => (
                <li key={report.report_id}>
                  <SectionLink
                    section="reports"
                    id={report.report_id}
                    className="grid gap-x-4 px-1 py-2.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
                  >
                    <span className="font-medium wrap-anywhere">
                      {report.vehicle ?? report.lot_number ?? report.url}
                    </span>
                    <span className="text-sm">
                      {OUTCOME_WORDS[report.outcome]}
                      {report.outcome === 'failed' && report.error_code !== null
                        ? `: ${codeWords(report.error_code)}`
                        : ''}
                    </span>
                    <span className="text-sm text-muted wrap-anywhere sm:col-span-2">
                      {report.email ?? 'Command line'} · {timeOf(report.created_at)}
                    </span>
                  </SectionLink>
                </li>
              ))}
            </Rows>
          );
        }}
      </Loaded>
      <More list={list} />
    </>
  );
}
