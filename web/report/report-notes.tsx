import type { ReactNode } from 'react';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import { assumptionsOf } from '../../contract/report-view/words/assumptions.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { sourceWords } from '../../contract/report-view/words/sources.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { shortDay } from '../ui/money.ts';
import { useReader } from './editing/line-editing.tsx';
import { Said } from './provenance/figure.tsx';

/** Assumptions, gaps, parts that could not be placed, and where everything comes from. */
export function ReportNotes({ report }: { report: ReportModel }) {
  const { estimate, unmapped_parts: unmapped, unmapped_more: more = 0, sources } = report;
  const { beyond } = reservationsOf(report, useReader());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
      <Fold id="assumptions-title" title="Assumptions">
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
      </Fold>
      {unmapped.length > 0 ? (
        <details>
          <summary className="min-h-10 font-semibold">
            {unmapped.length + more} catalog parts near the damage without a place
          </summary>
          <ul className="figures mt-2 columns-1 gap-8 text-sm sm:max-md:columns-2">
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
      <Fold id="sources-title" title="Sources">
        <dl className="mt-3 grid gap-y-2 text-sm">
          {sources.map((note) => {
            const { what, source } = sourceWords(note, report);
            return (
              <div key={`${what}-${source}`}>
                <dt className="text-muted">{what}</dt>
                <dd>
                  {source}
                  {note.version ? `, version ${note.version}` : ''}
                  {note.dated ? `, ${shortDay(note.dated)}` : ''}
                </dd>
              </div>
            );
          })}
        </dl>
        <p className="mt-6 text-sm text-muted">
          Report {report.report_id}, made {shortDay(report.created_at)}, lot read{' '}
          {shortDay(report.lot_read_at)}.
        </p>
      </Fold>
    </div>
  );
}

/** A section folded away under its heading. */
const Fold = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <details>
    <summary className="min-h-10">
      <h2 id={id} tabIndex={-1} className="inline text-xl font-semibold outline-none">
        {title}
      </h2>
    </summary>
    {children}
  </details>
);
