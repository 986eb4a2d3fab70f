import type { DealRowId } from '../../../contract/deal/deal-settings.ts';
import type { DealView } from '../../../contract/report-view/deal/deal-view.ts';

type AnswerProps = {
  view: DealView;
  /** Where a row that nobody knows is entered; null: the deal is to read only. */
  onMissing: ((id: DealRowId) => void) | null;
};

/** Verdict, highest bid and ceiling, why, and what to know before relying on them. */
export function Answer({ view, onMissing }: AnswerProps) {
  return (
    <div className="grid gap-3">
      <dl className="figures grid gap-x-8 gap-y-3 sm:grid-cols-3">
        <div>
          <dt className="text-sm text-muted">Verdict</dt>
          <dd className="text-2xl font-semibold">{view.verdict}</dd>
        </div>
        {view.figures.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-2xl font-semibold">{value}</dd>
            <dd className="text-sm text-muted">{note}</dd>
          </div>
        ))}
      </dl>
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
                    Enter {name.charAt(0).toLowerCase() + name.slice(1)}
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
        {view.ways.map(({ name, note, rows, sources }) => (
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
