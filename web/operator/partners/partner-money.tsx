import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Dispute, PartnerFile, PartnerStatement } from '../../../contract/partners/commission.ts';
import {
  disputeWords,
  monthWords,
  STATEMENT_STATE_WORDS,
  statementCounts,
} from '../../../contract/partners/statement-words.ts';
import { usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import {
  correctEntry,
  markPaid,
  noteDisputeOf,
  settleDispute,
  statementOfQuery,
} from '../../api/operator/partner-money.ts';
import { DisputeNotes } from '../../partners/sales/disputes.tsx';
import { StatementLines } from '../../partners/sales/statements.tsx';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { typedNumber } from '../../ui/form/typed-number.ts';
import { Loaded, Part, useAct } from '../console/section-parts.tsx';

/** What a partner owes by month, corrections, payments and disputes. */
export function PartnerMoney({ file: { partner, statements, disputes } }: { file: PartnerFile }) {
  return (
    <>
      <Part title="Statements">
        <ul aria-label="Statements" className="mt-2 divide-y divide-rule border-y border-rule">
          {statements.map((month) => (
            <Month key={month.period} partnerId={partner.partner_id} month={month} />
          ))}
        </ul>
      </Part>
      {disputes.length === 0 ? null : (
        <Part title="Disputes">
          <ul aria-label="Disputes" className="mt-2 grid gap-3">
            {disputes.map((dispute) => (
              <OneDispute key={dispute.dispute_id} partnerId={partner.partner_id} dispute={dispute} />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Month({ partnerId, month }: { partnerId: string; month: PartnerStatement }) {
  const { period, state, commission, statement_id } = month;
  const [open, setOpen] = useState(false);
  const lines = useQuery({ ...statementOfQuery(partnerId, period), enabled: open });
  const { busy, outcome, act } = useAct();
  return (
    <li className="grid gap-2 py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="font-medium">{monthWords(period)}</span>{' '}
          <span className="text-muted">{STATEMENT_STATE_WORDS[state]}</span>
        </span>
        <span className="figures">{usDollarsAndCents(commission)}</span>
      </p>
      <p className="text-muted">
        {statementCounts(month)
          .slice(0, 5)
          .map(({ label, value }) => `${label} ${value}`)
          .join(', ')}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          Lines of {monthWords(period)}
        </Button>
        {state === 'issued' && statement_id !== null ? (
          <AskingButton
            name={`Mark ${monthWords(period)} as paid`}
            question={`${usDollarsAndCents(commission)} came in. This is an entry and can’t be taken back.`}
            yes="Mark as paid"
            look="primary"
            busy={busy}
            onYes={() =>
              act(async () => {
                await markPaid(statement_id);
                return 'Marked as paid.';
              })
            }
          />
        ) : null}
      </div>
      {outcome}
      {open ? (
        <Loaded of={lines}>
          {(file) => (
            <StatementLines
              file={file}
              reader="operator"
              after={(entryId) => <Correction entryId={entryId} />}
            />
          )}
        </Loaded>
      ) : null}
    </li>
  );
}

/** Sums with a sign, as they are typed: `-4.40`. */
const signed = (text: string): number => {
  const [, sign, rest = ''] = /^\s*([-−])?(.*)$/.exec(text) ?? [];
  return typedNumber(rest) * (sign === undefined ? 1 : -1);
};

function Correction({ entryId }: { entryId: number }) {
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const { busy, outcome, act } = useAct();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const correction = signed(String(data.get('correction') ?? ''));
    setFault(Number.isNaN(correction) || correction === 0 ? 'Please enter a sum like -4.40.' : undefined);
    if (Number.isNaN(correction) || correction === 0) return;
    act(async () => {
      await correctEntry(entryId, correction, String(data.get('text') ?? '').trim());
      setOpen(false);
      return 'Corrected by an entry of its own.';
    });
  };
  return (
    <div className="col-span-2 grid gap-2">
      {open ? (
        <form noValidate className="grid gap-2" onSubmit={submit}>
          <Field
            label="More (or, with a minus, less), $"
            name="correction"
            autoComplete="off"
            fault={fault}
          />
          <Field label="Why" name="text" maxLength={2_000} autoComplete="off" />
          <span className="flex gap-2">
            <Button type="submit" busy={busy}>
              Correct
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </span>
        </form>
      ) : (
        <Button look="text" className="justify-self-start" onClick={() => setOpen(true)}>
          Correct line {entryId}
        </Button>
      )}
      {outcome}
    </div>
  );
}

function OneDispute({ partnerId, dispute }: { partnerId: string; dispute: Dispute }) {
  const { dispute_id, entry_id, state, notes } = dispute;
  const [fault, setFault] = useState<string | undefined>();
  const { busy, outcome, act } = useAct();
  const settle = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = String(data.get('text') ?? '').trim();
    const typed = String(data.get('correction') ?? '').trim();
    const correction = typed === '' ? 0 : signed(typed);
    setFault(Number.isNaN(correction) ? 'Please enter a sum like -4.40, or nothing.' : undefined);
    if (Number.isNaN(correction)) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    act(async () => {
      if (submitter?.getAttribute('value') === 'note') {
        await noteDisputeOf(partnerId, dispute_id, text);
        return 'Noted.';
      }
      await settleDispute(dispute_id, correction, text);
      return 'Settled.';
    });
  };
  return (
    <li className="rounded-lg border border-rule p-3 text-sm">
      <p className="font-medium">{disputeWords(dispute)}</p>
      <DisputeNotes notes={notes} own="operator" />
      {state === 'open' ? (
        <form noValidate className="mt-2 grid gap-2" onSubmit={settle}>
          <Field label={`Note on line ${entry_id}`} name="text" maxLength={2_000} autoComplete="off" />
          <Field
            label="Correction, $ (none: nothing is due)"
            name="correction"
            autoComplete="off"
            fault={fault}
          />
          <span className="flex flex-wrap gap-2">
            <Button type="submit" busy={busy}>
              Settle
            </Button>
            <Button type="submit" value="note" look="quiet" busy={busy}>
              Only send the note
            </Button>
          </span>
        </form>
      ) : null}
      {outcome}
    </li>
  );
}
