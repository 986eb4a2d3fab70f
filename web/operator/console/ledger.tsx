import type { OperatorUser } from '../../../contract/api/operator/console-answers.ts';
import { MOVE_WORDS } from '../../../contract/operator/console-words.ts';
import { Rows, timeOf } from './section-parts.tsx';

const signed = (amount: number): string => (amount > 0 ? `+${amount}` : String(amount).replace('-', '−'));

/** Entries of the quota ledger. */
export function Ledger({ moves }: { moves: OperatorUser['ledger'] }) {
  if (moves.length === 0) return <p className="mt-1 text-muted">No entry.</p>;
  return (
    <Rows label="Ledger">
      {moves.map((move) => (
        <li
          key={`${move.created_at} ${move.kind} ${move.report_id}`}
          className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 py-2 text-sm sm:grid-cols-[3rem_minmax(0,1fr)_auto]"
        >
          <span className="figures text-right font-medium">{signed(move.amount)}</span>
          <span className="wrap-anywhere">
            {MOVE_WORDS[move.kind]}
            {move.reason === '' ? '' : `: ${move.reason}`}
          </span>
          <span className="text-muted max-sm:col-start-2">{timeOf(move.created_at)}</span>
        </li>
      ))}
    </Rows>
  );
}
