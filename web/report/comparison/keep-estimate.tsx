import { useState } from 'react';
import type { SentEstimate } from '../../../contract/estimate-exchange/sent-estimate.ts';
import { messageOf } from '../../api/api-error.ts';
import { keepEstimate } from '../../api/profile.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { keptWords } from './comparison-words.ts';

type Props = { files: SentEstimate['files']; onRecalculate: () => void };

/** Keeps the numbers and prices of an estimate for the account's own reports; only when its user presses. */
export function KeepEstimate({ files, onRecalculate }: Props) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const keep = async (): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ kind: 'done', text: keptWords(await keepEstimate(files)) });
      await queryClient.invalidateQueries({ queryKey: ['kept-estimates'] });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="grid justify-items-start gap-2">
      {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
      {outcome?.kind === 'done' ? (
        <Button look="quiet" onClick={onRecalculate}>
          Recalculate this report
        </Button>
      ) : (
        <Button look="quiet" busy={busy} onClick={() => void keep()}>
          Keep its numbers and prices
        </Button>
      )}
      <p className="text-sm text-muted">
        Reports of yours that are made or recalculated from then on have them: for this VIN as the car’s own,
        for the same make, model and year as seen on a similar car. Nobody else’s have. You can remove them
        under Account Settings.
      </p>
    </section>
  );
}
