import './no-eval.ts';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readSession } from './api/session/session-store.ts';
import { App } from './app.tsx';
import { newRouter } from './routes.tsx';
import '@fontsource-variable/inter/wght.css';
import './theme.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
const router = newRouter();
const app = <App router={router} />;

if (root.dataset.drawn === location.pathname && readSession() === null) {
  // The page stands already, drawn when the application was built: it is taken over as it is.
  router.ssr = { manifest: undefined };
  void router.load().then(() => hydrateRoot(root, app));
  // The font may set what stands above a section in one line more, after the way there has begun.
  const section = document.getElementById(location.hash.slice(1));
  if (section) void document.fonts.ready.then(() => section.scrollIntoView());
} else {
  // The route's files and data are on their way while the session is checked.
  void router.load();
  const view = createRoot(root);
  flushSync(() => view.render(app));
  document.getElementById('loading')?.remove();
  document.documentElement.classList.remove('returning');
}
