import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { HOME_SECTIONS } from '../contract/home-sections.ts';
import { ApiError } from './api/api-error.ts';
import type { ReportFilter } from './api/reports/report-list.ts';
import { readSession } from './api/session/session-store.ts';
import { Button } from './ui/button.tsx';
import { Notices } from './ui/notices.tsx';

/** Another page begins at its heading; the first one where the browser starts. */
function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (fromLocation && pathChanged)
          void import('./ui/focus-heading.ts')
            .then(({ focusComingHeading }) => focusComingHeading(toLocation.hash))
            .catch(() => undefined);
      }),
    [router],
  );
}

/** As an app of its own on a device LotLens takes shares: its worker comes with its first start, after the page. */
function useShareWorker(): void {
  useEffect(() => {
    const register = (): void =>
      void import('./worker/register-worker.ts')
        .then(({ registerWorker }) => registerWorker())
        .catch(() => undefined);
    if (matchMedia('(display-mode: standalone)').matches) register();
    addEventListener('appinstalled', register);
    return () => removeEventListener('appinstalled', register);
  }, []);
}

const root = createRootRoute({
  component: function Root() {
    useHeadingFocus();
    useShareWorker();
    return (
      <>
        <Outlet />
        <Notices />
      </>
    );
  },
  notFoundComponent: () => null,
});

/** In place of a page whose script did not come, or that broke: what is stored is kept, loading again is the way on. */
const PageFault = () => (
  <main
    className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4 px-4"
    role="alert"
  >
    <h1 className="text-2xl font-semibold">This page could not be shown</h1>
    <p>Nothing is lost. Check your connection.</p>
    <Button onClick={() => location.reload()}>Load again</Button>
  </main>
);

/**
 * A page whose script comes when it is opened. One that is missing makes the router load the address anew, which
 * without a network would leave for the browser's own error page: then it is only told.
 */
const page = <Pages extends Record<string, unknown>, Name extends keyof Pages>(
  load: () => Promise<Pages>,
  name: Name,
) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new ApiError(0, null);
      }),
    name,
  );

/** A page of an address alone. */
const at = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Where sign-in leads: an address on this site, or the reports. */
const safePath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?!\/|\\)\P{Cc}*$/u.test(value) ? value : undefined;

const needsSession = ({ location }: { location: { href: string } }): void => {
  if (readSession() === null) throw redirect({ to: '/login', search: { from: location.href } });
};
/** A page of an address alone, for those who have signed in. */
const signedIn = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component, beforeLoad: needsSession });
const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);
/** Reads these of an address's search as text. */
const texts =
  <Key extends string>(...keys: readonly Key[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, text(search[key])])) as { [key in Key]?: string | undefined };
const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/reports' });
  },
  component: page(() => import('./pages/home.tsx').then(({ ready }) => ready), 'HomePage'),
});
type LoginSearch = {
  signup?: true | undefined;
  forgot?: true | undefined;
  /** A session has ended on the page that led here. */
  ended?: true | undefined;
  from?: string | undefined;
};
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    // Set even when refused: the router would hand on the raw value of a key left out.
    signup: flag(search.signup),
    forgot: flag(search.forgot),
    ended: flag(search.ended),
    from: safePath(search.from),
  }),
  component: page(() => import('./pages/login.tsx'), 'LoginPage'),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  validateSearch: texts('code'),
  component: page(() => import('./pages/verify.tsx'), 'VerifyPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: texts('token'),
  component: page(() => import('./pages/reset-password.tsx'), 'ResetPasswordPage'),
});
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: texts('token'),
  component: page(() => import('./pages/unsubscribe.tsx'), 'UnsubscribePage'),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  // As it stands in the address: read where the list is, by `readFilter`.
  validateSearch: (search: Record<string, unknown>): { [Key in keyof ReportFilter | 'quota']?: unknown } =>
    search,
  beforeLoad: ({ location, search }) => {
    needsSession({ location });
    void import('./api/reports/report-list.ts').then(({ readAhead, readFilter }) =>
      readAhead(readFilter(search)),
    );
  },
  component: page(() => import('./pages/reports.tsx'), 'ReportsPage'),
});
const board = signedIn(
  '/board',
  page(() => import('./board/board-page.tsx'), 'BoardPage'),
);
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$reportId',
  validateSearch: texts('approved'),
  beforeLoad: needsSession,
  component: page(() => import('./pages/report.tsx'), 'ReportPage'),
});
const importPage = at(
  '/import',
  page(() => import('./pages/user-supplied-page.tsx'), 'ImportPage'),
);
const share = createRoute({
  getParentRoute: () => root,
  path: '/share',
  validateSearch: texts('title', 'text', 'url'),
  component: page(() => import('./pages/share.tsx'), 'SharePage'),
});
const shared = at(
  '/shared/$token',
  page(() => import('./pages/shared.tsx'), 'SharedPage'),
);

