import { type ReactNode, useState } from 'react';
import { evidenceRows } from '../../../contract/report-view/grounds/evidence-rows.ts';
import { missingViews, sellerRequest } from '../../../contract/report-view/grounds/missing-views.ts';
import { type StandingAnswer, takenBack } from '../../../contract/report-view/grounds/part-answers.ts';
import { rangeEnds, widerWords } from '../../../contract/report-view/grounds/range-words.ts';
import { RISKS_WORDS, riskRows } from '../../../contract/report-view/grounds/risk-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { dollars, percent } from '../../ui/money.ts';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { Figure } from '../provenance/figure.tsx';
import { SellerRequest } from './seller-request.tsx';

/** So many pieces of evidence stand there at first. */
const SHOWN = 6;

/** What the estimate is made from and what each piece moved, why the range is as wide as it is, and what no photo shows. */
export function EvidenceAndRange({ report }: { report: ReportModel }) {
  const { estimate } = report;
  const evidence = evidenceRows(estimate);
  const ends = rangeEnds(estimate);
  const wider = widerWords(report);
  const risks = riskRows(estimate);
  const missing = missingViews(report);
  if (evidence.length + ends.length + risks.length + missing.length === 0 && wider === '') return null;
  return (
    <section aria-labelledby="evidence-title">
      <h2
        id="evidence-title"
        tabIndex={-1}
        className="border-b-2 border-ink pb-1 text-xl font-semibold outline-none"
      >
        Evidence and range
      </h2>
      <div className="divide-y divide-rule border-b border-rule">
        {evidence.length > 0 ? (
          <Fold title="What each piece of evidence moved" note={strongestWords(evidence)}>
            <Evidence rows={evidence} />
          </Fold>
        ) : null}
        {ends.length > 0 || wider !== '' ? (
          <Fold title="Why the range is this wide" note={wider}>
            {ends.map(({ end, label, amount, lead, reasons }) => (
              <div key={end} className="mt-2">
                <p className="text-muted">
                  {label}{' '}
                  <Figure of="total" className="inline-block min-h-6 text-ink">
                    {dollars(amount)}
                  </Figure>
                  , {lead}
                </p>
                <ul>
                  {reasons.map(({ line, name, effect }) => (
                    <li key={line} className="flex items-baseline justify-between gap-x-4">
                      <span className="min-w-0 wrap-anywhere">{name}</span>
                      <span className="figures whitespace-nowrap">
                        <Figure of={`end:${end}|${line}`}>{effect}</Figure>
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </Fold>
        ) : null}
        {missing.length > 0 ? (
          <Fold title="Photos to ask the seller for" note={missing.join('; ')}>
            <SellerRequest message={sellerRequest(report)} />
          </Fold>
        ) : null}
        {risks.length > 0 ? (
          <Fold
            title="Risks outside the estimate"
            note={risks.map(({ name, probability }) => `${name} ${percent(probability)}`).join(', ')}
          >
            <p className="mt-1 text-muted">{RISKS_WORDS}</p>
            <ul className="mt-1">
              {risks.map(({ kind, name, probability, from }) => (
                <li key={kind} className="flex items-baseline justify-between gap-x-4">
                  <span className="min-w-0">
                    {name} <span className="text-muted">({from})</span>
                  </span>
                  <span className="figures whitespace-nowrap">
                    <Figure of={`risk:${kind}`}>{percent(probability)}</Figure>
                  </span>
                </li>
              ))}
            </ul>
          </Fold>
        ) : null}
      </div>
    </section>
  );
}

type FoldProps = { title: string; note: string; children: ReactNode };

/** A question with its answer in short; the whole on request. */
function Fold({ title, note, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 py-1">
        <h3 className="font-medium text-signal">{title}</h3>
        <span className="figures min-w-0 text-muted">{note}</span>
      </summary>
      {open ? <div className="max-w-2xl pb-4">{children}</div> : null}
    </details>
  );
}

/** The piece that moved most. */
function strongestWords(rows: ReturnType<typeof evidenceRows>): string {
  const [most] = rows.toSorted((a, b) => Math.abs(b.moves) - Math.abs(a.moves));
  return most ? `${most.source} ${most.says}: ${most.effect}` : '';
}

function Evidence({ rows }: { rows: ReturnType<typeof evidenceRows> }) {
  const [all, setAll] = useState(false);
  const editing = useLineEditingContext();
  // What can be taken back is never folded away.
  const shown = rows.filter(({ answer }, at) => all || at < SHOWN || (answer && editing));
  const takeBack = async (answer: StandingAnswer): Promise<void> => {
    if (await editing?.edit([takenBack(answer)])) document.getElementById('evidence-title')?.focus();
  };
  return (
    <div>
      <table className="figures w-full text-sm">
        <caption className="mb-1 text-left text-muted">
          What each piece moved the likely repair by, all else the same
        </caption>
        <thead>
          <tr className="border-b-2 border-ink text-left">
            <th scope="col" className="py-2 pr-3 font-medium">
              Evidence
            </th>
            <th scope="col" className="py-2 pr-3 font-medium">
              Says
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Effect
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {shown.map(({ id, source, says, moves, effect, answer }) => (
            <tr key={id}>
              <th scope="row" className="py-2 pr-3 text-left font-normal text-muted">
                {source}
              </th>
              <td className="py-2 pr-3 wrap-anywhere">
                {says}
                {answer && editing ? (
                  <>
                    {' '}
                    <Button
                      look="text"
                      disabled={editing.busy}
                      aria-label={`Reset: ${says}`}
                      onClick={() => void takeBack(answer)}
                    >
                      Reset
                    </Button>
                  </>
                ) : null}
              </td>
              <td className="py-2 text-right whitespace-nowrap">
                {moves === 0 ? (
                  <span className="text-muted">{effect}</span>
                ) : (
                  <Figure of={`evidence:${id}`}>{effect}</Figure>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length || all ? (
        <Button look="text" className="mt-1" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      ) : null}
    </div>
  );
}
