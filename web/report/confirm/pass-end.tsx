import { useEffect, useRef } from 'react';
import { effectWords } from '../../../contract/report-view/grounds/evidence-rows.ts';
import { narrowerWords } from '../../../contract/report-view/grounds/range-words.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { dollars } from '../../ui/money.ts';
import { NotSaved } from './question-panel.tsx';
import type { Pass } from './use-pass.ts';

type Props = { pass: Pass; report: ReportModel; before: Estimate; onClose: () => void };

/** What was answered, what it moved, and what is left to ask. */
export function PassEnd({ pass, report: { estimate }, before, onClose }: Props) {
  const { said, left, open } = pass;
  const narrower = narrowerWords(before.total, estimate.total);
  const sending = said.filter(({ state }) => state === 'sending').length;
  const back = useRef<HTMLDivElement>(null);
  useEffect(() => back.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <h2 className="text-xl font-semibold">
        {said.length === 0 ? 'Nothing answered' : `${said.length} answered`}
        {left > 0 ? `, ${left} left` : ''}
      </h2>
      <table className="figures w-full text-sm">
        <caption className="sr-only">What the answers moved</caption>
        <thead className="text-right text-muted">
          <tr>
            <td />
            <th className="font-normal">Before</th>
            <th className="font-normal">Now</th>
            <th className="font-normal">Change</th>
          </tr>
        </thead>
        <tbody>
          <Moved name="Likely" before={before.total.likely} now={estimate.total.likely} />
          <Moved name="Low" before={before.total.low} now={estimate.total.low} />
          <Moved name="High" before={before.total.high} now={estimate.total.high} />
          {before.outcome && estimate.outcome ? (
            <Moved
              name="Estimate total"
              before={before.outcome.as_written}
              now={estimate.outcome.as_written}
            />
          ) : null}
        </tbody>
      </table>
      {narrower === '' ? null : <p className="figures text-sm">{narrower}</p>}
      <NotSaved pass={pass} />
      {sending > 0 ? <p className="text-sm text-muted">Saving {sending} …</p> : null}
      <ul className="min-h-0 divide-y divide-rule overflow-y-auto border-y border-rule text-sm">
        {said.map(({ id, name, says }) => (
          <li key={id} className="flex justify-between gap-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-right text-muted">{says}</span>
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <p className="text-sm text-muted">
          Still unknown: {open.slice(0, NAMED).join(', ')}
          {open.length > NAMED ? ` and ${open.length - NAMED} more` : ''}.
        </p>
      ) : null}
      <div ref={back} className="flex flex-wrap gap-2">
        <Button onClick={onClose}>Back to the report</Button>
        {left > 0 ? (
          <Button look="quiet" onClick={pass.goOn}>
            Continue
          </Button>
        ) : null}
        {said.length > 0 ? (
          <Button look="quiet" onClick={pass.undo}>
            Undo
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** So many parts that are still unknown are named. */
const NAMED = 6;

const Moved = ({ name, before, now }: { name: string; before: number; now: number }) => (
  <tr className="text-right">
    <th scope="row" className="text-left font-normal text-muted">
      {name}
    </th>
    <td>{dollars(before)}</td>
    <td className="font-semibold">{dollars(now)}</td>
    <td>{effectWords(now - before)}</td>
  </tr>
);
