import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { SessionGate } from './account/session-gate.tsx';
import { sendHeldSubmit } from './held-submit.ts';
import type { AppRouter } from './routes.tsx';

/** Runs once the page takes what its user does. */
function HeldSubmit() {
  useEffect(sendHeldSubmit, []);
  return null;
}

/** The whole application, in the browser and where pages are drawn ahead. */
export const App = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <SessionGate>
      <RouterProvider router={router} />
      <HeldSubmit />
    </SessionGate>
  </StrictMode>
);
