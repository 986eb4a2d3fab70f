import { RouterProvider } from '@tanstack/react-router';
import { SessionGate } from './account/session-gate.tsx';
import type { AppRouter } from './routes.tsx';

/** The whole application, in the browser and where pages are drawn ahead. */
export const App = ({ router }: { router: AppRouter }) => (
  <SessionGate>
    <RouterProvider router={router} />
  </SessionGate>
);
