import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Partner } from '../../contract/partners/partner.ts';
import { commissionWords } from '../../contract/partners/partner-words.ts';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { ApiError } from '../api/api-error.ts';
import { ownPartnerQuery } from '../api/partners/own-partner.ts';
import { withQueries } from '../api/query-client.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { shortDay } from '../ui/money.ts';
import { usePageTitle } from '../ui/use-page-title.ts';
import { ProfileSection } from './profile-section.tsx';
import { QuotesSection } from './quotes/quotes-section.tsx';
import { SalesSection } from './sales/sales-section.tsx';
import { StockSection } from './stock-section.tsx';

/** A retailer's own page: where its application stands, its profile and its stock. */
export const PartnersPage = withQueries(function PartnersPage() {
  usePageTitle('Partner · LotLens');
  useLeaveWithoutSession();
  const partner = useQuery(ownPartnerQuery());
  return (
    <AppFrame busy={false}>
      <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
        {partner.data === undefined ? (
          <NotShown error={partner.error} onAgain={() => void partner.refetch()} />
        ) : (
          <>
            <Standing partner={partner.data} />
            {partner.data.state === 'approved' || partner.data.state === 'paused' ? <Trade /> : null}
            {partner.data.state === 'closed' ? null : <ProfileSection partner={partner.data} />}
          </>
        )}
      </div>
    </AppFrame>
  );
});

const Trade = () => (
  <>
    <StockSection />
    <QuotesSection />
    <SalesSection />
  </>
);

const standingWords = ({ state, applied_at }: Partner): string =>
  ({
    applied: `You applied on ${shortDay(applied_at)}. We answer by mail.`,
    approved: 'You are a partner of LotLens.',
    declined: 'Your application was declined.',
    paused: 'Your partnership is paused: your offers are not shown for the time being.',
    closed: 'Your partnership has ended. What was entered until then stays on your statements.',
  })[state];

function Standing({ partner }: { partner: Partner }) {
  const { company, commission, decision_note, terms_dated } = partner;
  return (
    <section aria-label="Partnership">
      <h1 className="text-xl font-semibold wrap-anywhere">{company}</h1>
      <p className="mt-1">{standingWords(partner)}</p>
      {commission === null ? null : <p className="mt-1">Commission: {commissionWords(commission)}.</p>}
      {decision_note === null ? null : (
        <p className="mt-2 rounded-md bg-sunken p-3 wrap-anywhere">{decision_note}</p>
      )}
      <p className="mt-2 text-sm text-muted">
        You accepted the{' '}
        <Link to="/partner-terms" className="underline hover:text-ink">
          partner terms
        </Link>{' '}
        of {shortDay(`${terms_dated}T12:00:00Z`)}.
      </p>
    </section>
  );
}

/** To whom this is no page it is said how to join; whatever else went wrong may go right the next time. */
function NotShown({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  if (error === null)
    return (
      <p className="flex items-center gap-2 py-10 text-muted" role="status">
        <Spinner /> Loading
      </p>
    );
  const none = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-10">
      <h1 className="text-xl font-semibold">
        {none ? 'This page is for retailers of the partner network' : 'This page could not be loaded'}
      </h1>
      <p>
        {none
          ? 'Your account belongs to no partner. Retailers who sell parts can apply to join with this account.'
          : error.message}
      </p>
      {none ? (
        <Link to="/for-retailers" className={buttonLook('quiet')}>
          How to join
        </Link>
      ) : (
        <Button look="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
