import { clsx } from 'clsx';
import { shareOfValue } from '../../contract/report-view/head/decision.ts';
import { noValueWords } from '../../contract/report-view/head/lot-facts.ts';
import { totalLossInLine } from '../../contract/report-view/head/total-loss.ts';
import { verdictWords } from '../../contract/report-view/head/verdict-words.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { lossChip } from '../ui/figures/loss-chip.ts';
import { VerdictChip } from '../ui/figures/verdict-chip.tsx';
import { Said } from './provenance/figure.tsx';
import { InsurerChoice } from './settings/insurer-choice.tsx';

/** The total-loss verdict as the head's one chip, with the reason in a line and how it is decided behind it. */
export function HeadVerdict({ report, short }: { report: ReportModel; short: boolean }) {
  const { total_loss: loss } = report;
  const share = shareOfValue(report);
  // The law is behind "How it is decided"; there a phone says so too.
  const saysPractice = loss?.facts?.some((fact) => fact.code === 'law' && fact.use === 'practice') ?? false;
  // Where the verdict waits for it the question is in view.
  const asks = loss?.verdict === 'depends_on_insurer';
  return (
    <section aria-labelledby="total-loss-title">
      <h2 id="total-loss-title" className="sr-only">
        Total loss
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <VerdictChip kind={lossChip(loss?.verdict ?? null)} words={verdictWords(report)} size={32} />
        <p>
          {share === null ? (
            noValueWords(report)
          ) : (
            <>
              Repair is <Said stored="repair-to-value">{share}</Said>.
            </>
          )}
        </p>
        {loss ? (
          <details className="text-muted open:basis-full">
            <summary className="flex min-h-6 w-fit list-none items-center text-signal hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11">
              How it is decided
            </summary>
            <p className="mt-1">
              <Said stored="total-loss">{totalLossInLine(loss)}</Said>
            </p>
            {short || asks ? null : <InsurerChoice estimate={report.estimate} />}
          </details>
        ) : null}
      </div>
      {loss?.basis === 'practice' && loss.verdict ? (
        <p className={clsx('mt-1 text-sm text-muted', saysPractice && 'max-sm:hidden')}>
          By insurers’ practice, not by the law.
        </p>
      ) : null}
      {short || !asks ? null : <InsurerChoice estimate={report.estimate} />}
    </section>
  );
}
