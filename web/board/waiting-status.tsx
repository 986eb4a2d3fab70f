import { useContext, useState } from 'react';
import { readAuctionLink } from '../../contract/auction-link.ts';
import type { WaitingLot } from '../../contract/board/board-lots.ts';
import { messageOf } from '../api/api-error.ts';
import { removeWaitingLots, rereadBoard, startBatch } from '../api/reports/board.ts';
import { notify } from '../ui/notices.tsx';
import { HandOverContext } from './hand-over-context.ts';

const WORDS: Record<WaitingLot['state'], string> = {
  queued: 'Its turn comes',
  no_reports: 'Not started: no reports left',
  refused: 'Could not be read',
};

const action =
  'min-h-6 whitespace-nowrap text-signal underline-offset-4 hover:underline disabled:opacity-50 pointer-coarse:min-h-8';

/** Why a lot has no report yet, and what can be done about it. */
export function WaitingStatus({ lot }: { lot: WaitingLot }) {
  const [busy, setBusy] = useState(false);
  const handOver = useContext(HandOverContext);
  const act = async (title: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await rereadBoard();
    } catch (error) {
      notify({ kind: 'error', title, text: messageOf(error, 'An API error occurred.') });
    } finally {
      setBusy(false);
    }
  };
  const reading = readAuctionLink(lot.listed);
  const again = { link: lot.listed, ...(lot.lot_key === null ? {} : { lot_key: lot.lot_key }) };
  return (
    <>
      <span className="block truncate" title={lot.reason ?? undefined}>
        {WORDS[lot.state]}
        {lot.state === 'refused' && lot.reason !== null ? (
          <span className="text-muted">: {lot.reason}</span>
        ) : null}
      </span>
      <span className="flex items-center gap-3">
        {lot.state === 'queued' ? null : (
          <button
            type="button"
            className={action}
            disabled={busy}
            onClick={() =>
              void act('The lot could not be started', () => startBatch({ lots: [again], confirm: true }))
            }
          >
            Try again<span className="sr-only"> {lot.listed}</span>
          </button>
        )}
        {lot.state === 'refused' && reading.ok ? (
          <button
            type="button"
            className={action}
            aria-haspopup="dialog"
            onClick={() => handOver(reading.link.canonicalUrl)}
          >
            Use its page<span className="sr-only"> {lot.listed}</span>
          </button>
        ) : null}
        <button
          type="button"
          className={action}
          disabled={busy}
          onClick={() => void act('The lot could not be taken off', () => removeWaitingLots([lot.id]))}
        >
          Take off<span className="sr-only"> {lot.listed}</span>
        </button>
      </span>
    </>
  );
}
