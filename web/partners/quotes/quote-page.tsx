import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { AnswerQuote, AskedQuote, OrderNote } from '../../../contract/partners/quotes/quote.ts';
import {
  askedPartWords,
  QUOTE_STATE_WORDS,
  quoteLines,
} from '../../../contract/partners/quotes/quote-words.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { answerQuote, askedQuoteQuery } from '../../api/partners/quotes.ts';
import { withQueries } from '../../api/query-client.ts';
import { MarketingFrame } from '../../layout/marketing-frame.tsx';
import { useWork } from '../../ui/act/use-work.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { typedNumber } from '../../ui/form/typed-number.ts';
import { shortDay } from '../../ui/money.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** What a partner is asked for, and its answer: by the link of its mail, without an account. */
export const QuotePage = withQueries(function QuotePage() {
  const { token } = useParams({ from: '/quotes/$token' });
  const asked = useQuery(askedQuoteQuery(token));
  usePageTitle(`${asked.data?.vehicle ?? 'Request for a quote'} · LotLens`);
  return (
    <MarketingFrame>
      <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-10 sm:px-6">
        {asked.data === undefined ? (
          asked.isError ? (
            <div role="alert" className="grid gap-3">
              <h1 className="text-2xl font-semibold">This request can’t be shown</h1>
              <p>{asked.error.message}</p>
            </div>
          ) : (
            <p className="flex items-center gap-2 text-muted" role="status">
              <Spinner /> Loading
            </p>
          )
        ) : (
          <Asked token={token} asked={asked.data} />
        )}
      </div>
    </MarketingFrame>
  );
});

const isOpen = ({ state, expires_at }: AskedQuote): boolean =>
  (state === 'asked' || state === 'quoted' || state === 'declined') && Date.parse(expires_at) > Date.now();

function Asked({ token, asked }: { token: string; asked: AskedQuote }) {
  const { company, vehicle, ship_to, parts, quote, order, state } = asked;
  return (
    <>
      <header>
        <h1 className="text-2xl font-semibold wrap-anywhere">Request for a quote: {vehicle}</h1>
        <p className="mt-1 text-muted">
          To {company}, {shortDay(asked.asked_at)}. Ship to {ship_to}. Open until {shortDay(asked.expires_at)}
          .
        </p>
      </header>
      {order === null ? null : <Order note={order} />}
      {quote === null ? null : (
        <section aria-label="Your quote">
          <h2 className="text-lg font-semibold">
            Your quote: <span className="figures">{dollarsAndCents(quote.total)}</span>
          </h2>
          <p className="text-sm text-muted">
            {QUOTE_STATE_WORDS[state]}. Holds until {shortDay(quote.valid_until)}.
          </p>
          <ul className="mt-2 grid gap-0.5 text-sm">
            {quoteLines(parts, quote).map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOpen(asked) ? (
        <AnswerForm key={quote?.valid_until ?? state} token={token} asked={asked} />
      ) : quote === null ? (
        <section aria-label="Parts">
          <p className="font-medium">This request has ended.</p>
          <ul className="mt-2 grid gap-0.5 text-sm">
            {quoteLines(parts, null).map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const Order = ({ note: { voucher, buyer } }: { note: OrderNote }) => (
  <section aria-label="Order note" className="grid gap-1 rounded-lg bg-ready-soft p-4">
    <h2 className="font-semibold">Your quote was accepted</h2>
    <p>
      Voucher <span className="figures select-all">{voucher}</span>
    </p>
    <p className="wrap-anywhere">
      Buyer: {[buyer.name, buyer.email, buyer.phone].filter(Boolean).join(', ')}
    </p>
    <p className="text-sm text-muted">
      The buyer will order from you. Report the sale with this voucher so it shows on your statement.
    </p>
  </section>
);

/** What was typed, as it is sent; the sentence that says what is wrong. */
function readAnswer(data: FormData, count: number): AnswerQuote | string {
  const typed = (name: string): string => String(data.get(name) ?? '').trim();
  const parts = Array.from({ length: count }, (_, index) => {
    const price = typed(`price-${index}`);
    const days = typed(`days-${index}`);
    return price === ''
      ? null
      : {
          price: typedNumber(price),
          condition: typed(`condition-${index}`) as 'new' | 'refurbished' | 'used',
          availability: typed(`availability-${index}`) as 'in_stock' | 'preorder' | 'backorder',
          lead_time_days: days === '' ? 0 : typedNumber(days),
        };
  });
  const shipping = typed('shipping');
  const figures = parts.flatMap((part) => (part === null ? [] : [part.price, part.lead_time_days]));
  const shipped = shipping === '' ? 0 : typedNumber(shipping);
  const valid = typedNumber(typed('valid'));
  if (figures.length === 0) return 'Please price at least one part, or decline.';
  if ([...figures, shipped, valid].some(Number.isNaN)) return 'Please enter figures like 120.50.';
  return { answer: 'quote', parts, shipping: shipped, valid_days: valid, note: typed('note') };
}

function AnswerForm({ token, asked: { parts, quote, state } }: { token: string; asked: AskedQuote }) {
  const { busy, fault, setFault, work } = useWork();
  const send = (answer: AnswerQuote): void => work(() => answerQuote(token, answer));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const answer = readAnswer(new FormData(event.currentTarget), parts.length);
    if (typeof answer === 'string') setFault(answer);
    else send(answer);
  };
  return (
    <form noValidate aria-label="Quote" className="grid gap-5" onSubmit={submit}>
      {state === 'declined' ? (
        <FormMessage kind="info">You declined. You can still quote until the request ends.</FormMessage>
      ) : null}
      {parts.map((part, index) => {
        const given = quote?.parts[index];
        return (
          <fieldset key={`${part.line_id} ${part.side}`} className="min-w-0 border-t border-rule pt-3">
            <legend className="font-medium wrap-anywhere">{askedPartWords(part)}</legend>
            <div className="mt-2 grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
              <Field
                label="Price of one, $"
                name={`price-${index}`}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={given?.price.toFixed(2) ?? ''}
              />
              <SelectField
                label="Condition"
                name={`condition-${index}`}
                of={{ new: 'New', refurbished: 'Refurbished', used: 'Used' }}
                defaultValue={given?.condition ?? 'new'}
              />
              <SelectField
                label="Availability"
                name={`availability-${index}`}
                of={{ in_stock: 'In stock', backorder: 'On backorder', preorder: 'To be preordered' }}
                defaultValue={given?.availability ?? 'in_stock'}
              />
              <Field
                label="Days until sent"
                name={`days-${index}`}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={given?.lead_time_days ?? ''}
              />
            </div>
          </fieldset>
        );
      })}
      <p className="text-sm text-muted">Leave a price empty for what you don’t offer.</p>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        <Field
          label="Shipping of all, $"
          name="shipping"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={quote?.shipping.toFixed(2) ?? ''}
        />
        <Field label="Days it holds" name="valid" inputMode="numeric" autoComplete="off" defaultValue="7" />
      </div>
      <Field
        label="Note (optional)"
        name="note"
        maxLength={500}
        autoComplete="off"
        defaultValue={quote?.note ?? ''}
      />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="lg" busy={busy}>
          {quote === null ? 'Send quote' : 'Send this quote in its place'}
        </Button>
        {state === 'declined' ? null : (
          <Button look="quiet" size="lg" busy={busy} onClick={() => send({ answer: 'decline' })}>
            Decline
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        Prices in US dollars, without tax. If your quote is accepted you get the buyer’s contact and a
        voucher; your commission to LotLens is as agreed.
      </p>
    </form>
  );
}