const quote = at(
  '/quotes/$token',
  page(() => import('./partners/quotes/quote-page.tsx'), 'QuotePage'),
);

const repairs = at(
  '/for-repairs',
  page(() => import('./marketing/audience-page.tsx'), 'RepairsPage'),
);
const retailers = at(
  '/for-retailers',
  page(() => import('./marketing/retailers/retailers-page.tsx'), 'RetailersPage'),
);
const insurance = at(
  '/for-insurance',
  page(() => import('./marketing/audience-page.tsx'), 'InsurancePage'),
);
const accuracy = at(
  '/accuracy',
  page(() => import('./pages/accuracy.tsx'), 'AccuracyPage'),
);
const news = at(
  '/news',
  page(() => import('./marketing/news-page.tsx'), 'NewsPage'),
);
const privacy = at(
  '/privacy-policy',
  page(() => import('./marketing/legal/privacy-policy.tsx'), 'PrivacyPage'),
);
const terms = at(
  '/terms-of-service',
  page(() => import('./marketing/legal/terms-of-service.tsx'), 'TermsPage'),
);

const partnerTerms = at(
  '/partner-terms',
  page(() => import('./marketing/legal/partner-terms.tsx'), 'PartnerTermsPage'),
);

const partners = signedIn(
  '/partners',
  page(() => import('./partners/partners-page.tsx'), 'PartnersPage'),
);
const operator = signedIn(
  '/operator/$',
  page(() => import('./operator/operator-page.tsx'), 'OperatorPage'),
);

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ params }) => {
    const name = params._splat ?? '';
    throw redirect({ to: '/', ...(HOME_SECTIONS.includes(name) ? { hash: name } : {}), replace: true });
  },
});

const routeTree = root.addChildren([
  home,
  login,
  verify,
  reset,
  unsubscribe,
  reports,
  board,
  report,
  importPage,
  share,
  shared,
  quote,
  repairs,
  retailers,
  insurance,
  accuracy,
  news,
  privacy,
  terms,
  partnerTerms,
  partners,
  operator,
  elsewhere,
]);

/**
 * Decides when the router scrolls: to the top, to a section, or back to the last position. The first page needs no scrolling: its
 * reader may have scrolled before the script loaded, and reading the position would cost another layout. The address identifies the
 * first page, because the router never reports it if a link is pressed at once.
 */
function scrollsToPlace(): (to: { location: { href: string } }) => boolean {
  // The router's own mark is there once a page was shown before.
  let inPlace = scrollY > 0 || !(history.state || location.hash) ? location.href : null;
  return (to) => {
    const scrolls = new URL(to.location.href, location.origin).href !== inPlace;
    inPlace = null;
    return scrolls;
  };
}

/** A router over the browser's own address, or over `history`. */
export const newRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : {}),
    routeTree,
    // Where pages are drawn ahead it would write a script into them.
    scrollRestoration: history === undefined && scrollsToPlace(),
    defaultPreload: 'intent',
    defaultErrorComponent: PageFault,
    // Codes and tokens of mailed links stay text, whatever they look like.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const pairs = Object.entries(search).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)]],
      );
      const query = new URLSearchParams(pairs).toString();
      return query === '' ? '' : `?${query}`;
    },
  });

export type AppRouter = ReturnType<typeof newRouter>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address an account was just confirmed by: kept out of the page's own address. */
    email?: string;
  }
  interface Register {
    router: AppRouter;
  }
}
