import type { ReactNode } from 'react';
import type { OrderNote, PartnerQuote, QuoteRequest } from '../../../contract/partners/quotes/quote.ts';
import {
  partsOffered,
  QUOTE_STATE_WORDS,
  quoteLines,
} from '../../../contract/partners/quotes/quote-words.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { acceptQuote, withdrawRequest } from '../../api/partners/quotes.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { useWork } from '../../ui/act/use-work.ts';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { shortDay } from '../../ui/money.ts';

const ENDED: Readonly<Record<Exclude<QuoteRequest['state'], 'open'>, string>> = {
  accepted: 'a quote was accepted',
  withdrawn: 'withdrawn',
  expired: 'ended without a choice',
};

/** One request with its answers, the least total first. */
export function AskedRequest({ reportId, request }: { reportId: string; request: QuoteRequest }) {
  const { busy, fault, work: act } = useWork();
  const { state, parts, quotes } = request;
  const stands = state === 'open' ? `open until ${shortDay(request.expires_at)}` : ENDED[state];
  return (
    <section className="mt-3" aria-label={`Asked ${shortDay(request.asked_at)}`}>
      <h3 className="font-medium">
        Asked {shortDay(request.asked_at)}, {stands}
      </h3>
      <p className="text-sm text-muted">
        {parts.length === 1 ? 'One part' : `${parts.length} parts`}, to be shipped to {request.ship_to}
      </p>
      <ul className="mt-1 grid">
        {quotes.map((one) => (
          <li key={one.quote_id} className="grid gap-2 border-b border-rule py-2 text-sm">
            <Answer request={request} one={one}>
              {state === 'open' && one.state === 'quoted' ? (
                <AskingButton
                  name={`Accept the quote of ${one.partner}`}
                  question={`${one.partner} gets your contact, and both of you an order note. You order there yourself.`}
                  yes="Accept"
                  look="primary"
                  busy={busy}
                  onYes={() => act(() => acceptQuote(reportId, one.quote_id))}
                />
              ) : null}
            </Answer>
          </li>
        ))}
      </ul>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {state === 'open' ? (
        <div className="mt-2 grid justify-items-start">
          <AskingButton
            name="Withdraw this request"
            question="Partners that were asked are told that it has ended."
            yes="Withdraw"
            busy={busy}
            onYes={() => act(() => withdrawRequest(reportId, request.request_id))}
          />
        </div>
      ) : null}
    </section>
  );
}

type AnswerProps = { request: QuoteRequest; one: PartnerQuote; children: ReactNode };

function Answer({ request, one: { partner, state, quote, order }, children }: AnswerProps) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{partner}</span>
        <span className="figures">
          {quote === null ? (
            QUOTE_STATE_WORDS[state]
          ) : (
            <>
              {partsOffered(quote) < request.parts.length ? (
                <span className="text-muted">
                  {partsOffered(quote)} of {request.parts.length} parts{' '}
                </span>
              ) : null}
              {dollarsAndCents(quote.total)}
            </>
          )}
        </span>
      </p>
      {quote === null ? null : (
        <>
          <ul className="grid gap-0.5 text-muted">
            {quoteLines(request.parts, quote).map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
          {quote.note === '' ? null : <p className="wrap-anywhere">{quote.note}</p>}
          <p className="text-muted">
            {state === 'quoted' ? '' : `${QUOTE_STATE_WORDS[state]}. `}Holds until{' '}
            {shortDay(quote.valid_until)}.
          </p>
        </>
      )}
      {order === null ? null : <Order note={order} />}
      {children}
    </>
  );
}

const Order = ({ note: { voucher, seller } }: { note: OrderNote }) => (
  <div className="grid gap-1 rounded-md bg-ready-soft p-3">
    <p className="font-medium">
      Order note: name voucher <span className="figures select-all">{voucher}</span> when you order
    </p>
    <p className="wrap-anywhere">
      {[seller.company, seller.contact_name, seller.email, seller.phone, seller.website]
        .filter(Boolean)
        .join(', ')}
    </p>
  </div>
);
