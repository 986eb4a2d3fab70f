import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnQuotes } from '../../../contract/partners/quotes/quote.ts';
import { QUOTE_STATE_WORDS } from '../../../contract/partners/quotes/quote-words.ts';
import { usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import { ownQuotesQuery } from '../../api/partners/quotes.ts';
import { shortDay } from '../../ui/money.ts';
import { Waiting } from '../waiting.tsx';

/** What this partner was asked to quote for. */
export function QuotesSection() {
  const quotes = useQuery(ownQuotesQuery());
  return (
    <section aria-label="Requests for quotes">
      <h2 className="text-lg font-semibold">Requests for quotes</h2>
      {quotes.data === undefined ? (
        <Waiting error={quotes.error} />
      ) : quotes.data.quotes.length === 0 ? (
        <p className="mt-1 text-muted">
          Nobody has asked you for a quote yet. Each request also comes by mail.
        </p>
      ) : (
        <ul aria-label="Requests" className="mt-2 divide-y divide-rule border-y border-rule">
          {quotes.data.quotes.map((quote) => (
            <Asked key={quote.quote_id} quote={quote} />
          ))}
        </ul>
      )}
    </section>
  );
}

const Asked = ({ quote }: { quote: OwnQuotes['quotes'][number] }) => (
  <li className="grid gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
    <span className="min-w-0">
      <Link
        to="/quotes/$token"
        params={{ token: quote.path.slice('/quotes/'.length) }}
        className="inline-flex items-center font-medium text-signal wrap-anywhere pointer-coarse:min-h-11"
      >
        {quote.vehicle}
      </Link>
      <span className="block text-muted">
        {quote.parts === 1 ? 'One part' : `${quote.parts} parts`} to {quote.ship_to}, asked{' '}
        {shortDay(quote.asked_at)}
        {quote.voucher === null ? '' : `, voucher ${quote.voucher}`}
      </span>
    </span>
    <span className="figures sm:text-right">
      {quote.total === null ? '' : `${usDollarsAndCents(quote.total)} `}
      <span className="text-muted sm:block">{QUOTE_STATE_WORDS[quote.state]}</span>
    </span>
  </li>
);
