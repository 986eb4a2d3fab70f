import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { HOME_SECTIONS } from '../contract/home-sections.ts';
import { ApiError } from './api/api-error.ts';
import type { ReportFilter } from './api/reports/report-list.ts';
import { readSession } from './api/session/session-store.ts';
import { Button } from './ui/button.tsx';
import { Notices } from './ui/notices.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Notices />
    </>
  ),
  notFoundComponent: () => null,
});

/** In place of a page whose script did not come, or that broke: what is stored is kept, loading again is the way on. */
const PageFault = () => (
  <main
    className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-4 px-4"
    role="alert"
  >
    <h1 className="text-2xl font-semibold">This page could not be shown</h1>
    <p>Nothing of yours is lost. Please check your connection and load it again.</p>
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

/** Where sign-in leads: an address on this site, or the reports. */
const safePath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?!\/|\\)/.test(value) ? value : undefined;

const needsSession = ({ location }: { location: { href: string } }): void => {
  if (readSession() === null) throw redirect({ to: '/login', search: { from: location.href } });
};
const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);
const isOutcome = (value: unknown): value is NonNullable<ReportFilter['status']> =>
  value === 'ready' || value === 'failed' || value === 'in_progress';
const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    if (readSession() !== null) throw redirect({ to: '/reports' });
  },
  component: page(() => import('./pages/home.tsx'), 'HomePage'),
});
type LoginSearch = { signup?: true | undefined; forgot?: true | undefined; from?: string | undefined };
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    // Set even when refused: the router would hand on the raw value of a key left out.
    signup: flag(search.signup),
    forgot: flag(search.forgot),
    from: safePath(search.from),
  }),
  component: page(() => import('./pages/login.tsx'), 'LoginPage'),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  validateSearch: (search: Record<string, unknown>): { code?: string | undefined } => ({
    code: text(search.code),
  }),
  component: page(() => import('./pages/verify.tsx'), 'VerifyPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => ({
    token: text(search.token),
  }),
  component: page(() => import('./pages/reset-password.tsx'), 'ResetPasswordPage'),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>): ReportFilter => ({
    // Every key is set, else the router hands on what the address holds.
    status: isOutcome(search.status) ? search.status : undefined,
    make: text(search.make)?.slice(0, 60),
    text: text(search.text)?.slice(0, 100),
  }),
  beforeLoad: ({ location, search }) => {
    needsSession({ location });
    void import('./api/reports/report-list.ts').then(({ readAhead }) => readAhead(search));
  },
  component: page(() => import('./pages/reports.tsx'), 'ReportsPage'),
});
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$reportId',
  beforeLoad: needsSession,
  component: page(() => import('./pages/report.tsx'), 'ReportPage'),
});
const importPage = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: page(() => import('./pages/user-supplied-page.tsx'), 'ImportPage'),
});
const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/$token',
  component: page(() => import('./pages/shared.tsx'), 'SharedPage'),
});

const repairs = createRoute({
  getParentRoute: () => root,
  path: '/for-repairs',
  component: page(() => import('./marketing/audience-page.tsx'), 'RepairsPage'),
});
const retailers = createRoute({
  getParentRoute: () => root,
  path: '/for-retailers',
  component: page(() => import('./marketing/audience-page.tsx'), 'RetailersPage'),
});
const insurance = createRoute({
  getParentRoute: () => root,
  path: '/for-insurance',
  component: page(() => import('./marketing/audience-page.tsx'), 'InsurancePage'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy-policy',
  component: page(() => import('./marketing/legal-page.tsx'), 'PrivacyPage'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms-of-service',
  component: page(() => import('./marketing/legal-page.tsx'), 'TermsPage'),
});

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
  reports,
  report,
  importPage,
  shared,
  repairs,
  retailers,
  insurance,
  privacy,
  terms,
  elsewhere,
]);

/** A router over the browser's own address, or over `history`. */
export const newRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : {}),
    routeTree,
    // Where pages are drawn ahead it would write a script into them.
    scrollRestoration: history === undefined,
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
  interface Register {
    router: AppRouter;
  }
}
