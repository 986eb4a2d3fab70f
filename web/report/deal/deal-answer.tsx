import type { DealRowId } from '../../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import type { DealView, PullView } from '../../../contract/report-view/deal/deal-view.ts';
import { inSentence } from '../../../contract/report-view/words/in-sentence.ts';
import { Stat, StatRow } from '../../ui/figures/stat.tsx';
import { VerdictChip } from '../../ui/figures/verdict-chip.tsx';

type AnswerProps = {
  view: DealView;
  verdict: DealSheet['verdict'];
  /** Where a row that nobody knows is entered; null: the deal is to read only. */
  onMissing: ((id: DealRowId) => void) | null;
};

/** What to bid and why, what the lot sells for, and what to know before relying on it. */
export function Answer({ view, verdict, onMissing }: AnswerProps) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <VerdictChip kind={verdict ?? 'open'} words={view.verdict} size={32} />
        <p className="figures text-2xl font-semibold" aria-live="polite">
          {view.headline}
          {view.in_own_money === null ? null : (
            <span className="block text-sm font-normal text-muted">{view.in_own_money}</span>
          )}
        </p>
      </div>
      <p className="figures max-w-prose">{view.detail}</p>
      <StatRow>
        {view.figures.map(({ label, value, note }) => (
          <Stat key={label} label={label} note={note}>
            {value}
          </Stat>
        ))}
      </StatRow>
      {view.price === null ? null : <p className="figures text-sm text-muted">{view.price}.</p>}
      {view.reasons.length === 0 ? null : (
        <div className="text-sm">
          <h3 className="font-medium">Why</h3>
          <ol className="list-decimal pl-5">
            {view.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        </div>
      )}
      {view.cautions.length === 0 ? null : (
        <div className="grid gap-1 rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
          {view.cautions.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {onMissing === null ? null : (
            <ul className="flex flex-wrap gap-x-4">
              {view.missing.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="min-h-8 underline underline-offset-4 pointer-coarse:min-h-11"
                    onClick={() => onMissing(id)}
                  >
                    Enter {inSentence(name)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

/** What it rests on: red flags, the ways to sell it, and how the verdict is decided. */
export function DealGrounds({ view }: { view: DealView }) {
  return (
    <>
      <PageCosts view={view} />
      <Changes view={view} />
      <Flags view={view} />
      <Ways view={view} />
      <details className="text-sm text-muted">
        <summary className="min-h-8 w-fit text-signal">How the verdict is decided</summary>
        <ul className="list-disc pl-5">
          {view.thresholds.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The calculator of the lot's own page beside ours. */
function PageCosts({ view: { page } }: { view: DealView }) {
  if (page.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">The page’s own calculator</h3>
      <table className="figures mt-1 w-full">
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="py-1 font-normal">
              Cost
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              The page
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Ours
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-y border-rule">
          {page.map(({ name, theirs, ours }) => (
            <tr key={name}>
              <th scope="row" className="py-1 pr-4 text-left font-normal">
                {name}
              </th>
              <td className="py-1 pr-4 text-right">{theirs}</td>
              <td className="py-1 text-right">{ours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What changed of the lot since the report, the newest first. */
function Changes({ view: { changes } }: { view: DealView }) {
  if (changes.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">What changed since the report</h3>
      <ol className="figures mt-1 divide-y divide-rule border-y border-rule">
        {changes.map((words) => (
          <li key={words} className="py-1">
            {words}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What to beware of, each with what it costs or forbids. */
function Flags({ view }: { view: DealView }) {
  if (view.flags.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">Red flags</h3>
      <ul className="mt-1 divide-y divide-rule border-y border-rule">
        {view.flags.map(({ name, effects }) => (
          <li key={name} className="flex flex-wrap gap-x-4 py-2">
            <span className="mr-auto font-medium text-warn">{name}</span>
            <span className="text-muted">{effects.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Taking it apart beside rebuilding it. */
function Ways({ view }: { view: DealView }) {
  if (view.ways.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">Rebuild or part out</h3>
      <div className="mt-1 grid gap-6 sm:grid-cols-2">
        {view.ways.map(({ name, note, rows, pull, sources }) => (
          <div key={name} className="min-w-0">
            <h4>{name}</h4>
            <p className="text-muted">{note}</p>
            <dl className="figures mt-1 divide-y divide-rule border-y border-rule">
              {rows.map(({ label, amount }) => (
                <div key={label} className="flex justify-between gap-4 py-1 last:font-semibold">
                  <dt>{label}</dt>
                  <dd>{amount}</dd>
                </div>
              ))}
            </dl>
            {pull === null ? null : <WhatToPull pull={pull} />}
            {sources.length === 0 ? null : (
              <details className="mt-1 text-muted">
                <summary className="min-h-8 w-fit text-signal">Where these figures come from</summary>
                <ul className="list-disc wrap-anywhere pl-5">
                  {sources.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The parts to take off, what brings most first. */
function WhatToPull({ pull: { note, parts, rest } }: { pull: PullView }) {
  return (
    <details className="mt-1" open>
      <summary className="min-h-8 w-fit text-signal pointer-coarse:min-h-11">What to pull</summary>
      <ul className="figures divide-y divide-rule border-y border-rule">
        {parts.map(({ name, undamaged, used, brings }) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1">
            <span>{name}</span>
            <span>{brings}</span>
            <span className="col-span-2 text-xs text-muted">
              {used} · {undamaged} chance undamaged
            </span>
          </li>
        ))}
      </ul>
      <dl className="figures divide-y divide-rule">
        {rest.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4 py-1">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-xs text-muted">{note}</p>
    </details>
  );
}
