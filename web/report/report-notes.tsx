import { HEAD_RESERVATIONS, reservationsOf } from '../../contract/report-view/reservations.ts';
import { assumptionsOf } from '../../contract/report-view/words/assumptions.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { shortDay } from '../ui/money.ts';
import { Said } from './provenance/figure.tsx';

/** Assumptions, gaps, parts that could not be placed, and where everything comes from. */
export function ReportNotes({ report }: { report: ReportModel }) {
  const { estimate, unmapped_parts: unmapped, unmapped_more: more = 0, sources } = report;
  const beyond = reservationsOf(report).slice(HEAD_RESERVATIONS);
  return (
    <>
      <section aria-labelledby="assumptions-title">
        <h2 id="assumptions-title" className="text-xl font-semibold">
          Assumptions
        </h2>
        <ul className="mt-3 max-w-3xl list-disc space-y-1 pl-5">
          {assumptionsOf(estimate).map((sentence) => (
            <li key={plain(sentence)}>
              <Said stored="assumption">{sentence}</Said>
            </li>
          ))}
        </ul>
        {beyond.length > 0 ? (
          <>
            <h3 className="mt-6 font-semibold">What else could not be done or told</h3>
            <ul className="mt-2 max-w-3xl list-disc space-y-1 pl-5">
              {beyond.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
      {unmapped.length > 0 ? (
        <details>
          <summary className="min-h-8 font-semibold">
            {unmapped.length + more} catalog parts near the damage without a place
          </summary>
          <ul className="figures mt-2 columns-1 gap-8 text-sm sm:columns-2">
            {unmapped.map((part) => (
              <li key={`${part.number}-${part.name}`} className="break-inside-avoid">
                <span className="whitespace-nowrap">{part.number}</span>{' '}
                <span className="text-muted">{part.name}</span>
              </li>
            ))}
            {more > 0 ? <li className="text-muted">And {more} more.</li> : null}
          </ul>
        </details>
      ) : null}
      <section aria-labelledby="sources-title">
        <h2 id="sources-title" className="text-xl font-semibold">
          Sources
        </h2>
        <dl className="mt-3 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-[14rem_1fr]">
          {sources.map((source) => (
            <div key={`${source.what}-${source.source}`} className="contents">
              <dt className="text-muted">{source.what}</dt>
              <dd>
                {source.source}
                {source.version ? `, version ${source.version}` : ''}
                {source.dated ? `, ${shortDay(source.dated)}` : ''}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-sm text-muted">
          Report {report.report_id}, made {shortDay(report.created_at)}, lot read{' '}
          {shortDay(report.lot_read_at)}.
        </p>
      </section>
    </>
  );
}
