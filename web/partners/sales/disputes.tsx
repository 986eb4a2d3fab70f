import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Dispute } from '../../../contract/partners/commission.ts';
import { disputeWords } from '../../../contract/partners/statement-words.ts';
import { disputesQuery, noteDispute } from '../../api/partners/sales.ts';
import { useWork } from '../../ui/act/use-work.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';

/** Lines this partner disputes, with what both sides wrote; nothing where there are none. */
export function Disputes() {
  const disputes = useQuery(disputesQuery()).data;
  if (disputes === undefined || disputes.length === 0) return null;
  return (
    <section aria-label="Disputes" className="mt-4">
      <h3 className="font-semibold">Disputes</h3>
      <ul className="mt-2 grid gap-3">
        {disputes.map((dispute) => (
          <OneDispute key={dispute.dispute_id} dispute={dispute} />
        ))}
      </ul>
    </section>
  );
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  const { dispute_id, entry_id, state, notes } = dispute;
  const { busy, fault, work } = useWork();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text') ?? '').trim();
    work(() => noteDispute(dispute_id, text).then(() => form.reset()));
  };
  return (
    <li className="rounded-lg border border-rule p-3 text-sm">
      <p className="font-medium">{disputeWords(dispute)}</p>
      <DisputeNotes notes={notes} own="partner" />
      {state === 'open' ? (
        <form noValidate className="mt-2 grid gap-2" onSubmit={submit}>
          <Field label={`Add a note on line ${entry_id}`} name="text" maxLength={2_000} autoComplete="off" />
          {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
          <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
            Send note
          </Button>
        </form>
      ) : null}
    </li>
  );
}

/** What both sides wrote, the oldest first. */
export const DisputeNotes = ({ notes, own }: { notes: Dispute['notes']; own: 'partner' | 'operator' }) => (
  <ul className="mt-1 grid gap-1">
    {notes.map(({ by, text, at }) => (
      <li key={at} className="whitespace-pre-line wrap-anywhere">
        <span className="text-muted">
          {by === own ? 'You' : by === 'partner' ? 'The partner' : 'LotLens'}, {shortDay(at)}:
        </span>{' '}
        {text}
      </li>
    ))}
  </ul>
);
