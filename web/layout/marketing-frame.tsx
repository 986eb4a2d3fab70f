import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { HOME_SECTIONS } from '../../contract/home-sections.ts';
import { useSession } from '../account/use-session.ts';
import { useSiteInfo } from '../api/site-info.ts';
import { buttonLook } from '../ui/button.tsx';
import { Lens } from '../ui/lens.tsx';

const AUDIENCE_PAGES = ['/for-repairs', '/for-retailers', '/for-insurance'] as const;
const OTHER_PAGES = ['/accuracy', '/news', '/privacy-policy', '/terms-of-service', '/partner-terms'] as const;

const headLink =
  'inline-flex min-h-8 items-center text-sm text-muted hover:text-ink data-[status=active]:text-ink pointer-coarse:min-h-11';

type Props = {
  children: ReactNode;
  /** The page shows a report: it has the app's width and is at least a screen high while it loads. */
  report?: boolean;
};

/** Head and foot of every page a visitor sees. */
export function MarketingFrame({ children, report = false }: Props) {
  const session = useSession();
  return (
    <div className="frame flex min-h-dvh flex-col" data-report={report || undefined}>
      <a href="#main" className="skip">
        Skip to content
      </a>
      <header className="border-b border-rule">
        <div className="mx-auto flex min-h-16 max-w-(--page) items-center gap-4 px-4 sm:px-6">
          <Link to="/" className="flex min-h-11 items-center gap-2 text-lg font-semibold tracking-tight">
            <Lens />
            LotLens
          </Link>
          <nav aria-label="For whom" className="ml-6 hidden items-center gap-4 md:flex">
            {AUDIENCE_PAGES.map((to) => (
              <Link key={to} to={to} className={headLink}>
                {sentence(to)}
              </Link>
            ))}
          </nav>
          <nav aria-label="Account" className="ml-auto flex items-center gap-2">
            {session === null ? (
              <>
                <Link to="/login" className={buttonLook('text')}>
                  Sign in
                </Link>
                <Link to="/login" search={{ signup: true }} className={buttonLook('quiet')}>
                  Start free
                </Link>
              </>
            ) : (
              <Link to="/reports" className={buttonLook('quiet')}>
                Your reports
              </Link>
            )}
          </nav>
        </div>
      </header>
      <main id="main" className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  );
}

const footLink = 'inline-flex min-h-6 items-center hover:text-ink pointer-coarse:min-h-11';

function Footer() {
  const info = useSiteInfo();
  return (
    <footer className="mt-24 border-t border-rule text-sm text-muted">
      <div className="mx-auto flex max-w-(--page) flex-wrap gap-x-10 gap-y-6 px-4 py-10 sm:px-6">
        <div className="grid content-start gap-1">
          <p className="font-semibold text-ink">LotLens</p>
          <p className="mb-2 max-w-xs">Damage and parts reports for auction vehicles.</p>
          {(
            [
              ['Support', info.support_email],
              ['Sales', info.sales_email],
            ] as const
          ).map(([whose, address]) => (
            <p key={whose}>
              {whose}:{' '}
              <a className={`${footLink} underline`} href={`mailto:${address}`}>
                {address}
              </a>
            </p>
          ))}
        </div>
        <nav
          aria-label="Footer"
          className="grid w-full grid-cols-2 gap-x-12 sm:ml-auto sm:w-auto sm:grid-cols-[auto_auto]"
        >
          <ul className="grid content-start gap-1">
            {[...AUDIENCE_PAGES, ...OTHER_PAGES].map((to) => (
              <li key={to}>
                <Link to={to} className={footLink}>
                  {sentence(to)}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="grid content-start gap-1">
            {HOME_SECTIONS.map((name) => (
              <li key={name}>
                <Link to="/$" params={{ _splat: name }} className={footLink}>
                  {sentence(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** `how-it-works` and `/how-it-works` as they are read. */
const sentence = (address: string): string =>
  address.replaceAll('-', ' ').replace(/\/?(.)/, (_, first: string) => first.toUpperCase());
