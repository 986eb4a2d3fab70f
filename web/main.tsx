import './no-eval.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readSession } from './api/session/session-store.ts';
import { App } from './app.tsx';
import { newRouter } from './routes.tsx';
import '@fontsource-variable/inter/wght.css';
import './theme.css';

// In every page (scripts/draw-pages.ts).
const root = document.getElementById('root') as HTMLElement;

function start(): void {
  const router = newRouter();
  const app = <App router={router} />;
  const isDrawn = root.dataset.drawn === location.pathname && readSession() === null;
  if (isDrawn) router.ssr = { manifest: undefined };
  // The route's files and data are on their way while the session is checked.
  const loaded = router.load();
  // In slices.
  const draw = (): void =>
    startTransition(() => void (isDrawn ? hydrateRoot(root, app) : createRoot(root).render(app)));
  if (isDrawn) {
    // The page stands already, drawn when the application was built: it is taken over as it is.
    void loaded.then(draw);
    // The font may set what stands above a section in one line more, after the way there has begun.
    const section = document.getElementById(location.hash.slice(1));
    if (section) void document.fonts.ready.then(() => section.scrollIntoView());
  } else setTimeout(draw);
}

// Tasks of their own: what is pressed or scrolled meanwhile is answered first.
setTimeout(start);
