import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUOTES_TITLE } from '../../../contract/partners/quotes/quote-words.ts';
import { reportQuotesQuery } from '../../api/partners/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { AskedRequest } from './asked-request.tsx';

const AskDialog = lazyDialog(async () => (await import('./ask-dialog.tsx')).AskDialog);

/** Quotes for the parts of a report: whom to ask, and what was answered. */
export function PartnerQuotes({ reportId }: { reportId: string }) {
  const quotes = useQuery(reportQuotesQuery(reportId)).data;
  const [asking, setAsking] = useState(false);
  if (quotes === undefined || quotes.parts.length === 0) return null;
  const { partners, requests } = quotes;
  return (
    <section aria-labelledby="quotes-title" className="min-w-0">
      <h2
        id="quotes-title"
        tabIndex={-1}
        className="border-b-2 border-ink pb-1 text-xl font-semibold outline-none"
      >
        {QUOTES_TITLE}
      </h2>
      {requests.map((request) => (
        <AskedRequest key={request.request_id} reportId={reportId} request={request} />
      ))}
      {partners.length === 0 ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="quiet" onClick={() => setAsking(true)}>
            Ask for a quote
          </Button>
          <p className="text-sm text-muted">
            {partners.length === 1 ? 'One partner sells' : `${partners.length} partners sell`} parts of this
            make. They see the car, the parts and the state to ship to; who you are only if you accept their
            quote.
          </p>
        </div>
      )}
      {asking ? <AskDialog reportId={reportId} quotes={quotes} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}
