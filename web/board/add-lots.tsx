import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { type BatchAnswer, type BatchRequest, MOST_BATCH_LOTS } from '../../contract/board/board-lots.ts';
import { counted } from '../../contract/report-view/words/sentence.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { rereadBoard, startBatch } from '../api/reports/board.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { inputLook } from '../ui/form/field.tsx';
import { notify } from '../ui/notices.tsx';

type Lots = BatchRequest['lots'];
/** What was given, and what it would take. */
type Plan = { lots: Lots; answer: BatchAnswer; left: readonly string[] };

/** What reads lots comes once there is something to read. */
const reading = () =>
  import('./lots-given.ts').catch(() => {
    throw new ApiError(0, null);
  });

/** Links or numbers, one a line, or a CSV: asked about once for all, started once that is confirmed. */
export function AddLots() {
  const id = useId();
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  const work = async (what: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    try {
      await what();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const ask = async (all: Lots): Promise<void> => {
    if (all.length === 0) return setFault('Paste the links of lots, one a line.');
    const lots = all.slice(0, MOST_BATCH_LOTS);
    const left = all.slice(MOST_BATCH_LOTS).map(({ link }) => link);
    setPlan({ lots, left, answer: await startBatch({ lots }) });
  };
  const askOfText = async (typed: string): Promise<void> => ask((await reading()).lotsOfText(typed));
  const askOfFile = async (given: File): Promise<void> => {
    const lots = await (await reading()).lotsOfFile(given);
    if (typeof lots === 'string') return setFault(lots);
    await ask(lots);
  };
  const start = async ({ lots, left }: Plan): Promise<void> => {
    const { entries } = await startBatch({ lots, confirm: true });
    const started = entries.filter(({ state }) => state === 'start').length;
    const waits = entries.filter(({ state }) => state === 'no_reports').length;
    notify({
      kind: 'done',
      title: `${counted(started, 'lot', 'lots')} will be started one after the other`,
      ...(waits === 0 ? {} : { text: `${counted(waits, 'lot waits', 'lots wait')}: no reports left.` }),
    });
    setText(left.join('\n'));
    setPlan(null);
    await rereadBoard();
  };
  const drop = (event: DragEvent): void => {
    const [given] = event.dataTransfer.files;
    if (given === undefined) return;
    event.preventDefault();
    void work(() => askOfFile(given));
  };

  return (
    <section aria-labelledby={`${id}-title`} className="mb-5 rounded-lg border border-rule bg-sheet p-4">
      <h2 id={`${id}-title`} className="font-semibold">
        Add lots
      </h2>
      <form
        className="mt-2 grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void work(() => askOfText(text));
        }}
      >
        <label htmlFor={`${id}-lots`} className="text-sm text-muted">
          Up to {MOST_BATCH_LOTS} links or numbers (“Copart 12345678”, “1-12345678”), one a line, or a CSV
          file dropped here
        </label>
        <textarea
          id={`${id}-lots`}
          rows={4}
          className={`${inputLook} py-2`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPlan(null);
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        />
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        {plan === null ? (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={busy}>
              Check lots
            </Button>
            <Button look="quiet" onClick={() => file.current?.click()}>
              Choose a CSV file
            </Button>
            <input
              ref={file}
              type="file"
              accept=".csv,text/csv,text/plain"
              aria-label="CSV file of lots"
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                const [given] = event.target.files ?? [];
                event.target.value = '';
                if (given !== undefined) void work(() => askOfFile(given));
              }}
            />
          </div>
        ) : (
          <PlanView
            plan={plan}
            busy={busy}
            onStart={() => void work(() => start(plan))}
            onBack={() => setPlan(null)}
          />
        )}
      </form>
    </section>
  );
}

type PlanProps = { plan: Plan; busy: boolean; onStart: () => void; onBack: () => void };

/** What the lots would take, before anything is started. */
function PlanView({ plan: { answer, left }, busy, onStart, onBack }: PlanProps) {
  const { entries, reports, available } = answer;
  const starts = Math.min(reports, available);
  const waits = reports - starts;
  const others = entries.filter(({ state }) => state !== 'start' && state !== 'no_reports');
  return (
    <div className="grid gap-3" role="status">
      <p>
        {reports === 0
          ? 'None of these lots needs a report.'
          : `${counted(reports, 'lot takes a report', 'lots take a report each')}; you have ${counted(available, 'report', 'reports')} left.`}
        {waits === 0 ? '' : ` ${counted(waits, 'lot stays', 'lots stay')} on the board without one.`}
        {left.length === 0
          ? ''
          : ` ${counted(left.length, 'more lot stays', 'more lots stay')} in the field for the next time.`}
      </p>
      {others.length === 0 ? null : (
        <details className="text-sm" open={others.length <= 3}>
          <summary className="min-h-6 cursor-pointer pointer-coarse:min-h-11">
            {counted(others.length, 'line is', 'lines are')} left out
          </summary>
          <ul className="mt-1 grid gap-1">
            {others.map(({ row, listed, state, reason }) => (
              <li key={row} className="wrap-anywhere text-muted">
                {row}. {listed}:{' '}
                {reason ?? (state === 'known' ? 'it has a report.' : 'it is about to start already.')}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        {reports === 0 ? null : (
          <Button busy={busy} onClick={onStart}>
            {starts === 0 ? 'Put them on the board' : `Start ${counted(starts, 'report', 'reports')}`}
          </Button>
        )}
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
