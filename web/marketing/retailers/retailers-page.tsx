import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../../account/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { AudiencePage } from '../audience-page.tsx';
import { SampleStatement } from './sample-statement.tsx';

const ApplicationForm = lazy(() =>
  import('../../partners/application-form.tsx').then(
    (loaded) => ({ default: loaded.ApplicationForm }),
    () => ({ default: () => <p>The form could not be loaded.</p> }),
  ),
);

const GETS: readonly (readonly [title: string, text: string])[] = [
  [
    'Your stock by OEM number',
    'Send your product feed as a file, or name an address and LotLens reads it each day: Google Merchant data or a Shopify export. Rows that can’t be taken are told with their number and the reason.',
  ],
  [
    'What buyers look for',
    'Your partner page counts which of your part numbers stood in reports finished this month.',
  ],
  [
    'Requests for quotes',
    'Buyers send you the parts they need. You quote by a link, without an account, and get their contact and a voucher once they accept.',
  ],
  [
    'A statement each month',
    'Leads, quotes, sales, returns and corrections, line by line, as PDF and CSV. You can dispute a line.',
  ],
];

/** For retailers: what joining brings and costs, a sample statement, and the application. */
export const RetailersPage = () => (
  <AudiencePage name="retailers">
    <Section title="What a partner gets">
      <dl className="mt-4 grid gap-6 md:grid-cols-2">
        {GETS.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
    <Section title="What it costs">
      <p className="mt-3 max-w-2xl">
        A commission only: a share of the net price of each sale that LotLens brought, or a sum for each lead.
        It is agreed with you before anything of yours is shown, and a new rate holds for what comes after it.
        There is no listing fee and no subscription; what is returned costs nothing.
      </p>
    </Section>
    <Section title="A sample statement">
      <p className="mt-3 max-w-2xl text-muted">
        Made-up company, sales and rate, reckoned as every statement is. Your own rate is agreed with you.
      </p>
      <SampleStatement />
    </Section>
    <Section title="Apply">
      <Apply />
    </Section>
  </AudiencePage>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-14">
      <h2 className="text-2xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The form comes when somebody wants it. */
function Apply() {
  const [open, setOpen] = useState(false);
  const session = useSession();
  return (
    <>
      <p className="mt-3 max-w-2xl">
        We look at each application and answer by mail. The{' '}
        <Link to="/partner-terms" className="underline hover:text-ink">
          partner terms
        </Link>{' '}
        say what both sides agree to.
      </p>
      {open ? (
        <Suspense fallback={<p className="mt-4 text-muted">Opening the form …</p>}>
          <ApplicationForm />
        </Suspense>
      ) : (
        <Button size="lg" className="mt-4" onClick={() => setOpen(true)}>
          Apply to join
        </Button>
      )}
      {session === null ? null : (
        <p className="mt-4">
          Already applied?{' '}
          <Link to="/partners" className="underline hover:text-ink">
            Open your partner page
          </Link>
        </p>
      )}
    </>
  );
}
