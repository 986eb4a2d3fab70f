import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuotaOffer } from '../../contract/api/quota/quota-answers.ts';
import type { Plan } from '../../contract/plans/plan.ts';
import { planWords, reportsWords } from '../../contract/plans/plan-words.ts';
import { messageOf } from '../api/api-error.ts';
import { withQueries } from '../api/query-client.ts';
import { quotaQuery } from '../api/reports/report-list.ts';
import { useQuota } from '../report-list/use-reports.ts';
import { Button, Spinner } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { AskForm } from './ask-form.tsx';
import { goToBilling, goToCheckout, offerQuery } from './quota-offer.ts';

/** Reports that were paid for come within seconds: so often, and so long, they are looked for. */
const AGAIN_MS = 2_000;
const MOST_TIMES = 60;

type Props = {
  onClose: () => void;
  /** The payment page leads here: reports are on their way. */
  bought?: boolean;
};

/** What the free trial was, and how to get more reports: bought, or asked for. */
export const QuotaDialog = withQueries(function QuotaDialog({ onClose, bought = false }: Props) {
  const offer = useQuery(offerQuery());
  return (
    <Dialog title="More reports" onClose={onClose}>
      {bought ? <Bought /> : null}
      {offer.isError ? (
        <div className="grid gap-3" role="alert">
          <p>{offer.error.message}</p>
          <Button look="quiet" onClick={() => void offer.refetch()}>
            Try again
          </Button>
        </div>
      ) : offer.data === undefined ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner /> Loading
        </p>
      ) : (
        <Offer offer={offer.data} />
      )}
    </Dialog>
  );
});

/** Says that a payment arrives; the balance follows. */
function Bought() {
  useQuery({
    ...quotaQuery,
    refetchInterval: ({ state }) => (state.dataUpdateCount > MOST_TIMES ? false : AGAIN_MS),
  });
  return (
    <div className="mb-4">
      <FormMessage kind="done">
        Thank you. Your reports are added once Stripe confirms the payment, usually within seconds.
      </FormMessage>
    </div>
  );
}

function Offer({ offer }: { offer: QuotaOffer }) {
  const left = useQuota()?.available_reports ?? null;
  const { free_reports, plans, checkout, running } = offer;
  return (
    <div className="grid gap-4 text-sm">
      <p>
        {left === null ? null : (
          <span className="font-medium">
            Reports left: <span className="figures">{left}</span>.{' '}
          </span>
        )}
        The free trial is {reportsWords(free_reports)}, once. A report that fails is given back; finished
        reports stay yours.
      </p>
      {running === null ? null : <Running reports={running.reports} checkout={checkout} />}
      {checkout ? <Plans plans={plans} /> : <PlansToAskFor plans={plans} asked={offer.request !== null} />}
      {checkout ? null : <AskForm request={offer.request} />}
    </div>
  );
}

/** What there is where nothing is paid for online. */
function PlansToAskFor({ plans, asked }: { plans: readonly Plan[]; asked: boolean }) {
  return (
    <>
      {plans.length === 0 ? null : (
        <ul className="list-inside list-disc">
          {plans.map((plan) => (
            <li key={plan.id}>{planWords(plan)}</li>
          ))}
        </ul>
      )}
      {asked ? null : (
        <p>
          {plans.length === 0 ? 'No plan is on sale here.' : 'Nothing is charged online.'} Ask for more: you
          get an email when they are added.
        </p>
      )}
    </>
  );
}

/** Sends once; what goes wrong is said below. */
function useSending() {
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const send = async (what: string, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
      setBusy(null);
    }
  };
  return { busy, fault, send };
}

function Plans({ plans }: { plans: readonly Plan[] }) {
  const { busy, fault, send } = useSending();
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-rule border-y border-rule">
        {plans.map((plan) => (
          <li key={plan.id} className="flex items-center justify-between gap-3 py-2">
            <span>
              <span className="font-medium">{plan.name}</span>
              <span className="block text-muted">{planWords(plan)}</span>
            </span>
            <Button
              busy={busy === plan.id}
              disabled={busy !== null && busy !== plan.id}
              aria-label={`Buy ${plan.name}`}
              onClick={() => void send(plan.id, () => goToCheckout(plan.id))}
            >
              Buy
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-muted">You pay at Stripe. We never see your card.</p>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
    </div>
  );
}

function Running({ reports, checkout }: { reports: number; checkout: boolean }) {
  const { busy, fault, send } = useSending();
  return (
    <div className="grid gap-2">
      <p>Your plan brings {reportsWords(reports)} a month.</p>
      {checkout ? (
        <Button look="quiet" busy={busy !== null} onClick={() => void send('billing', goToBilling)}>
          Change or cancel it
        </Button>
      ) : null}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
    </div>
  );
}
